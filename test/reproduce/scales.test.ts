import assert from "node:assert/strict";
import { it } from "node:test";
import { paperSettings } from "../../lib/reproduce";
import { scaleSettings } from "../../lib/reproduce/scales";

it("a scale has the paper's settings except its own, for a data set and for its methods", () => {
  const paper = scaleSettings("paper", "cifar10", "AGML");
  assert.deepEqual([paper.labeledPerClass, paper.images.train], [100, Infinity]);
  assert.deepEqual(paper.options, {
    ...paperSettings("cifar10").options,
    partitionSize: 9000,
    epochs: 50,
    epochsPerPartition: 10,
  });
  const quick = scaleSettings("quick", "cifar10", "Deep-LRML");
  assert.deepEqual(
    [quick.options.pretrainingEpochs, quick.options.pretrainingMirror, quick.options.maxPairs],
    [10, true, 4000],
  );
  assert.equal(scaleSettings("quick", "mnist", "Deep-LRML").options.maxPairs, undefined);
  assert.equal(scaleSettings("smoke", "mnist", "AGML").labeledPerClass, 5);
});

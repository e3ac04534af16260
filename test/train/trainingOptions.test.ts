import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changedSetting, commonDefaults, trainingDefaults } from "../../lib/train";

describe("changedSetting", () => {
  const saved = JSON.parse(JSON.stringify(trainingDefaults)) as Record<string, unknown>;

  it("names the first setting that is another now, except those that may change", () => {
    assert.equal(changedSetting(saved, trainingDefaults), undefined);
    assert.equal(changedSetting(saved, { ...trainingDefaults, epochs: 60 }), "epochs");
    assert.equal(changedSetting(saved, { ...trainingDefaults, epochs: 60 }, ["epochs"]), undefined);
    assert.equal(changedSetting({ ...saved, k: 10 }, trainingDefaults), "k");
  });

  it("misses no setting that the method does not have", () => {
    assert.equal(changedSetting({ seed: 1 }, { seed: 1 }), undefined);
  });

  it("takes a setting that an earlier version did not know for its default", () => {
    const { views, ...earlier } = saved;
    assert.equal(views, 1);
    assert.equal(changedSetting(earlier, trainingDefaults), undefined);
    assert.equal(changedSetting(earlier, { ...trainingDefaults, views: 2 }), "views");
  });
});

describe("commonDefaults", () => {
  it("are the defaults without those of SGD", () => {
    const { momentum, weightDecay, learningRateDecay, ...others } = trainingDefaults;
    assert.deepEqual([momentum, weightDecay, learningRateDecay], [0.9, 5e-4, 1]);
    assert.deepEqual(commonDefaults, others);
  });
});

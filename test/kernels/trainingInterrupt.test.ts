import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../support/notebooks";
import { result, TestKernel } from "./client";

const PREPARE = `
import { AGML, loadDataset, selectImages, semiSupervisedSplit, showTraining, useEngine } from "ssdml";
await useEngine("wasm");
const { train } = await loadDataset("mnist");
const split = semiSupervisedSplit(train.labels, { labeledPerClass: 10, seed: 1 });
const chosen = [...split.labeled, ...split.unlabeled.slice(0, 200)];
const images = selectImages(train.images, chosen);
const model = new AGML({ seed: 1, epochs: 1000, partitionSize: 200 });`;

const TRAIN = `
const log = await showTraining(model.steps(images, chosen.map((i) => split.labels[i]), { signal: notebook.signal }));
log.at(-1)!.kind`;

describe("a training run that is interrupted in a notebook", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  /** The HTML of the live view, oldest first. */
  const views = () =>
    kernel.published
      .filter(({ header }) => /^(update_)?display_data$/.test(header.msg_type))
      .map(({ content }) => String((content.data as Record<string, unknown>)["text/html"]));

  it("ends without an error, shows where it stopped, and keeps the model", async () => {
    const { reply } = await kernel.execute(PREPARE);
    assert.equal(reply.content.status, "ok", JSON.stringify(reply.content));
    const training = kernel.execute(TRAIN);
    // Wait until the training runs at full speed: the first batches pause by themselves.
    await eventually(
      () => views().some((html) => /<progress.*batch ([4-9]|\d\d)/.test(html)),
      "batches are shown",
    );
    await kernel.interrupt();
    const run = await training;
    assert.equal(run.reply.content.status, "ok", JSON.stringify(run.reply.content));
    assert.equal(result(run), "finished");
    const bars = views().filter((html) => /<progress|<small/.test(html));
    assert.match(
      bars.at(-1)!,
      /<small>Stopped on request after \d+ epochs/,
      "the bar has made way for how it ended",
    );

    const next = await kernel.execute("model.transform(selectImages(train.images, [0, 1, 2])).shape");
    assert.match(result(next), /\[\s*3,\s*\d+\s*\]/, JSON.stringify(next.reply.content));
  });

  it("needs no signal and no showTraining where fit is called", async () => {
    const before = views().length;
    const training = kernel.execute(
      "const fresh = new AGML({ seed: 1, epochs: 1000, partitionSize: 200 }); await fresh.fit(images, chosen.map((i) => split.labels[i])); 'fitted'",
    );
    const own = () => views().slice(before);
    await eventually(
      () => own().some((html) => /<progress.*batch ([4-9]|\d\d)/.test(html)),
      "batches are shown",
    );
    await kernel.interrupt();
    const run = await training;
    assert.equal(run.reply.content.status, "ok", JSON.stringify(run.reply.content));
    assert.equal(result(run), "fitted");
    assert.match(
      own().findLast((html) => /<progress|<small/.test(html))!,
      /Stopped on request/,
    );
    const next = await kernel.execute("fresh.transform(selectImages(train.images, [0, 1, 2])).shape");
    assert.match(result(next), /\[\s*3,\s*\d+\s*\]/, JSON.stringify(next.reply.content));
  });
});

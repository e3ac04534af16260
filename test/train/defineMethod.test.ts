import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { adam, defineMethod, tf, useEngine } from "ssdml";
import { temporaryFolder } from "../support/temporary";
import { bars, small, network, labeledTriplets, marginLoss } from "./bars";

describe("defineMethod", () => {
  it("makes a learner from parts, with defaults of its own, whose miner reports its own events", async (t) => {
    await useEngine("cpu");
    interface Counted {
      kind: "counted";
      labeled: number;
    }
    const Mine = defineMethod<Counted>({
      name: "Mine",
      network: network(),
      miner: (context) => {
        context.report({
          kind: "counted",
          labeled: context.labels.filter((label) => label >= 0).length,
        } as Counted);
        return labeledTriplets(context);
      },
      loss: marginLoss,
      optimizer: adam(),
      settings: small,
    });
    const { images, labels } = bars();
    const model = new Mine({ epochs: 1 });
    assert.equal(model.settings.batchSize, 20);
    const kinds: string[] = [];
    for await (const event of model.steps(images, labels)) {
      kinds.push(event.kind);
      if (event.kind === "counted") assert.equal(event.labeled, 20);
    }
    assert.deepEqual(
      kinds.filter((kind) => kind !== "batch"),
      ["started", "partition", "counted", "triplets", "epoch", "finished"],
    );
    const file = path.join(temporaryFolder(t), "mine.safetensors");
    await model.save(file);
    const again = await Mine.load(file);
    const [z, loaded] = [model.transform(images), again.transform(images)];
    assert.deepEqual(await loaded.data(), await z.data());
    tf.dispose([z, loaded]);
    model.dispose();
    again.dispose();
    assert.equal(Mine.methodName, "Mine");
    assert.throws(() => new Mine({ momentum: 0.5 }), /Mine: there is no option "momentum"/);
    assert.throws(() => defineMethod({ name: "X", minar: labeledTriplets } as never), /did you mean miner/);
  });
});

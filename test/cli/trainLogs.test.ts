import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { useEngine } from "../../lib/engine";
import { readJsonLines } from "../../lib/track";
import { temporaryFolder, withEnvironment } from "../support/temporary";
import { writeBlobs } from "./blobs";
import { failing, ssdml } from "./inProcess";

const command = (epochs: number) =>
  `train --dataset x.csv --method AGML --k 4 --labeled-per-class 6 --validation 0.4 --epochs ${epochs} --epochs-per-partition 1 --out run`.split(
    " ",
  );

describe("ssdml train --log", () => {
  before(() => useEngine("wasm"));

  it("keeps every epoch once in the run's folder, also when the run goes on or is complete", async (t) => {
    const folder = temporaryFolder(t);
    writeBlobs(folder);
    const logs = ["--log", "jsonl", "--log", "tensorboard"];
    await ssdml(folder, ...command(2), "--log", "jsonl");
    const { stdout } = await ssdml(folder, ...command(4), ...logs);
    assert.match(stdout, /going on after epoch 2/);
    assert.match(stdout, /^log: run\/log\.jsonl\nlog: tensorboard --logdir run$/m);
    const run = path.join(folder, "run");
    const steps = readJsonLines(run).flatMap(({ step, measures }) => ("loss" in measures ? [step] : []));
    assert.deepEqual(steps, [1, 2, 3, 4]);
    const { history, rows } = JSON.parse(readFileSync(path.join(run, "results.json"), "utf8")) as {
      history: { loss: number; nmi: number }[];
      rows: { method: string; metric: string; value: number }[];
    };
    const logged = readJsonLines(run);
    for (const [i, { loss, nmi }] of history.entries()) {
      const { measures } = logged.find(({ step, measures }) => step === i + 1 && "loss" in measures)!;
      assert.deepEqual([measures.loss, measures["validation/nmi"]], [loss, nmi]);
    }
    const test = logged.flatMap(({ measures }) => measures["test/nmi"] ?? []).at(-1);
    assert.equal(test, rows.find(({ method, metric }) => method === "AGML" && metric === "nmi")!.value);

    const files = () =>
      readdirSync(run).map((name) => `${name} ${readFileSync(path.join(run, name)).toString("base64")}`);
    const before = files();
    assert.equal(before.filter((name) => name.startsWith("events.out.tfevents.")).length, 1);
    assert.match((await ssdml(folder, ...command(4), ...logs)).stdout, /This run was complete already/);
    assert.deepEqual(files(), before);
  });

  it("goes on with one sentence where no MLflow server answers", async (t) => {
    const folder = temporaryFolder(t);
    writeBlobs(folder);
    assert.match(
      await failing(folder, ...command(1), "--log", "wandb"),
      /train: --log must be "tensorboard", "mlflow" or "jsonl", got "wandb"/,
    );
    withEnvironment(t, { MLFLOW_TRACKING_URI: undefined });
    assert.match(await failing(folder, ...command(1), "--log", "mlflow"), /MLFLOW_TRACKING_URI, such as/);
    withEnvironment(t, { MLFLOW_TRACKING_URI: "http://127.0.0.1:9" });
    const { stderr, stdout } = await ssdml(folder, ...command(1), "--log", "mlflow");
    assert.match(
      stderr,
      /^no MLflow server answers at http:\/\/127\.0\.0\.1:9 \(\w+\); the run goes on without/,
    );
    assert.equal(stderr.split("\n").length, 1);
    assert.match(stdout, /Written to run/);
  });
});

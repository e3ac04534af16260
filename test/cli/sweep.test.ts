import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import type { Trial } from "../../lib/sweep";
import { temporaryFolder } from "../support/temporary";
import { writeBlobs } from "./blobs";
import { failing, ssdml } from "./inProcess";

const space = {
  learningRate: { min: 1e-4, max: 0.1, log: true },
  k: { min: 2, max: 6, step: 2 },
  gamma: [0.9, 0.99],
};
const words = (trials: number, ...more: string[]) => [
  ..."sweep space.json --dataset x.csv --method AGML --validation 0.4 --epochs 3 --epochs-per-partition 1 --out out".split(
    " ",
  ),
  ...["--trials", String(trials), ...more],
];

/** The trials in a folder, without what a clock says. */
function trialsIn(folder: string): Omit<Trial, "started" | "elapsedMs">[] {
  const text = readFileSync(path.join(folder, "out", "trials.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const trial: Partial<Trial> = JSON.parse(line) as Trial;
      delete trial.started;
      delete trial.elapsedMs;
      return trial as Omit<Trial, "started" | "elapsedMs">;
    });
}

function folderWithSpace(folder: string): string {
  writeBlobs(folder);
  writeFileSync(path.join(folder, "space.json"), JSON.stringify(space));
  return folder;
}

describe("ssdml sweep", () => {
  before(() => useEngine("wasm"));

  it("searches on held-out images, keeps a line and a folder per trial, and only adds what is missing", async (t) => {
    const folder = folderWithSpace(temporaryFolder(t));
    await ssdml(folder, ...words(1));
    const tensors = tf.memory().numTensors;
    const { stdout } = await ssdml(folder, ...words(7, "--export", "optuna"));
    assert.equal(tf.memory().numTensors, tensors);
    assert.match(stdout, /^trial 2\/7: learningRate 0\.\d+, k [246], gamma 0\.9/m);
    assert.doesNotMatch(stdout, /^trial 1\//m);
    const trials = trialsIn(folder);
    assert.equal(trials.length, 7);
    const best = trials.reduce((a, b) => (b.value! > a.value! ? b : a));
    assert.match(stdout, /trial +NMI \+ Recall@1 +epoch +learningRate +k +gamma\n/);
    assert.match(stdout, new RegExp(`\\n +${best.trial} +${(100 * best.value!).toFixed(1)} `));
    assert.match(
      stdout,
      new RegExp(`ssdml train --dataset x\\.csv .*--k ${best.parameters.k} --gamma ${best.parameters.gamma}`),
    );
    const files = readdirSync(path.join(folder, "out"));
    assert.deepEqual(files.sort(), [
      "optuna.journal",
      "sweep.json",
      "trials",
      "trials.jsonl",
      "trials.png",
      "trials.svg",
    ]);
    assert.equal(readdirSync(path.join(folder, "out", "trials")).length, 7);

    // The score of a trial is that which training with its options has on the validation images.
    const [{ parameters, curve }] = trials;
    const rest =
      "--dataset x.csv --method AGML --validation 0.4 --epochs 3 --epochs-per-partition 1 --out run";
    await ssdml(
      folder,
      ...["train", ...rest.split(" "), "--k", String(parameters.k), "--gamma", String(parameters.gamma)],
      ...["--learning-rate", String(parameters.learningRate)],
    );
    const { history } = JSON.parse(readFileSync(path.join(folder, "run", "results.json"), "utf8")) as {
      history: { nmi: number; recallAt1: number }[];
    };
    assert.deepEqual(
      curve.slice(1).map(({ value }) => value),
      history.map(({ nmi, recallAt1 }) => nmi + recallAt1),
    );

    assert.match(
      await failing(folder, ...words(7, "--seed", "2")),
      /sweep\.json is of a sweep with seed 1, not 2\. Choose another folder with --out\./,
    );
  });

  it("comes to the same trials when it is killed in the middle of one", async (t) => {
    const whole = folderWithSpace(temporaryFolder(t));
    await ssdml(whole, ...words(3));
    const folder = folderWithSpace(temporaryFolder(t));
    const bin = path.resolve("bin", "ssdml.cjs");
    for (const trial of ["001", "002"]) {
      const child = spawn(process.execPath, [bin, ...words(3, "--engine", "wasm")], {
        cwd: folder,
        stdio: "ignore",
      });
      const checkpoint = path.join(folder, "out", "trials", trial, "checkpoint.safetensors");
      const ended = new Promise((resolve) => child.on("close", resolve));
      while (!existsSync(checkpoint) && child.exitCode === null) await new Promise((r) => setTimeout(r, 3));
      child.kill("SIGKILL");
      await ended;
    }
    await ssdml(folder, ...words(3));
    assert.deepEqual(trialsIn(folder), trialsIn(whole));
  });

  it("reads a space in TypeScript, and refuses what cannot be searched", async (t) => {
    const folder = folderWithSpace(temporaryFolder(t));
    writeFileSync(
      path.join(folder, "space.ts"),
      "const most: number = 4;\nexport default { k: { min: 2, max: most, step: 1 } };\n",
    );
    const ts = words(1).map((word) => (word === "space.json" ? "space.ts" : word));
    assert.match((await ssdml(folder, ...ts)).stdout, /trial 1\/1: k [234]/);
    const refused = async (wrong: object, message: RegExp, ...more: string[]) => {
      writeFileSync(path.join(folder, "space.json"), JSON.stringify(wrong));
      assert.match(await failing(folder, ...words(1, ...more)), message);
    };
    await refused(
      { learningrate: [1] },
      /space\.json: AGML: there is no option "learningrate".*did you mean learningRate\?/,
    );
    await refused(
      { k: { min: 2, max: 6 } },
      /AGML: k must be a whole number.* Add step: 1 to the range of k for whole numbers\.$/,
    );
    await refused({ k: [2, 3] }, /^sweep: --test must be a number/, "--test", "x");
    await refused({ gamma: [0.9, 3] }, /space\.json: AGML: gamma must be .* got 3/);
    await refused({ seed: [1, 2] }, /seed cannot be searched: every trial must hold out the same images/);
    await refused({ k: [2, 3] }, /k is in the space and also an option of the command/, "--k", "4");
    await refused(
      { k: [2, 3] },
      /none are held out of x\. Pass a share such as --validation 0\.3/,
      "--validation",
      "0",
    );
    await refused({ k: [2, 3] }, /sweep: --search must be "tpe" or "random", got "grid"/, "--search", "grid");
    assert.match(
      await failing(folder, "sweep", "--dataset", "x.csv"),
      /sweep needs one space file, such as space\.json, got none/,
    );
    assert.match(
      await failing(folder, "sweep", "none.ts", "--dataset", "x.csv"),
      /sweep: there is no file none\.ts/,
    );
    assert.match(await failing(folder, "sweep", "space.json"), /sweep needs --dataset NAME/);
  });
});

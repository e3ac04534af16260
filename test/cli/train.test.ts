import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { PNG } from "pngjs";
import { loadDataset } from "../../lib/datasets";
import type { ExperimentResult } from "../../lib/methods";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const ssdml = (words: string[], cwd = process.cwd()) =>
  spawnSync(process.execPath, [bin, ...words], { encoding: "utf8", cwd });

/** Real digits of three classes as PNG files, one folder a class. */
async function digitFolder(t: TestContext): Promise<string> {
  const { train } = await loadDataset("mnist");
  const folder = temporaryFolder(t);
  for (const digit of [0, 1, 2]) {
    mkdirSync(path.join(folder, "digits", String(digit)), { recursive: true });
  }
  for (let i = 0; i < 500; i++) {
    if (train.labels[i] > 2) continue;
    const png = new PNG({ width: 28, height: 28, colorType: 0 });
    for (let p = 0; p < 784; p++)
      png.data.fill(train.images.data[i * 784 + p], 4 * p, 4 * p + 3).fill(255, 4 * p + 3, 4 * p + 4);
    writeFileSync(path.join(folder, "digits", String(train.labels[i]), `${i}.png`), PNG.sync.write(png));
  }
  return folder;
}

const command = (out: string) =>
  `train --dataset ./digits --size 28 --engine wasm --seed 2 --labeled-per-class 5 --partition 40 --k 4 --batch-size 20 --epochs 4 --epochs-per-partition 2 --out ${out}`.split(
    " ",
  );

const readResult = (folder: string, out: string) =>
  JSON.parse(readFileSync(path.join(folder, out, "results.json"), "utf8")) as ExperimentResult;

describe("ssdml train", () => {
  it("trains on a folder of pictures, prints the table, and only reads a run that is complete", async (t) => {
    const folder = await digitFolder(t);
    const first = ssdml(command("run"), folder);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /epoch 4\/4: loss 0\.\d+/);
    assert.match(first.stdout, /digits, test +NMI +R@1 +R@2 +R@4 +R@8 +MAP@R +R-precision\nInitial +\d/);
    const { rows, history, epochs } = readResult(folder, "run");
    assert.equal(epochs, 4);
    assert.equal(history.length, 4);
    assert.deepEqual([...new Set(rows.map(({ method }) => method))], ["Initial", "AGML"]);
    assert.equal(rows.length, 2 * 7);
    for (const { value } of rows) assert.ok(value >= 0 && value <= 1);
    assert.ok(existsSync(path.join(folder, "run", "model.safetensors")));
    const second = ssdml(command("run"), folder);
    assert.equal(second.status, 0);
    assert.doesNotMatch(second.stdout, /epoch 1/);
    assert.match(second.stdout, /This run was complete already/);
    assert.match(second.stdout, /AGML +\d/);
    const other = ssdml([...command("run"), "--seed", "3"], folder);
    assert.equal(other.status, 1);
    assert.match(other.stderr, /holds a run with seed 2, not 3\. Choose another folder/);
    const fewer = ssdml([...command("run"), "--labeled-per-class", "4"], folder);
    assert.equal(fewer.status, 1);
    assert.match(fewer.stderr, /holds a run with labeledPerClass 5, not 4\. Choose another folder/);

    rmSync(path.join(folder, "digits", "0", readdirSync(path.join(folder, "digits", "0"))[0]));
    const changed = ssdml(command("run"), folder);
    assert.match(changed.stderr, /holds a run on other images or labels\. Choose another folder/);
    const result = readFileSync(path.join(folder, "run", "results.json"), "utf8");
    writeFileSync(path.join(folder, "run", "results.json"), result.slice(0, 100));
    assert.match(ssdml(command("run"), folder).stderr, /^ssdml: .*results\.json is damaged\. Delete it/);
    writeFileSync(path.join(folder, "file"), "");
    for (const out of ["file", "file/run"]) {
      const { stderr, stdout } = ssdml(command(out), folder);
      assert.match(stderr, /^ssdml: cannot write .*: a part of the path is a file, not a folder/);
      assert.doesNotMatch(stdout, /epoch 1/);
    }
  });

  it("ends with the same numbers when it is killed at any moment", async (t) => {
    const folder = await digitFolder(t);
    assert.equal(ssdml(command("run"), folder).status, 0);
    for (const line of ["epoch 1/4", "epoch 2/4", "epoch 3/4"]) {
      await killedAfter(line, folder);
    }
    const resumed = ssdml(command("killed"), folder);
    assert.equal(resumed.status, 0, resumed.stderr);
    assert.match(resumed.stdout, /going on after epoch [123]/);
    assert.deepEqual(readResult(folder, "killed"), readResult(folder, "run"));
  });

  it("says in one sentence what is wrong", (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(path.join(folder, "empty"));
    for (const [words, sentence] of [
      [[], /^ssdml: train needs --dataset NAME/],
      [["--dataset", "nist"], /^ssdml: train: --dataset must be mnist, .* got "nist"/],
      [["--dataset", "mnist", "--epochs", "many"], /^ssdml: train: --epochs must be a number, got "many"/],
      [
        ["--dataset", "mnist", "--pretraining-mirror", "true"],
        /--pretraining-mirror must be yes or no, got "true"/,
      ],
      [["--dataset", "mnist", "--gamma", "2"], /^ssdml: AGML: gamma must be within \(0, 1\), got 2/],
      [["--dataset", "mnist", "--frob"], /^ssdml: .*--frob.*ssdml train --help/],
      [["--dataset", "mnist", "--engine", "abacus"], /^ssdml: .*abacus/],
      [["--dataset", "mnist", "--size", "32"], /^ssdml: .*size/],
      [["--dataset", "./empty"], /^ssdml: imageFolder: .*empty/],
      [["--dataset", "./nowhere"], /^ssdml: imageFolder: .*nowhere/],
      [["--dataset", "mnist", "--labeled-per-class", "100000"], /^ssdml: semiSupervisedSplit: .*fewer than/],
    ] as [string[], RegExp][]) {
      const { status, stderr } = ssdml(["train", ...words], folder);
      assert.equal(status, 1, stderr);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    }
    assert.match(ssdml(["train", "--help"]).stdout, /^Usage: ssdml train/);
  });
});

/** Starts the run and kills it, without a warning, some milliseconds after it said something. */
async function killedAfter(line: string, folder: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [bin, ...command("killed")], { cwd: folder });
  let said = "";
  await new Promise<void>((resolve) => {
    child.stdout!.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes(line)) setTimeout(() => child.kill("SIGKILL"), 30);
    });
    child.on("exit", () => {
      resolve();
    });
  });
  assert.equal(child.signalCode, "SIGKILL", `it ended by itself: ${said}`);
}

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { PNG } from "pngjs";
import { train } from "../../lib/cli/train";
import { loadDataset } from "../../lib/datasets";
import { random } from "../../lib/core/values";
import { agmlDefaults } from "../../lib/methods";
import type { ExperimentResult } from "../../lib/reproduce/experiment";
import { trainingDefaults } from "../../lib/train";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const ssdml = (words: string[], cwd = process.cwd(), environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [bin, ...words], {
    encoding: "utf8",
    cwd,
    env: { ...process.env, ...environment },
  });

/** The first real digits of some classes, as PNG files. */
async function digits(classes: number, most: number): Promise<{ label: number; png: Buffer }[]> {
  const { train: examples } = await loadDataset("mnist");
  const chosen = Array.from({ length: 500 }, (_, i) => i).filter((i) => examples.labels[i] < classes);
  return chosen.slice(0, most).map((i) => {
    const png = new PNG({ width: 28, height: 28, colorType: 0 });
    for (let p = 0; p < 784; p++)
      png.data.fill(examples.images.data[i * 784 + p], 4 * p, 4 * p + 3).fill(255, 4 * p + 3, 4 * p + 4);
    return { label: examples.labels[i], png: PNG.sync.write(png) };
  });
}

/** Real digits of three classes, one folder a class. */
async function digitFolder(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t);
  (await digits(3, Infinity)).forEach(({ label, png }, i) => {
    const file = path.join(folder, "digits", String(label), `${i}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, png);
  });
  return folder;
}

/** CUB-200's own layout with digits in place of birds: zeros and ones to train on, seven twos and threes to test. */
async function birdFolder(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t);
  const all = await digits(4, Infinity);
  const birds = [
    ...all.filter(({ label }) => label < 2),
    ...all.filter(({ label }) => label > 1).slice(0, 7),
  ];
  const list = (lines: (string | number)[]) => lines.map((line, i) => `${i + 1} ${line}\n`).join("");
  mkdirSync(path.join(folder, "images"));
  birds.forEach(({ png }, i) => {
    writeFileSync(path.join(folder, "images", `${i}.jpg`), png);
  });
  writeFileSync(path.join(folder, "classes.txt"), list(["001.a", "002.b", "003.c", "004.d"]));
  writeFileSync(path.join(folder, "images.txt"), list(birds.map((_, i) => `${i}.jpg`)));
  writeFileSync(path.join(folder, "image_class_labels.txt"), list(birds.map(({ label }) => label + 1)));
  return folder;
}

const command = (out: string) =>
  `train --method AGML --dataset ./digits --size 28 --engine wasm --seed 2 --labeled-per-class 5 --partition 40 --k 4 --batch-size 20 --epochs 4 --epochs-per-partition 2 --out ${out}`.split(
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
    assert.doesNotMatch(second.stdout, /epoch 1\//);
    assert.match(second.stdout, /This run was complete already/);
    assert.match(second.stdout, /AGML +\d/);
    const other = ssdml([...command("run"), "--seed", "3"], folder);
    assert.equal(other.status, 1);
    assert.match(other.stderr, /holds a run with seed 2, not 3\. Choose another folder/);
    const fewer = ssdml([...command("run"), "--labeled-per-class", "4"], folder);
    assert.equal(fewer.status, 1);
    assert.match(fewer.stderr, /holds a run with --labeled-per-class 5, not 4\. Choose another folder/);

    rmSync(path.join(folder, "digits", "0", readdirSync(path.join(folder, "digits", "0"))[0]));
    const changed = ssdml(command("run"), folder);
    assert.match(changed.stderr, /holds a run on other images or labels\. Choose another folder/);
    const result = readFileSync(path.join(folder, "run", "results.json"), "utf8");
    writeFileSync(path.join(folder, "run", "results.json"), result.slice(0, 100));
    assert.match(
      ssdml(command("run"), folder).stderr,
      /^ssdml: .*results\.json is not valid JSON .*\. Delete it/,
    );
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
    assert.match(await stoppedAfter("engine: ", "SIGINT", folder), /^Stopped .*Run the same command again/m);
    for (const line of ["epoch 1/4", "epoch 2/4", "epoch 3/4"]) {
      await stoppedAfter(line, "SIGKILL", folder);
    }
    const resumed = ssdml(command("killed"), folder);
    assert.equal(resumed.status, 0, resumed.stderr);
    assert.match(resumed.stdout, /going on after epoch [123]/);
    assert.deepEqual(readResult(folder, "killed"), readResult(folder, "run"));
  });

  it("trains AGML2 where no method is named, with its own options, and goes on when it was killed", async (t) => {
    const folder = await digitFolder(t);
    const words =
      "train --dataset ./digits --size 28 --engine wasm --labeled-per-class 5 --partition 60 --k 4 --batch-size 20 --epochs 2 --warm-start 1 --triplets-per-partition 40 --mirror yes --out run";
    const { status, stdout, stderr } = ssdml(words.split(" "), folder);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /\nAGML2 +\d/);
    const { method, parts, settings } = readResult(folder, "run");
    assert.equal(method, "AGML2");
    assert.equal((settings as { warmStart?: number }).warmStart, 1);
    assert.deepEqual(
      (parts!.augment as { name: string }[]).map(({ name }) => name),
      ["shift", "rotate", "scale", "flip"],
    );
    const wrong = ssdml(["train", "--dataset", "mnist", "--orthogonal", "no"], folder);
    assert.match(wrong.stderr, /^ssdml: AGML2: .*orthogonal/);
  });

  it("trains on a file of feature vectors, tested on other classes or on a share of each", (t) => {
    const folder = temporaryFolder(t);
    const draw = random(4);
    const rows = Array.from({ length: 80 }, (_, i) =>
      [0, 1, 2].map((c) => 3 * ((i + c) % 4) + draw.normal()),
    );
    const lines = rows.map((row, i) => `${row.join()},${"wxyz"[i % 4]}`);
    writeFileSync(path.join(folder, "points.csv"), `a,b,c,kind\n${lines.join("\n")}\n`);
    const words =
      "train --dataset points.csv --label kind --engine wasm --labeled-per-class 3 --k 4 --epochs 2 --triplets-per-partition 20 --validation 0.2";
    const run = (...more: string[]) => ssdml([...words.split(" "), ...more], folder);
    const { status, stdout, stderr } = run("--test", "classes", "--out", "run");
    assert.equal(status, 0, stderr);
    assert.match(stdout, /points, test +NMI/);
    assert.match(stdout, /\nAGML2 +\d/);
    assert.match(stdout, /32 examples, 6 of them labeled, 2 classes/);
    const shared = run("--out", "shared");
    assert.equal(shared.status, 0, shared.stderr);
    assert.match(shared.stdout, /52 examples, 12 of them labeled, 4 classes/);
    assert.match(
      run("--test", "half").stderr,
      /^ssdml: train: --test must be a number .*, or "classes", got "half"/,
    );
    assert.match(run("--label", "knd").stderr, /no column "knd"\. Did you mean "kind"\?/);
  });

  it("trains on CUB-200's layout, and measures what a small test set allows", async (t) => {
    const folder = await birdFolder(t);
    const words =
      "train --method AGML --dataset cub200 --size 32 --engine wasm --labeled-per-class 5 --partition 40 --k 4 --batch-size 20 --epochs 1 --epochs-per-partition 1 --out run";
    const { status, stdout, stderr } = ssdml(words.split(" "), folder, { SSDML_DATA: folder });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /cub200, test +NMI +R@1 .*\nInitial( +\d+\.\d){4} {9,}\d/);
  });

  it("says in one sentence what is wrong", (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(path.join(folder, "empty"));
    for (const [words, sentence] of [
      [[], /^ssdml: train needs --dataset NAME/],
      [["--dataset", "nist"], /^ssdml: train: --dataset must be mnist, .* got "nist"/],
      [
        ["--dataset", "mnist", "--epochs", "many"],
        /^ssdml: train: --epochs must be a whole number of at least 0, got "many"/,
      ],
      [
        ["--dataset", "mnist", "--pretraining-mirror", "true"],
        /--pretraining-mirror must be yes or no, got "true"/,
      ],
      [["--dataset", "mnist", "--gamma", "2"], /^ssdml: AGML2: --gamma must be a number in \(0, 1\), got 2/],
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

describe("ssdml train --help", () => {
  const [paperHelp, agml2Help] = ssdml(["train", "--help"]).stdout.split("\nAGML2, where");

  it("has every option of AGML with its default and its valid values", () => {
    const typed = (value: unknown) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
    const entries = optionEntries(paperHelp);
    for (const [name, value] of Object.entries({ ...trainingDefaults, ...agmlDefaults })) {
      const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const entry = entries[word];
      assert.ok(entry, `--${word} is missing`);
      const standard = `; default ${typed(value)}`;
      if (value !== undefined)
        assert.ok(entry.includes(`${standard},`) || entry.includes(`${standard})`), entry);
    }
    assert.match(entries.gamma, /\(a number in \(0, 1\); default 0\.99\)$/);
    assert.match(
      entries.preprocessing,
      /\(one of auto, none, mean, whitening, half-whitening; default auto\)$/,
    );
  });

  it("says where the paper has other values", () => {
    const entries = optionEntries(paperHelp);
    assert.match(
      entries["pretraining-epochs"],
      /by default 30 for color pictures, else 0 \(.*; 30 for cifar10\)$/,
    );
    assert.match(
      entries["pretraining-mirror"],
      /by default those of color pictures \(.*; yes for cifar10\)$/,
    );
    assert.match(entries.k, /default 10, 50 for cub200 and cars196\)$/);
    assert.match(entries["labeled-per-class"], /default 10, 5 for cub200 and cars196, 100 for cifar10\)$/);
    assert.match(entries.epochs, /default 50, 200 for cub200 and cars196\)$/);
  });

  it("says where AGML2 has other options, defaults and values for data sets", () => {
    const entries = optionEntries(agml2Help);
    assert.match(entries["leave-out"], /by default 0\.05, of color pictures 0\.2 \(.*; 0\.2 for cifar10\)$/);
    assert.match(entries.epochs, /default 20, 24 for cifar10\)$/);
    assert.match(entries.mirror, /yes for fashion-mnist\)$/);
    assert.equal(entries.seed, undefined);
  });
});

describe("short forms of options", () => {
  it("stand for the names of the schema, with and without an equals sign", () => {
    assert.deepEqual(
      train.rewrite!(["--partition", "500", "--pretraining=3", "--no-orthogonality", "--out", "partition"]),
      ["--partition-size", "500", "--pretraining-epochs=3", "--orthogonal=no", "--out", "partition"],
    );
  });
});

/** What a help text says of each option, on one line. */
function optionEntries(help: string): Record<string, string> {
  const joined = help.replace(/\n {10,}/g, " ");
  return Object.fromEntries(
    [...joined.matchAll(/^ {2}--([a-z-]+) (.*)$/gm)].map(([, name, meaning]) => [name, meaning]),
  );
}

/** Starts the run and sends it a signal some milliseconds after it said something; all that it said. */
async function stoppedAfter(line: string, signal: NodeJS.Signals, folder: string): Promise<string> {
  const child = spawn(process.execPath, [bin, ...command("killed")], { cwd: folder });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      if (said.includes(line)) said += text.toString();
      else if ((said += text.toString()).includes(line)) setTimeout(() => child.kill(signal), 30);
    });
  }
  await new Promise((resolve) => child.on("close", resolve));
  if (signal === "SIGKILL") assert.equal(child.signalCode, signal, `it ended by itself: ${said}`);
  else assert.equal(child.exitCode, 130, said);
  return said;
}

describe("ssdml train --method FILE", () => {
  it("learns by a method of one's own, resumes it, and refuses it when a part has changed", async (t) => {
    const folder = await digitFolder(t);
    const write = (pixels: number) => {
      writeFileSync(
        path.join(folder, "mine.ts"),
        `import { adam, convolution, defineMethod, dense, maxPool, relu, sequential, shift } from "ssdml";
        const pixels: number = ${pixels};
        export default defineMethod({
          name: "Mine",
          network: sequential([convolution(4, 5), relu(), maxPool(4), dense(8)]),
          augment: [shift(pixels)],
          optimizer: adam(),
        });`,
      );
    };
    write(1);
    const trainFor = (epochs: number) =>
      ssdml(
        `train --method AGML --dataset ./digits --size 28 --engine wasm --method ./mine.ts --partition 20 --labeled-per-class 5 --epochs ${epochs} --epochs-per-partition 1`.split(
          " ",
        ),
        folder,
      );
    const first = trainFor(1);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /\nMine +\d/);
    const [run] = readdirSync(path.join(folder, "runs"));
    const result = JSON.parse(
      readFileSync(path.join(folder, "runs", run, "results.json"), "utf8"),
    ) as ExperimentResult;
    assert.equal(result.method, "Mine");
    assert.deepEqual(result.parts!.augment, [{ name: "shift", settings: { pixels: 1 } }]);
    const second = trainFor(2);
    assert.equal(second.status, 0, second.stderr);
    assert.match(second.stdout, /after epoch 1/);
    write(2);
    const changed = trainFor(3);
    assert.equal(changed.status, 1);
    assert.match(changed.stderr, /made with other parts: the shift's pixels was 1 and is 2/);
    const wrong = ssdml(["train", "--dataset", "mnist", "--method", "./nowhere.ts"], folder);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /there is no file \.\/nowhere\.ts/);
  });
});

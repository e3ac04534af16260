import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { notebookFile } from "../support/notebooks";
import { newProject, writePictures, type Outcome } from "./project";

/** A failed command says one sentence, and nothing of its inside. */
function assertSentence({ status, stderr }: Outcome, sentence: RegExp): void {
  assert.equal(status, 1, stderr);
  assert.match(stderr, sentence);
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
}

const short = [
  ...["--engine", "wasm", "--labeled-per-class", "5", "--epochs", "1", "--partition-size", "80"],
  ...["--triplets-per-partition", "40", "--pretraining", "1"],
];

describe("somebody who has just installed ssdml", { timeout: 240_000 }, () => {
  it("trains on pictures of their own, gets the files that were promised, and loads the model", (t) => {
    const { folder, ssdml, script } = newProject(t);
    writePictures(path.join(folder, "pictures"), 40);
    const trained = ssdml("train", "--dataset", "./pictures", ...short, "--out", "runs/mine");
    assert.equal(trained.status, 0, trained.stderr + trained.stdout);
    const file = path.join(folder, "runs", "mine", "model.safetensors");
    assert.ok(existsSync(file));
    const { rows } = JSON.parse(readFileSync(path.join(folder, "runs", "mine", "results.json"), "utf8")) as {
      rows: { method: string; metric: string; k: number | null; value: number }[];
    };
    const recall = (method: string) =>
      rows.find((row) => row.method === method && row.metric === "recall" && row.k === 1)?.value ?? NaN;
    const keptStart = trained.stdout.includes("is kept");
    assert.ok(recall("AGML2") >= recall("Initial") || keptStart, JSON.stringify(rows));

    const loaded = script(`
      import { AGML2, imageFolder, tf, useEngine } from "ssdml";
      await useEngine("wasm");
      const { test, classNames } = await imageFolder("./pictures", { size: 32 });
      const model = await AGML2.load("runs/mine/model.safetensors");
      await model.save("copy.safetensors");
      const [a, b] = [model, await AGML2.load("copy.safetensors")].map((each) => each.transform(test.images));
      console.log(classNames.join(), a.shape[0] === test.labels.length, tf.max(tf.abs(tf.sub(a, b))).dataSync()[0]);
    `);
    assert.equal(loaded.stderr, "");
    assert.equal(loaded.stdout, "blue,green,red,yellow true 0\n");
  });

  it("learns from features in a CSV file with class names, in a script and in a notebook", (t) => {
    const { folder, ssdml, script } = newProject(t);
    const lines = Array.from({ length: 40 }, (_, i) => {
      const name = i % 2 === 0 ? "cat" : "dog";
      return [10 * (i % 2) + Math.sin(i), Math.cos(7 * i), Math.sin(3 * i), i < 12 ? name : ""].join();
    });
    writeFileSync(path.join(folder, "features.csv"), ["a,b,c,kind", ...lines].join("\n"));
    const cell = (print: string) => `
      const lines = readFileSync("features.csv", "utf8").split("\\n").slice(1).map((line) => line.split(","));
      const x = lines.map((cells) => Float32Array.from(cells.slice(0, 3), Number));
      const labels = lines.map((cells) => cells[3]);
      const truth = lines.map((_, i) => (i % 2 === 0 ? "cat" : "dog"));
      await useEngine("wasm");
      const model = new AGML({ seed: 1, epochs: 1, k: 4, partitionSize: 40 });
      await model.fit(x, labels, { trueLabels: truth });
      const z = model.transform(x);
      const { recall } = await evaluateEmbeddings(z, truth, { metrics: ["recall"], recallAt: [1] });
      const figure = embeddingScatter(pca(x, { dimensions: 2 }).points, labels);
      ${print}`;
    const names = "AGML, embeddingScatter, evaluateEmbeddings, pca, useEngine";
    const imports = `import { readFileSync } from "node:fs";\nimport { ${names} } from "ssdml";`;
    const print = `console.log(recall[1] > 0.8, JSON.stringify(figure.spec).includes('"domain":["cat","dog","unlabeled"]'));`;
    const ran = script(imports + cell(`${print} await figure.save("out/points.svg");`));
    assert.equal(ran.stderr, "");
    assert.equal(ran.stdout, "true true\n");
    assert.match(readFileSync(path.join(folder, "out", "points.svg"), "utf8"), /unlabeled/);

    writeFileSync(path.join(folder, "own.ipynb"), notebookFile([imports, cell(print)]));
    const notebook = ssdml("run", "own.ipynb", "--html", "--out", "out/own.ipynb");
    assert.equal(notebook.status, 0, notebook.stderr + notebook.stdout);
    assert.match(readFileSync(path.join(folder, "out", "own.html"), "utf8"), /true true/);
  });

  it("is told in one sentence what is wrong", (t) => {
    const { folder, ssdml } = newProject(t);
    writePictures(path.join(folder, "broken"), 2);
    writeFileSync(path.join(folder, "broken", "red", "0.png"), "no picture");
    const mistakes: [string[], RegExp][] = [
      [["tarin"], /^ssdml: there is no command "tarin".* did you mean train\?/],
      [["engine", "instal"], /did you mean engine install\?/],
      [["kernel", "instal"], /did you mean kernel install\?/],
      [["data", "fech"], /did you mean data fetch\?/],
      [["train", "--datset", "mnist"], /there is no option --datset; did you mean --dataset\?/],
      [["train", "--dataset", "minst"], /got "minst"\. Did you mean mnist\?$/m],
      [["train", "--dataset", "mnist", "--method", "AMGL2"], /got "AMGL2"\. Did you mean AGML2\?$/m],
      [["train", "--dataset", "mnist", "--engine", "wasmm"], /train: --engine .* Did you mean "wasm"\?$/m],
      [["train", "pictures"], /unexpected word "pictures"; did you mean --dataset pictures\?/],
      [["train", "--dataset", "./broken", "--lr", "1"], /did you mean --learning-rate\?/],
      [["run", "mine.mjs"], /mine\.mjs is a script, not a notebook .* Run it with node mine\.mjs$/m],
      [["data", "fetch", "cifar"], /"cifar" is not a data set\..* Did you mean cifar10\?$/m],
      [["engine", "install", "tensorflw"], /Did you mean tensorflow\?$/m],
    ];
    for (const [words, sentence] of mistakes) assertSentence(ssdml(...words), sentence);
    const broken = ssdml("train", "--dataset", "./broken", ...short);
    const [warning, ...rest] = broken.stderr.split("\n");
    assert.match(warning, /^imageFolder: 1 picture of 8 .* broken.red.0\.png is neither a PNG/);
    assertSentence(
      { ...broken, stderr: rest.join("\n") },
      /one test example per class, so nothing can be judged\. Label/,
    );
  });

  it("may have gray pictures", (t) => {
    const { folder, script } = newProject(t);
    writePictures(path.join(folder, "gray"), 10, { gray: true });
    const { stdout, stderr } = script(`
      import { imageFolder, imageGrid } from "ssdml";
      const { train } = await imageFolder("./gray", { size: 28, channels: 1 });
      console.log(train.images.shape.slice(1).join(), String(imageGrid(train.images, { most: 1 })).includes("28 × 28 × 1"));
    `);
    assert.equal(stderr, "");
    assert.equal(stdout, "28,28,1 true\n");
  });
});

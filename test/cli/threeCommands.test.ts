import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { loadFeatures } from "../../lib/datasets";
import { useEngine } from "../../lib/engine";
import { convolution, globalAveragePool, relu, saveNetwork, sequential } from "../../lib/networks";
import { temporaryFolder } from "../support/temporary";
import { failing, ssdml } from "./inProcess";
import { birds, labeledPictures, pattern } from "./labeledPictures";

interface Answer {
  query: string;
  hits: { name: string; class: string | null }[];
}

/** The class of picture 017.png. */
const classOf = (name: string) => Number(name.slice(0, 3)) % 3;

/** How many of the hits are of the class of their query. */
function share(answers: readonly Answer[], wanted: readonly number[]): number {
  const right = answers.flatMap(({ hits }, i) => hits.map(({ name }) => classOf(name) === wanted[i]));
  return right.filter(Boolean).length / right.length;
}

/** A network in an .onnx file, for pictures of 32 × 32. */
async function writeNetwork(folder: string): Promise<void> {
  const layers = [convolution(24, 5), relu(), globalAveragePool()];
  const network = sequential(layers, { input: [32, 32, 3], seed: 2 });
  await saveNetwork(network, path.join(folder, "net.onnx"));
  network.dispose();
}

describe("sixty photographs with ten labels per class", () => {
  before(() => useEngine("wasm"));

  it("become a searchable index by features, train and search", async (t) => {
    const folder = temporaryFolder(t);
    labeledPictures(folder);
    await writeNetwork(folder);
    const network = ["--network", "net.onnx", "--scale", "0.00392157"];
    await ssdml(folder, "features", "--images", "pictures", "--out", "pictures.safetensors", ...network);
    const { labels, classNames, names, features } = await loadFeatures(
      path.join(folder, "pictures.safetensors"),
    );
    assert.deepEqual(classNames, birds);
    assert.deepEqual(
      [...labels],
      names.map((name, i) => (i < 30 ? classOf(name) : -1)),
    );
    assert.deepEqual(features.shape, [60, 24]);

    await ssdml(folder, "train", "--dataset", "pictures.safetensors", "--epochs", "8", "--out", "run");
    const { rows, labeledPerClass, validation } = JSON.parse(
      readFileSync(path.join(folder, "run", "results.json"), "utf8"),
    ) as {
      rows: { method: string; metric: string; value: number }[];
      labeledPerClass: number;
      validation: number;
    };
    // Of ten labels per class two are for the test; with so few, all others are learned from.
    assert.deepEqual([labeledPerClass, validation], [8, 0]);
    assert.ok(rows.find(({ method, metric }) => method === "AGML2" && metric === "nmi")!.value > 0.5);

    const model = ["--model", "run/model.safetensors", "--in", "pictures.safetensors"];
    const search = ["search", ...model, "--index", "birds.index", "--count", "5", "--json"];
    const known = ["030.png", "031.png", "032.png"];
    const answers = JSON.parse((await ssdml(folder, ...search, ...known)).stdout) as Answer[];
    assert.ok(share(answers, known.map(classOf)) > 0.8, JSON.stringify(answers));

    // A picture that nobody has seen goes through the network that the feature file records.
    writeFileSync(path.join(folder, "new.png"), pattern(2, 777));
    copyFileSync(path.join(folder, "pictures", "041.png"), path.join(folder, "copy.png"));
    const more = JSON.parse((await ssdml(folder, ...search, "new.png", "copy.png")).stdout) as Answer[];
    assert.ok(share(more.slice(0, 1), [2]) > 0.8, JSON.stringify(more));
    assert.equal(more[1].hits[0].name, "041.png");
  });

  it("or by train and search, from the pixels", async (t) => {
    const folder = temporaryFolder(t);
    labeledPictures(folder);
    await ssdml(
      folder,
      ...["train", "--dataset", "pictures", "--size", "28", "--epochs", "3", "--out", "run"],
    );
    const words = [
      "search",
      "--model",
      "run/model.safetensors",
      "--in",
      "pictures",
      "--count",
      "5",
      "--json",
    ];
    const known = ["030.png", "031.png", "032.png"];
    const answers = JSON.parse((await ssdml(folder, ...words, ...known)).stdout) as Answer[];
    assert.ok(share(answers, known.map(classOf)) > 0.6, JSON.stringify(answers));
  });

  it("say what to do where features come from another program", async (t) => {
    const folder = temporaryFolder(t);
    labeledPictures(folder, 12);
    const rows = Array.from({ length: 28 }, (_, i) => [`${i}.png`, "ab"[i % 2], 3 * (i % 2) + i / 50, i % 5]);
    const csv = [
      ["file", "class", "u", "v"],
      ...rows.map((row, i) => (i < 20 ? row : [row[0], "", ...row.slice(2)])),
    ];
    writeFileSync(path.join(folder, "x.csv"), csv.map((row) => row.join()).join("\n"));
    await ssdml(folder, ...["train", "--dataset", "x.csv", "--epochs", "2", "--k", "2", "--out", "run"]);
    assert.match(
      await failing(
        folder,
        "search",
        "--model",
        "run/model.safetensors",
        "--in",
        "x.csv",
        "pictures/001.png",
      ),
      /x\.csv does not say which network computed its features\. Name a row of the file instead/,
    );
    assert.match(
      await failing(folder, ...["train", "--dataset", "pictures", "--out", "other"]),
      /train: pictures has one test example per class, so nothing can be judged\. Label at least eight/,
    );
    assert.match(
      await failing(folder, "features", "--images", "pictures", "--out", "x.safetensors", "--mean", "3"),
      /--mean is an option of networks in files, but --network is googlenet/,
    );
    assert.match(
      await failing(
        folder,
        "features",
        "--images",
        "pictures",
        "--out",
        "x.safetensors",
        "--network",
        "resnet",
      ),
      /--network must be googlenet, an \.onnx file such as dinov2\.onnx, or the model\.json .* got "resnet"/,
    );
  });
});

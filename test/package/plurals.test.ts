import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { kMeans, knnGraph, pca, useEngine } from "ssdml";

const root = path.join(__dirname, "..", "..", "..");
const nouns =
  "epochs cells images points labels rows columns files packages steps batches triplets figures notebooks runs classes clusters neighbors iterations pictures queries examples jobs";
const count = new RegExp(
  `\\$\\{(?!plural\\()[^{}]*\\} (?:labeled )?(?:${nouns.split(" ").join("|")})\\b`,
  "g",
);

/** Counts that are never 1, or that name no number of things. */
const known = new Set(["${counts.endurance} cells", "${10 * perClass} labels", "${n} points"]);

it('counts in printed texts go through plural, so that nothing prints "1 epochs"', () => {
  const files = ["lib", "kernels", "bench", "scripts", "bin"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
        path.join(folder, String(name)),
      ),
    )
    .filter((file) => /\.(ts|cjs)$/.test(file));
  assert.ok(files.length > 400);
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return [...text.matchAll(count)].filter(([hit]) => !known.has(hit)).map(([hit]) => `${file}: ${hit}`);
  });
  assert.deepEqual(found, [], "use plural(count, noun) of core/printing");
});

const text = (value: { toString: () => string }) => value.toString();

it("results of one thing say so", async () => {
  await useEngine("cpu");
  const points = [
    [0, 1],
    [1, 0],
  ];
  assert.match(text(kMeans(points, { clusters: 1, restarts: 1 })), /2 points, 1 cluster, .* best of 1 run$/);
  assert.match(text(pca([[0], [1]], { dimensions: 1 })), /1 of 1 dimension,/);
  assert.match(text(knnGraph(points, { k: 1 })), /2 points/);
});

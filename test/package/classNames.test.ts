import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as ssdml from "ssdml";

const noise = ssdml.random(3);
const numbers = Array.from({ length: 30 }, (_, i) => (i * 7) % 3);
const names = numbers.map((label) => ["ant", "bee", "cat"][label]);
const points = numbers.map((label) =>
  Array.from({ length: 4 }, (_, c) => (c === label ? 2 : 0) + noise.normal()),
);
const few = numbers.map((label, i) => (i < 9 ? label : -1));
const fewNames = names.map((name, i) => (i < 9 ? name : i % 2 === 0 ? null : ""));

/** Functions of labels, each as a function of complete labels (`all`) and of some (`some`). */
const calls: [name: string, call: (all: ssdml.Labels, some: ssdml.Labels) => unknown][] = [
  ["semiSupervisedSplit", (all) => ssdml.semiSupervisedSplit(all, { labeledPerClass: 2 })],
  ["initialAffinities", (_, some) => ssdml.initialAffinities(some).toDense()],
  [
    "propagateAffinities",
    async (_, some) =>
      (await ssdml.propagateAffinities(ssdml.knnGraph(points, { k: 4 }), some)).ofNeighbors(),
  ],
  ["evaluateEmbeddings", async (all) => ({ ...(await ssdml.evaluateEmbeddings(points, all)) })],
  ["mapAtR", (all) => ssdml.mapAtR(points, all)],
  ["rPrecision", (all) => ssdml.rPrecision(points, all)],
  ["recallAtK", (all) => ssdml.recallAtK(points, all, [1, 2])],
  ["normalizedMutualInformation", (all, some) => ssdml.normalizedMutualInformation(all, some)],
  ["LRML", async (_, some) => (await new ssdml.LRML({ k: 4 }).fit(points, some)).metric],
];

describe("class names in place of class numbers", () => {
  before(async () => {
    await ssdml.useEngine("cpu");
  });

  for (const [name, call] of calls) {
    it(`${name}: the result is the same`, async () => {
      assert.deepEqual(await call(names, fewNames), await call(numbers, few));
    });
  }
});

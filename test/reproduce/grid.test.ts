import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { agmlDefaults } from "../../lib/methods";
import { published } from "../../lib/evaluate";
import { reproductionGrid, tables, type TableName } from "../../lib/reproduce";
import { UserError } from "../../lib";
import { temporaryFolder } from "../support/temporary";

describe("reproductionGrid", () => {
  it("has every method of Table 1 on every data set with every seed, and no run for Initial", () => {
    const cells = reproductionGrid("table1");
    assert.equal(cells.length, 7 * 3 * 3);
    assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
    for (const dataset of ["mnist", "fashion-mnist", "cifar10"]) {
      const rows = Object.keys(published[dataset]).filter(
        (name) => name !== "Initial" && name !== "AGML without orthogonality",
      );
      rows.push("AGML2");
      for (const seed of [1, 2, 3]) {
        const here = cells.filter((cell) => cell.dataset === dataset && cell.seed === seed);
        assert.deepEqual(here.map(({ method }) => method).sort(), rows.sort());
      }
    }
    assert.ok(
      cells.slice(0, 21).every(({ seed }) => seed === 1),
      "all of seed 1 come first",
    );
  });

  it("has AGML with and without the constraint in Table 4", () => {
    const cells = reproductionGrid("table4", { datasets: ["mnist"], seeds: 1 });
    assert.deepEqual(
      cells.map(({ method, options }) => [method, options.orthogonal]),
      [
        ["AGML without orthogonality", false],
        ["AGML", undefined],
      ],
    );
  });

  it("gives AGML's run the same id in both tables, and another one at another scale or seed", () => {
    const id = (table: TableName, scale: "quick" | "paper", seed: number) =>
      reproductionGrid(table, { scale, methods: ["AGML"], datasets: ["mnist"], seeds: seed }).at(-1)!.id;
    assert.equal(id("table1", "quick", 1), id("table4", "quick", 1));
    assert.notEqual(id("table1", "quick", 1), id("table1", "paper", 1));
    assert.notEqual(id("table1", "quick", 1), id("table1", "quick", 2));
    assert.match(id("table1", "quick", 1), /^mnist-agml-1-[0-9a-f]{8}$/);
  });

  it("takes the paper's schedule at the paper's scale", () => {
    for (const { dataset, method, images, labeledPerClass, options } of reproductionGrid("table1", {
      scale: "paper",
    })) {
      if (method === "AGML2") continue;
      const { partitionSize, epochs, epochsPerPartition } = agmlDefaults;
      assert.deepEqual([options.partitionSize, options.epochs, options.epochsPerPartition], [9000, 50, 10]);
      assert.deepEqual([partitionSize, epochs, epochsPerPartition], [9000, 50, 10]);
      assert.deepEqual(images, { train: Infinity, test: Infinity });
      assert.equal(labeledPerClass, dataset === "cifar10" ? 100 : 10);
      assert.equal(options.pretrainingEpochs ?? 0, dataset === "cifar10" ? 30 : 0);
    }
  });

  it("gives AGML2 its own schedule at every scale, with the paper's labels", () => {
    for (const scale of ["smoke", "quick", "paper"] as const) {
      const cells = reproductionGrid("table1", { scale, methods: ["AGML2"], seeds: 1 });
      assert.deepEqual(
        cells.map(({ dataset, labeledPerClass }) => [dataset, labeledPerClass]),
        ["mnist", "fashion-mnist", "cifar10"].map((dataset) => [
          dataset,
          scale === "smoke" ? 5 : dataset === "cifar10" ? 100 : 10,
        ]),
      );
      for (const { options } of cells) assert.equal(options.epochsPerPartition, undefined);
    }
    const [, clothes, photographs] = reproductionGrid("table1", { methods: ["AGML2"], seeds: 1 });
    assert.equal(clothes.options.mirror, true);
    assert.equal(photographs.options.pretrainingEpochs, 60);
  });

  it("keeps the ids of runs that were finished before there were views", () => {
    const ids = readFileSync(path.join("results", "table1", "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    const known = reproductionGrid("table1", { methods: ["AGML", "Deep-LRML", "Deep-APIT"] });
    for (const { id } of known) assert.ok(ids.includes(id), id);
  });

  it("takes fewer pairs on CIFAR-10 at quick scale, and says so in the options", () => {
    const limited = reproductionGrid("table1", { seeds: 1 }).filter(({ options }) => options.maxPairs);
    assert.deepEqual(
      limited.map(({ dataset, method, options }) => [dataset, method, options.maxPairs]),
      [
        ["cifar10", "Deep-LRML", 4000],
        ["cifar10", "Deep-ISDML", 4000],
      ],
    );
  });

  it("keeps the table's order whatever the order of the names", () => {
    const cells = reproductionGrid("table1", {
      methods: ["AGML", "Deep-LRML"],
      datasets: ["cifar10"],
      seeds: 1,
    });
    assert.deepEqual(
      cells.map(({ method }) => method),
      ["Deep-LRML", "AGML"],
    );
  });

  it("says what is wrong and what there is", () => {
    for (const [run, sentence] of [
      [
        () => reproductionGrid("table9" as TableName),
        /table must be one of table1, table2, table3, table4, table5, got "table9"/,
      ],
      [
        () => reproductionGrid("table1", { datasets: ["cub"] }),
        /datasets\[0\] must be one of mnist, .*got "cub"/,
      ],
      [
        () => reproductionGrid("table4", { methods: ["Initial"] }),
        /methods must be some of AGML without.*Every run includes Initial/,
      ],
      [
        () => reproductionGrid("table1", { scale: "huge" as "quick" }),
        /scale must be "smoke", "quick" or "paper"/,
      ],
      [() => reproductionGrid("table1", { seeds: 0 }), /seeds must be a whole number in \[1, 1000\], got 0/],
    ] as const) {
      assert.throws(run, (error) => error instanceof UserError && sentence.test(error.message));
    }
    assert.ok(Object.isFrozen(tables));
  });
});

describe("a grid with a method from a file", () => {
  it("has its cells alone, or beside those of the named methods; the id depends on its parts", (t) => {
    const file = path.join(temporaryFolder(t), "mine.ts");
    const grid = (pixels: number, methods?: string[]) => {
      writeFileSync(
        file,
        `import { defineMethod, shift } from "ssdml"; export default defineMethod({ name: "Mine, too", augment: [shift(${pixels})] });`,
      );
      return reproductionGrid("table1", {
        datasets: ["mnist"],
        seeds: 1,
        files: [file],
        ...(methods && { methods }),
      });
    };
    const [cell, ...others] = grid(1);
    assert.deepEqual([cell.method, cell.file, others.length], ["Mine, too", file, 0]);
    assert.match(cell.id, /^mnist-mine-too-1-[0-9a-f]{8}$/);
    assert.equal(grid(1)[0].id, cell.id);
    assert.notEqual(grid(2)[0].id, cell.id);
    assert.deepEqual(
      grid(1, ["AGML"]).map(({ method }) => method),
      ["AGML", "Mine, too"],
    );
  });
});

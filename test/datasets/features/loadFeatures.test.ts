import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { DataFrame } from "danfojs-node";
import { random } from "../../../lib/core/values/random";
import { UserError } from "../../../lib/core/errors";
import { loadFeatures, type FeatureOptions } from "../../../lib/datasets";
import { mutate } from "../../fuzz/mutate";
import { temporaryFolder } from "../../support/temporary";

const folder = path.join("test", "fixtures", "features");
const fixture = (name: string) => path.join(folder, name);
const expected = JSON.parse(readFileSync(fixture("expected.json"), "utf8")) as {
  x: number[];
  y: number[];
  species: (string | null)[];
  files: string[];
};
const byName: FeatureOptions = { label: "species", name: "file" };
/** Every file with its options, and how exactly it holds the numbers. */
const files: [file: string, options: FeatureOptions, tolerance: number][] = [
  ["x.npy", {}, 0],
  ["x-f8-fortran.npy", {}, 0],
  ["x-f2-big.npy", {}, 1e-3],
  ["x.npz", { label: "y" }, 0],
  ["x-packed.npz", { label: "y" }, 0],
  ["x.safetensors", { label: "y" }, 1e-3],
  ["x.csv", byName, 1e-6],
  ["x.tsv.gz", { label: "species", name: -1 }, 1e-6],
  ["x.parquet", byName, 0],
  ["vectors.parquet", byName, 0],
  ["x.feather", byName, 0],
  ["x.arrows", byName, 0],
  ["vectors.arrow", byName, 0],
];

describe("loadFeatures", () => {
  for (const [file, options, tolerance] of files)
    it(`reads ${file} as Python wrote it`, async () => {
      const { features, labels, classNames, names } = await loadFeatures(fixture(file), options);
      assert.deepEqual(features.shape, [40, 6]);
      expected.x.forEach((value, i) => {
        assert.ok(
          Math.abs(features.data[i] - value) <= tolerance * Math.max(1, Math.abs(value)),
          `${i}: ${features.data[i]}`,
        );
      });
      if (options.label === "y") {
        assert.deepEqual([[...labels], classNames], [expected.y, ["0", "1", "2"]]);
      } else if (options.label === "species") {
        assert.deepEqual(classNames, ["setosa", "versicolor", "virginica"]);
        assert.deepEqual(
          Array.from(labels, (label) => (label < 0 ? null : classNames[label])),
          expected.species,
        );
        assert.deepEqual(names, expected.files);
      } else assert.ok(labels.length === 40 && labels.every((label) => label === -1));
    });

  it("reads a Danfo DataFrame", async () => {
    const frame = new DataFrame({ a: [1, 2, 3], kind: ["u", "", "v"], b: [0.5, 1.5, 2.5] });
    const { features, labels, classNames, featureNames } = await loadFeatures(frame, { label: "kind" });
    assert.deepEqual(
      [[...features.data], features.shape],
      [
        [1, 0.5, 2, 1.5, 3, 2.5],
        [3, 2],
      ],
    );
    assert.deepEqual(
      [[...labels], classNames, featureNames],
      [
        [0, -1, 1],
        ["u", "v"],
        ["a", "b"],
      ],
    );
  });

  const text = async (
    t: Parameters<typeof temporaryFolder>[0],
    content: string,
    options: FeatureOptions = {},
  ) => {
    const file = path.join(temporaryFolder(t), "t.csv");
    writeFileSync(file, content);
    return loadFeatures(file, options);
  };

  it("reads quotes, line breaks within them, Windows line ends, and files without a header or a last line end", async (t) => {
    const quoted = await text(t, 'a,"the ""kind""",n\r\n1,"x, y",p\r\n2,"x\ny","q"\r\n3,,r', {
      label: 1,
      name: "n",
    });
    assert.deepEqual(quoted.classNames, ["x\ny", "x, y"]);
    assert.deepEqual(
      [[...quoted.labels], quoted.names, [...quoted.features.data]],
      [
        [1, 0, -1],
        ["p", "q", "r"],
        [1, 2, 3],
      ],
    );
    const bare = await text(t, "T,2,8\nI,5,12\n", { label: 0 });
    assert.deepEqual(
      [bare.classNames, [...bare.features.data]],
      [
        ["I", "T"],
        [2, 8, 5, 12],
      ],
    );
    const counted = await text(t, "0,1,label\n5,6,7\n8,9,-1\n1,2,10\n", { label: "label" });
    assert.deepEqual(
      [[...counted.labels], counted.classNames],
      [
        [0, -1, 1],
        ["7", "10"],
      ],
    );
  });

  it("leaves out the row numbers that pandas writes, and finds semicolons and tabs", async (t) => {
    const indexed = await text(t, ",a,c\n0,5,u\n1,6,v\n", { label: "c" });
    assert.deepEqual([indexed.features.shape, indexed.featureNames], [[2, 1], ["a"]]);
    assert.deepEqual((await text(t, ",a\n7,5\n8,6\n")).features.shape, [2, 2], "these are no row numbers");
    for (const separator of [";", "\t"]) {
      const { features, classNames } = await text(t, `a;b;c\n1;2;u\n3;4;NA\n`.replaceAll(";", separator), {
        label: "c",
      });
      assert.deepEqual([[...features.data], classNames], [[1, 2, 3, 4], ["u"]]);
    }
    assert.equal(
      (await text(t, "1,2,a\n3,4,b\n", { label: -1 })).features.shape[0],
      2,
      "a row, not a header",
    );
  });

  it("numbers classes as texts where they look like numbers but are not", async (t) => {
    const { classNames } = await text(t, "x,c\n1,01\n2,1\n", { label: "c" });
    assert.deepEqual(classNames.sort(), ["01", "1"]);
  });

  it("says in one sentence what is wrong, with row and column", async (t) => {
    const cases: [content: string, options: FeatureOptions, message: RegExp][] = [
      ["a,b\n1,2\n3,\n", {}, /column "b" has no number in row 1 \(counted from 0\)/],
      ["a,b\n1,2\n3\n", {}, /row 2 has 1 fields? instead of 2/],
      ["a,b\n1,2\n3,inf\n", {}, /column "b" has an infinite number in row 1/],
      ["a,a\n1,2\n", {}, /two of its columns are named "a"/],
      ["a,b\n1,x\n", {}, /column "b" holds texts.*\{ label: "b" \}/],
      ["a,b\n1,2\n3,x\n", {}, /column "b" holds texts, such as "x" in row 1 \(counted from 0\)\. If/],
      ['a,b\n1,"2,5"\n', {}, /such as "2,5" in row 0 \(counted from 0\); decimals need a point\./],
      ["a,b\n1,x\n", { label: "c" }, /has no column "c"/],
      ["a,species\n1,x\n", { label: "specie" }, /Did you mean "species"\?$/],
      ["a,b\n", {}, /no rows/],
      ['a,b\n1,"x\n', { label: "b" }, /ends within quotes/],
    ];
    for (const [content, options, message] of cases)
      await assert.rejects(text(t, content, options), (error: unknown) => {
        assert.ok(error instanceof UserError, String(error));
        assert.match(error.message, message);
        assert.match(error.message, /^loadFeatures: .*t\.csv cannot be used: /);
        return true;
      });
    await assert.rejects(loadFeatures("none.npy"), /loadFeatures: none\.npy is not a file/);
    await assert.rejects(loadFeatures(fixture("make.py")), /must end in \.npy/);
    await assert.rejects(loadFeatures(fixture("x.csv"), { lable: "species" } as never), /label/);
  });

  for (const [file, options] of files)
    it(`refuses damaged files of the form of ${file} in one sentence that names them`, async (t) => {
      const whole = readFileSync(fixture(file));
      const damaged = path.join(temporaryFolder(t), file);
      let refused = 0;
      for (let seed = 0; seed < 1000; seed++) {
        writeFileSync(damaged, mutate(whole, random(seed), [whole]));
        try {
          const { features } = await loadFeatures(damaged, options);
          assert.ok(features.data.every(Number.isFinite));
        } catch (error) {
          assert.ok(error instanceof UserError, `seed ${seed}: ${String((error as Error).stack)}`);
          assert.ok(error.message.includes(damaged), error.message);
          assert.ok(!error.message.includes("\n"), error.message);
          refused++;
        }
      }
      assert.ok(refused > 300, `${refused} of 1,000 were refused`);
    });
});

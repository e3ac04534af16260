import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs";
import * as dfd from "danfojs-node";
import { loopback } from "../support/loopback";
import { temporaryFolder } from "../support/temporary";

interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
}

const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, LockedPackage>;
};

/** The first version without known vulnerabilities; undefined where there is none. */
const firstSound: Record<string, string | undefined> = {
  request: undefined, // GHSA-p8p7-x288-28g6
  "@cypress/request": "3.0.0", // GHSA-p8p7-x288-28g6
  "tough-cookie": "4.1.3", // GHSA-72xf-g2v4-qvf3
  "form-data": "4.0.4", // GHSA-fjxv-7rqg-78g4
  qs: "6.14.1", // GHSA-6rw7-vpxm-498p
  xlsx: "0.20.2", // GHSA-4r6h-8v6p-xvw6, GHSA-5pgg-2g8v-p4x9
  "@e965/xlsx": "0.20.2",
  "json-schema": "0.4.0", // GHSA-896r-f27r-55mw
  "node-fetch": "2.6.7", // GHSA-r683-j2x4-v87g
  mathjs: "15.2.0", // GHSA-jvff-x2qm-6286
  "vega-expression": "5.2.1", // GHSA-7f2v-3qq3-vvjf
  "vega-selections": "5.6.3", // GHSA-m9rg-mr6g-75gm
};

function isOlder(version: string, bound: string): boolean {
  const [a, b] = [version, bound].map((text) => text.split(/[.-]/).map(Number));
  const i = a.findIndex((part, place) => part !== b[place]);
  return i >= 0 && a[i] < b[i];
}

describe("package-lock.json", () => {
  it("holds no version of a package with a vulnerability that we know", () => {
    const unsound = Object.entries(lock.packages).flatMap(([place, { name, version = "" }]) => {
      const real = name ?? place.split("node_modules/").at(-1)!;
      if (!Object.hasOwn(firstSound, real)) return [];
      const sound = firstSound[real];
      return sound === undefined || isOlder(version, sound) ? [`${place} (${real} ${version})`] : [];
    });
    assert.deepEqual(unsound, []);
    assert.ok(isOlder("0.18.5", "0.20.2") && !isOlder("15.2.0", "4.1.3"));
  });

  it("names no registry and no path outside this folder", () => {
    for (const [place, { resolved = "" }] of Object.entries(lock.packages)) {
      assert.ok(!resolved.includes(":") && !path.isAbsolute(resolved) && !resolved.includes(".."), place);
    }
  });
});

const rows = [
  { name: "a", group: "x", value: 1.5 },
  { name: "b", group: "y", value: 2.5 },
  { name: "c", group: "x", value: 6.5 },
];
const csv = "name,group,value\na,x,1.5\nb,y,2.5\nc,x,6.5\n";

describe("Danfo, with what stands in for its dependencies,", () => {
  it("reads and writes CSV and JSON files", async (t) => {
    const file = (name: string) => path.join(temporaryFolder(t), name);
    const table = new dfd.DataFrame(rows);
    assert.equal(dfd.toCSV(table), csv);
    const csvFile = file("table.csv");
    dfd.toCSV(table, { filePath: csvFile });
    assert.equal(fs.readFileSync(csvFile, "utf8"), csv);
    // Danfo takes an empty line at the end for a row.
    fs.writeFileSync(csvFile, csv.trimEnd());
    assert.deepEqual(dfd.toJSON(await dfd.readCSV(csvFile)), rows);

    const jsonFile = file("table.json");
    dfd.toJSON(table, { filePath: jsonFile });
    assert.deepEqual(dfd.toJSON((await dfd.readJSON(jsonFile)) as dfd.DataFrame), rows);
  });

  it("reads CSV and JSON from a server, through a redirect too, and says what the server answered", async (t) => {
    const { address } = await loopback(t, (request, response) => {
      if (request.url === "/moved.csv") response.writeHead(302, { location: "/table.csv" }).end();
      else if (request.url === "/table.csv") response.end(csv);
      else if (request.url === "/table.json") response.end(JSON.stringify(rows));
      else response.writeHead(404).end("none");
    });
    assert.deepEqual(dfd.toJSON(await dfd.readCSV(`${address}/table.csv`)), rows);
    assert.deepEqual(dfd.toJSON(await dfd.readCSV(`${address}/moved.csv`)), rows);
    assert.deepEqual(dfd.toJSON((await dfd.readJSON(`${address}/table.json`)) as dfd.DataFrame), rows);
    await assert.rejects(dfd.readCSV(`${address}/none.csv`), /HTTP 404/);

    const streamed: unknown[] = [];
    await dfd.streamJSON(`${address}/table.json`, (row) => streamed.push(...(dfd.toJSON(row) as unknown[])));
    assert.deepEqual(streamed, rows);
  });

  it("reads and writes Excel files", async (t) => {
    const filePath = path.join(temporaryFolder(t), "table.xlsx");
    dfd.toExcel(new dfd.DataFrame(rows), { filePath });
    assert.deepEqual(dfd.toJSON((await dfd.readExcel(filePath)) as dfd.DataFrame), rows);
  });

  it("computes as it should", () => {
    const table = new dfd.DataFrame(rows);
    const values = table.column("value");
    assert.equal(values.mean(), 3.5);
    assert.equal(values.median(), 2.5);
    assert.ok(Math.abs(values.std() - Math.sqrt(7)) < 1e-12);
    assert.ok(Math.abs(values.var() - 7) < 1e-12);
    assert.deepEqual(new dfd.Series([1, 2, 2, 3]).mode(), [2]);
    assert.deepEqual(table.groupby(["group"]).col(["value"]).mean().values, [
      ["x", 4],
      ["y", 2.5],
    ]);
    assert.deepEqual(table.sortValues("value", { ascending: false }).column("name").values, ["c", "b", "a"]);
    const [count, mean, , , median] = table.describe().column("value").values;
    assert.deepEqual([count, mean, median], [3, 3.5, 2.5]);
    const joined = dfd.merge({
      left: table,
      right: table.loc({ columns: ["name"] }),
      on: ["name"],
      how: "inner",
    });
    assert.deepEqual(joined.shape, [3, 3]);
  });

  it("shares our TensorFlow.js", async () => {
    const table = new dfd.DataFrame([
      [1, 2],
      [3, 4],
    ]);
    const tensor: unknown = table.tensor;
    assert.ok(tensor instanceof tf.Tensor);
    assert.deepEqual([...(await tensor.data())], [1, 2, 3, 4]);
    assert.equal(require.resolve("@tensorflow/tfjs-node"), path.resolve("replacements/tfjs-node/index.cjs"));
  });
});

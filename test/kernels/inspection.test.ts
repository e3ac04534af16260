import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { TestKernel } from "./client";

const DECLARED = `
/** Adds two numbers. */
function add(a: number, b = 2): number { return a + b; }
/** The absolute value. */
function size(x: number): number;
function size(x: string): string;
function size(x: number | string): number | string { return x; }
interface Options {
  /** How often all the data are seen. */
  epochs?: number;
}
function train(options: Options): void {}
/** A network. */
class Net {
  /** Makes a network. */
  constructor(readonly layers: number) {}
  /** Predicts labels. */
  predict(x: number): number { return x; }
}
`;

describe("inspection", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
    await kernel.execute(DECLARED);
  });
  after(() => kernel.stop());

  /** The reply for the position of the mark `|` in a text. */
  async function inspectAt(marked: string): Promise<string> {
    const [before, behind] = marked.split("|");
    const { reply } = await kernel.request("shell", "inspect_request", {
      code: before + behind,
      cursor_pos: Array.from(before).length,
    });
    const { found, data } = reply.content;
    const { "text/plain": text = "" } = data as Record<string, string>;
    assert.equal(found, text !== "");
    return text;
  }

  it("lists the options of a function or class with their doc comments and defaults", async () => {
    const ofTrain = await inspectAt("train(|");
    assert.match(
      ofTrain,
      /^function train\(options: Options\): void\n\nOptions:\n {2}epochs\?: number — How often all the data are seen\.$/,
    );
    await kernel.execute('import { AGML2, knnGraph } from "ssdml";');
    const ofGraph = await inspectAt("knnGraph(|");
    assert.match(ofGraph, /Options:\n {2}k\?: number — .*Default 10,/);
    const ofModel = await inspectAt("new AGML2(|");
    for (const option of ["epochs", "gamma", "network", "seed"])
      assert.match(ofModel, new RegExp(`\\n  ${option}\\?: .* — .`), ofModel);
    assert.doesNotMatch(await inspectAt("add(|"), /Options/);
  });

  const OF_ADD = "function add(a: number, b?: number): number\n\nAdds two numbers.";

  it("describes the function whose call surrounds the cursor", async () => {
    const inCall = [
      "add(|)",
      "add(1, |",
      "add(1, |\nconst next = 5;",
      "add(1|, 2)",
      "add(1)|",
      "'😀'; add( |)",
      "add('te|xt')",
      "size(add(|))",
      "size(() => { add(|) })",
      "size([1, { a: add(|) }])",
    ];
    for (const marked of inCall) assert.equal(await inspectAt(marked), OF_ADD, marked);
    assert.match(
      await inspectAt("Math.max(1, |"),
      /Math\.max\(\.\.\.values: number\[\]\)[^]*larger of a set/,
    );
    assert.match(await inspectAt("new Net(|)"), /constructor Net\(layers: number\): Net\n\nMakes a network/);
    assert.match(await inspectAt("new Net(1).predict(|)"), /Net\.predict\(x: number\)[^]*Predicts labels/);
  });

  it("describes the name at the cursor, also among arguments", async () => {
    assert.match(await inspectAt("add(Net|)"), /class Net\n\nA network/);
    assert.match(await inspectAt("add(si|ze(1))"), /function size/);
    assert.equal(await inspectAt("size(|add(1))"), OF_ADD);
  });

  it("describes nothing outside of calls and in the bodies of functions passed to calls", async () => {
    for (const marked of [
      "add(1) |",
      "add(1); |",
      "|",
      "if (|) add(1);",
      "add(() => { | })",
      "noSuchName(|)",
    ]) {
      assert.equal(await inspectAt(marked), "", marked);
    }
  });

  it("lists all overloads of a function, the matching one first", async () => {
    const ofNumber = "size(x: number): number";
    const ofText = "size(x: string): string";
    assert.match(
      await inspectAt("size(|)"),
      new RegExp(`^function ${literal(ofNumber)} .*\n${literal(ofText)}\n\n`),
    );
    assert.match(
      await inspectAt("size('a'|)"),
      new RegExp(`^function ${literal(ofText)} .*\n${literal(ofNumber)}`),
    );
    const ofFile = await inspectAt('import fs from "node:fs"; fs.readFileSync(|)');
    assert.match(ofFile, /\(\+2 overloads\)(\nreadFileSync\(path.*){2}\n\nReturns the contents/);
  });

  it("describes a property by the expected type", async () => {
    const ofEpochs =
      /\(property\) Options\.epochs\?: number \| undefined\n\nHow often all the data are seen\./;
    assert.match(await inspectAt("train({ epo|chs: 1 })"), ofEpochs);
    assert.match(await inspectAt("const options: Options = { epochs|: 1 }"), ofEpochs);
    assert.match(await inspectAt("train({ epochs: | })"), /function train/);
    assert.match(await inspectAt("const point = { x|: 1 }"), /\(property\) x: number/);
  });

  it("gives the same answers while a cell runs", async () => {
    const running = kernel.execute("while (true);");
    assert.equal(await inspectAt("add(|)"), OF_ADD);
    await kernel.interrupt();
    await running;
  });
});

function literal(text: string): string {
  return text.replace(/[()?]/g, "\\$&");
}

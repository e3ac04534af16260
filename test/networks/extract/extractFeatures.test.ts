import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as tf from "@tensorflow/tfjs-core";
import { PNG } from "pngjs";
import { loadFeatures } from "../../../lib/datasets";
import { useEngine } from "../../../lib/engine";
import {
  convolution,
  extractFeatures,
  relu,
  rmac,
  sequential,
  type ExtractEvent,
} from "../../../lib/networks";
import { temporaryFolder } from "../../support/temporary";

const network = () =>
  sequential([convolution(5, 3), relu(), rmac({ levels: 2 })], { input: [8, 8, 3], seed: 4, anySize: true });

/** A folder with one folder per class, whose pictures differ in size. */
function birds(t: TestContext, perClass = 3): string {
  const folder = path.join(temporaryFolder(t), "birds");
  for (const [c, name] of ["owl", "wren"].entries()) {
    mkdirSync(path.join(folder, name), { recursive: true });
    for (let i = 0; i < perClass; i++) {
      const png = new PNG({ width: 8 + i, height: 9 + c });
      png.data = Buffer.from(
        Array.from(png.data, (_, at) => (at % 4 === 3 ? 255 : (at * (7 + i) + 31 * c) % 256)),
      );
      writeFileSync(path.join(folder, name, `${String(i).padStart(4, "0")}.png`), PNG.sync.write(png));
    }
  }
  return folder;
}

async function run(folder: string, out: string, until = Infinity): Promise<ExtractEvent[]> {
  const made = network();
  const events: ExtractEvent[] = [];
  try {
    for await (const event of extractFeatures(folder, made, { out })) {
      events.push(event);
      if (events.length >= until) break;
    }
  } finally {
    made.dispose();
  }
  return events;
}

describe("extractFeatures", () => {
  before(() => useEngine("cpu"));

  it("writes a row per picture in its own size, with its name and class, which loadFeatures reads", async (t) => {
    const folder = birds(t);
    const out = path.join(folder, "..", "x.safetensors");
    const tensors = tf.memory().numTensors;
    const events = await run(folder, out);
    assert.equal(tf.memory().numTensors, tensors);
    assert.deepEqual(events.at(-1), { kind: "written", file: out, rows: 6, dimension: 5, broken: 0 });
    assert.ok(!existsSync(`${out}.part`));
    const { features, labels, classNames, names } = await loadFeatures(out);
    assert.deepEqual(features.shape, [6, 5]);
    assert.deepEqual([...labels], [0, 0, 0, 1, 1, 1]);
    assert.deepEqual(classNames, ["owl", "wren"]);
    assert.equal(names[4], "wren/0001.png");
    // The fifth picture by hand: its pixels, through the network.
    const png = PNG.sync.read((await import("node:fs")).readFileSync(path.join(folder, names[4])));
    const pixels = Array.from(png.data).filter((_, at) => at % 4 !== 3);
    const made = network();
    const z = tf.tidy(() => made.forward(tf.tensor4d(pixels, [1, png.height, png.width, 3])).dataSync());
    made.dispose();
    z.forEach((value, c) => {
      assert.ok(Math.abs(value - features.data[4 * 5 + c]) < 1e-6);
    });
  });

  it("leaves out broken pictures and says which", async (t) => {
    const folder = birds(t);
    writeFileSync(path.join(folder, "owl", "0001.png"), "no picture");
    writeFileSync(path.join(folder, "wren", "0002.png"), "nor this");
    const out = path.join(folder, "..", "x.safetensors");
    const events = await run(folder, out);
    const broken = events.filter(({ kind }) => kind === "broken");
    assert.deepEqual(
      broken.map((event) => event.kind === "broken" && path.basename(event.file)),
      ["0001.png", "0002.png"],
    );
    assert.match(JSON.stringify(broken[0]), /0001\.png is neither/);
    const { names } = await loadFeatures(out);
    assert.deepEqual(names, ["owl/0000.png", "owl/0002.png", "wren/0000.png", "wren/0001.png"]);
  });

  it("goes on where it was stopped, with the same numbers, and begins anew with another network", async (t) => {
    const folder = birds(t);
    const [whole, parts] = ["a.safetensors", "b.safetensors"].map((name) => path.join(folder, "..", name));
    await run(folder, whole);
    await run(folder, parts, 2);
    assert.ok(existsSync(`${parts}.part`));
    const events = await run(folder, parts);
    assert.deepEqual(events[0], {
      kind: "picture",
      file: path.join(folder, "owl", "0002.png"),
      done: 3,
      resumed: 2,
      total: 6,
    });
    assert.deepEqual((await loadFeatures(parts)).features, (await loadFeatures(whole)).features);
    await run(folder, parts, 2);
    const other = sequential([convolution(5, 3), rmac()], { input: [8, 8, 3], seed: 9, anySize: true });
    const [first] = [await extractFeatures(folder, other, { out: parts }).next()];
    assert.equal((first.value as { resumed: number }).resumed, 0);
    other.dispose();
  });

  it("loses nothing when it is killed", async (t) => {
    const folder = birds(t, 40);
    const out = path.join(folder, "..", "x.safetensors");
    const whole = path.join(folder, "..", "whole.safetensors");
    await run(folder, whole);
    const child = spawn(process.execPath, [
      "-e",
      `const lib = require(${JSON.stringify(path.join(__dirname, "..", "..", "..", "lib"))});
       (async () => {
         await lib.useEngine("cpu");
         const network = lib.sequential([lib.convolution(5, 3), lib.relu(), lib.rmac({ levels: 2 })], { input: [8, 8, 3], seed: 4, anySize: true });
         for await (const { done } of lib.extractFeatures(${JSON.stringify(folder)}, network, { out: ${JSON.stringify(out)} })) await new Promise((next) => setTimeout(next, 5));
       })();`,
    ]);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // The file begins with 32 bytes; a row has 20.
    while (!existsSync(`${out}.part`) || statSync(`${out}.part`).size < 32 + 10 * 20) await sleep(5);
    child.kill("SIGKILL");
    await ended;
    assert.ok(!existsSync(out));
    const events = await run(folder, out);
    assert.ok(events[0].kind === "picture" && events[0].resumed >= 10, JSON.stringify(events[0]));
    assert.deepEqual((await loadFeatures(out)).features, (await loadFeatures(whole)).features);
  });

  it("says what is wrong", async (t) => {
    const empty = temporaryFolder(t);
    const made = network();
    const first = (folder: string, out: string) => extractFeatures(folder, made, { out }).next();
    await assert.rejects(first(empty, "x.safetensors"), /extractFeatures: there are no pictures in/);
    await assert.rejects(first(path.join(empty, "none"), "x.safetensors"), /must be an existing folder/);
    await assert.rejects(first(empty, "x.csv"), /out must be the name of a \.safetensors file, got "x\.csv"/);
    writeFileSync(path.join(empty, "a.png"), "no picture");
    await assert.rejects(
      first(empty, path.join(empty, "a.png", "x.safetensors")),
      /cannot write .*is a file, not/,
    );
    await assert.rejects(
      run(empty, path.join(empty, "x.safetensors")),
      /no picture in .* can be read\. Check/,
    );
    made.dispose();
  });
});

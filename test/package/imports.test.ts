import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";

const node = (...words: string[]) => execFileSync(process.execPath, words, { encoding: "utf8" });

describe('import … from "ssdml" in this checkout', () => {
  it("resolves in CommonJS", () => {
    assert.equal(node("-e", 'console.log(typeof require("ssdml").useEngine)'), "function\n");
  });

  it("resolves in ES modules, by name", () => {
    const script =
      'import { useEngine, knnGraph } from "ssdml"; console.log(typeof useEngine, typeof knnGraph);';
    assert.equal(node("--input-type=module", "-e", script), "function function\n");
  });

  it("resolves, typed, in stock tslab", () => {
    const script = `
      const { createConverter } = require("tslab/dist/converter.js");
      const { createExecutor } = require("tslab/dist/executor.js");
      const converters = { node: createConverter(), browser: createConverter({ isBrowser: true }), close() {} };
      const print = (...values) => console.log(...values);
      const executor = createExecutor(process.cwd(), converters, { log: print, error: print });
      const cell = (code) => executor.execute(code);
      (async () => {
        await cell('import { useEngine } from "ssdml"; (await useEngine("cpu")).name');
        await cell('const wrong: number = (await useEngine("cpu")).name');
        process.exit();
      })();`;
    const output = node("-e", script);
    assert.match(output, /^cpu\n/);
    assert.match(output, /Type 'string' is not assignable to type 'number'/);
  });

  it("loads no engine and no backend by itself", () => {
    const script =
      'require("ssdml"); console.log(Object.keys(require.cache).filter((file) => /node_modules.+(tfjs-backend|tfjs-node|webgpu|tfjs.dist)/.test(file)).length)';
    assert.equal(node("-e", script), "0\n");
  });

  it("loads a folder when one of its names is first used", () => {
    const script = `
      const ssdml = require("ssdml");
      const isLoaded = (folder) =>
        Object.keys(require.cache).includes(require.resolve("./dist/lib/" + folder + "/index.js"));
      const folders = ["methods", "figures", "reproduce", "datasets", "engine"];
      const names = Object.keys(ssdml);
      console.log(names.includes("AGML"), names.length > 150, ...folders.map(isLoaded));
      console.log(ssdml.AGML === require("./dist/lib/methods").AGML, ...folders.map(isLoaded));
      console.log(names.filter((name) => ssdml[name] === undefined).length, ...folders.map(isLoaded));`;
    assert.deepEqual(node("-e", script).trim().split("\n"), [
      "true true false false false false true",
      "true true false false true true",
      "0 true true true true true",
    ]);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { result, shown, testNodes, TestKernel, textOf } from "./client";

/** Cells that break JavaScript's built-in objects. */
const PATCHES = {
  "Array.prototype.map": "Array.prototype.map = () => { throw new Error('map'); };",
  "Array.prototype.push": "Array.prototype.push = () => { throw new Error('push'); };",
  // Node's own event loop calls `pop`: no program survives if it throws.
  "all other methods of Array":
    "for (const name of Object.getOwnPropertyNames(Array.prototype)) if (!/^(constructor|length|pop)$/.test(name)) Reflect.set(Array.prototype, name, () => { throw new Error(name); });",
  "the iterator of Array": "Array.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };",
  JSON: "Object.assign(JSON, { stringify: () => 'broken', parse: () => undefined });",
  "Promise.prototype.then": "Promise.prototype.then = () => { throw new Error('then'); };",
  Promise: "Object.assign(globalThis, { Promise: undefined });",
  "Map.prototype and Set.prototype":
    "for (const kind of [Map, Set, WeakMap]) for (const name of Object.getOwnPropertyNames(kind.prototype)) if (name !== 'size') Reflect.set(kind.prototype, name, () => { throw new Error(name); });",
  "Object.prototype.toJSON": "Reflect.set(Object.prototype, 'toJSON', () => undefined);",
  Date: "Object.assign(globalThis, { Date: undefined });",
  "Date.prototype": "Date.prototype.toISOString = () => { throw new Error('date'); }; Date.now = () => NaN;",
  "String.prototype":
    "for (const name of ['split', 'replace', 'slice', 'startsWith']) Reflect.set(String.prototype, name, () => { throw new Error(name); });",
  "RegExp.prototype": "RegExp.prototype.exec = () => { throw new Error('exec'); };",
  "Function.prototype":
    "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error('call'); };",
  "Object's functions":
    "for (const name of ['keys', 'entries', 'assign', 'defineProperty', 'getPrototypeOf']) Reflect.set(Object, name, () => { throw new Error(name); });",
  "Error.prototype":
    "Object.defineProperty(Error.prototype, 'name', { get() { throw new Error('name'); } });",
  Symbol: "Object.assign(globalThis, { Symbol: undefined, Reflect: undefined, Object: undefined });",
};

for (const node of testNodes())
  describe(`a cell that patches built-in objects, on ${node}`, () => {
    for (const [name, code] of Object.entries(PATCHES)) {
      it(`does not break the kernel: ${name}`, async () => {
        const kernel = await TestKernel.start(process.cwd(), { node });
        try {
          // It may fail because of what it has done to Node itself.
          await kernel.execute(code, { stop_on_error: false });
          assert.equal(result(await kernel.execute("const kept: number = 6 * 7; kept")), "42");
          assert.equal(result(await kernel.execute("await (async () => kept + 1)()")), "43");
          assert.equal(textOf(await kernel.execute("process.stdout.write('printed')")), "printed");
          const failed = await kernel.execute("throw new RangeError('mine')", { stop_on_error: false });
          assert.equal(failed.reply.content.status, "error");
          assert.match(String(failed.reply.content.evalue), /mine|cannot be shown/);
          const typed = await kernel.execute("const wrong: string = kept;", { stop_on_error: false });
          assert.equal(typed.reply.content.ename, "TypeScriptError");
          const bundle = "display({ 'text/html': '<b>bold</b>' }, { raw: true });";
          assert.equal(shown(await kernel.execute(bundle))[0]["text/html"], "<b>bold</b>");
          const completed = await kernel.request("shell", "complete_request", { code: "kep", cursor_pos: 3 });
          assert.deepEqual(completed.reply.content.matches, ["kept"]);
          assert.equal(result(await kernel.execute("kept")), "42");
        } finally {
          await kernel.stop();
        }
      });
    }
  });

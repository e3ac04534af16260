import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { result, TestKernel } from "./client";

const CELLS = 1000;
/** Cells before the first measurement, while V8 still compiles the compiler. */
const WARM_UP = 20;
const GROWTH_MB = 30;
const SLOWDOWN = 2;

/** Typical small cells, which repeatedly declare the same few names. */
const KINDS: ((i: number) => string)[] = [
  (i) => `const x${i % 20} = ${i}; x${i % 20} * 2`,
  (i) => `function step${i % 10}(a: number) {\n  return a + ${i};\n}\nstep${i % 10}(${i})`,
  (i) =>
    `const rows = Array.from({ length: 100 }, (_, j) => ({ j, y: j * ${i} }));\nconsole.log(rows.length);`,
  (i) => `let total = 0;\nfor (const value of [1, 2, ${i}]) total += value;\ntotal`,
  (i) => `const later = await Promise.resolve(${i}); later`,
];

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Memory in use after a garbage collection. How much garbage V8 keeps otherwise depends on the load of the machine. */
const IN_USE = `import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
setFlagsFromString("--expose-gc");
runInNewContext("gc")();
process.memoryUsage().heapUsed + process.memoryUsage().external`;

async function usedMb(kernel: TestKernel): Promise<number> {
  return Number(result(await kernel.execute(IN_USE))) / 2 ** 20;
}

describe("a long session", () => {
  it(`of ${CELLS} cells grows by less than ${GROWTH_MB} MB and ends no slower than ${SLOWDOWN} times its start`, async (t) => {
    const kernel = await TestKernel.start();
    const ms: number[] = [];
    let before = 0;
    for (let i = 0; i < CELLS; i++) {
      if (i === WARM_UP) before = await usedMb(kernel);
      const started = performance.now();
      const { reply } = await kernel.execute(KINDS[i % KINDS.length](i));
      ms.push(performance.now() - started);
      assert.equal(reply.content.status, "ok", JSON.stringify(reply.content));
    }
    const growth = (await usedMb(kernel)) - before;
    await kernel.stop();
    const first = median(ms.slice(WARM_UP, WARM_UP + 100));
    const last = median(ms.slice(-100));
    t.diagnostic(
      `${before.toFixed()} MB + ${growth.toFixed()} MB; ${first.toFixed(1)} ms, then ${last.toFixed(1)} ms`,
    );
    assert.ok(growth < GROWTH_MB, `it grew by ${growth.toFixed()} MB`);
    assert.ok(last <= SLOWDOWN * first, `cells took ${first.toFixed()} ms, then ${last.toFixed()} ms`);
  });
});

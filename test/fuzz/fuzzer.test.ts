import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values/random";
import { runFuzzer, seedOfCase, type Fuzzer } from "./fuzzer";

/** Writes down the first numbers that each case draws. */
function recorder(): { fuzzer: Fuzzer; streams: string[] } {
  const streams: string[] = [];
  const tryCase = (stream: ReturnType<typeof random>) => {
    streams.push([stream.uniform(), stream.uniform()].join());
    return Promise.resolve(undefined);
  };
  const close = () => Promise.resolve();
  return { fuzzer: { name: "recorder", open: () => Promise.resolve({ tryCase, close }) }, streams };
}

describe("cases of a fuzzer", () => {
  it("are all different, for neighboring seeds too", async () => {
    const { fuzzer, streams } = recorder();
    for (const seed of [1, 2, 3]) await runFuzzer(fuzzer, { seed, cases: 1000, milliseconds: 60_000 });
    assert.equal(streams.length, 3000);
    assert.equal(new Set(streams).size, 3000);
  });

  it("can be repeated one by one", async () => {
    const all = recorder();
    await runFuzzer(all.fuzzer, { seed: 7, cases: 20, milliseconds: 60_000 });
    const one = recorder();
    await runFuzzer(one.fuzzer, { seed: 7, first: 13, cases: 1, milliseconds: 60_000 });
    assert.deepEqual(one.streams, [all.streams[13]]);
  });

  it("change in half of the bits of their seed with any bit of the given seed or number", () => {
    const bitsOf = (value: number) => Array.from(BigInt(value).toString(2).padStart(53, "0"));
    /** The share of bits that differ between cases 0 to 199 of seed 1 and the cases changed from them. */
    const changed = (change: (number: number) => number) => {
      let count = 0;
      for (let number = 0; number < 200; number++) {
        const other = bitsOf(change(number));
        count += bitsOf(seedOfCase(1, number)).filter((bit, i) => bit !== other[i]).length;
      }
      return count / (200 * 53);
    };
    const isHalf = (share: number) => Math.abs(share - 0.5) < 0.03;
    for (let bit = 0; bit < 32; bit++) {
      assert.ok(isHalf(changed((number) => seedOfCase(1, number + 2 ** bit))), `bit ${bit} of the number`);
    }
    for (let bit = 0; bit < 52; bit++) {
      assert.ok(isHalf(changed((number) => seedOfCase(1 + 2 ** bit, number))), `bit ${bit} of the seed`);
    }
  });
});

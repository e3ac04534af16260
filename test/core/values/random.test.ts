import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../lib/core/values/random";

describe("random", () => {
  it("repeats itself with the same seed and differs with another", () => {
    const draw = (seed: number) => {
      const generator = random(seed);
      return Array.from({ length: 5 }, () => generator.uniform());
    };
    assert.deepEqual(draw(1), draw(1));
    assert.notDeepEqual(draw(1), draw(2));
    assert.notDeepEqual(draw(1), draw(1 + 2 ** 32));
  });

  it("has uniform numbers with mean 1/2 and variance 1/12, normal ones with 0 and 1", () => {
    const generator = random(3);
    const moments = (next: () => number) => {
      const values = Array.from({ length: 100_000 }, next);
      const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
      return [mean, values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length];
    };
    const [uniformMean, uniformVariance] = moments(() => generator.uniform());
    assert.ok(Math.abs(uniformMean - 1 / 2) < 0.005 && Math.abs(uniformVariance - 1 / 12) < 0.002);
    const [normalMean, normalVariance] = moments(() => generator.normal());
    assert.ok(Math.abs(normalMean) < 0.02 && Math.abs(normalVariance - 1) < 0.02);
  });

  it("reaches every integer of its range and no other", () => {
    const generator = random(4);
    const counts = new Map<number, number>();
    for (let i = 0; i < 6000; i++) {
      const face = generator.integer(6);
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
    assert.deepEqual([...counts.keys()].sort(), [0, 1, 2, 3, 4, 5]);
    for (const count of counts.values())
      assert.ok(Math.abs(count - 1000) < 150, `a face came ${count} times`);
  });

  it("rejects to shuffle an array that has holes or is too long", () => {
    const long: number[] = [];
    long[1e9] = 0;
    assert.throws(() => random(1).shuffle(long), /random\.shuffle: the number of items must be/);
    assert.throws(() => random(1).shuffle(new Array<number>(3)), /without holes/);
  });

  it("samples distinct integers, and shuffles without losing any", () => {
    const sample = random(5).sample(100, 40);
    assert.equal(new Set(sample).size, 40);
    assert.ok(sample.every((i) => i >= 0 && i < 100));
    const shuffled = random(6).shuffle(Array.from({ length: 50 }, (_, i) => i));
    assert.notDeepEqual(
      shuffled,
      [...shuffled].sort((a, b) => a - b),
    );
    assert.deepEqual(
      [...shuffled].sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, i) => i),
    );
  });

  it("rejects a seed that is not a whole number", () => {
    assert.throws(() => random(0.5), /random: seed must be an integer, got 0.5/);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { constant, cosine, step, warmup } from "../../lib/train";

const at = (epochs: number, total = 10, partitions = 0) => ({ done: epochs / total, epochs, partitions });
const close = (actual: number, expected: number) => {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
};

describe("schedules", () => {
  it("give the factors of their formulas", () => {
    close(constant()(at(3)), 1);
    close(step()(at(9.9, 30)), 1);
    close(step()(at(20, 30)), 0.25);
    close(step({ factor: 0.1, every: 4 })(at(4)), 0.1);
    close(step({ factor: 0.5, every: "partition" })(at(5, 10, 3)), 0.125);
    close(cosine()(at(0)), 1);
    close(cosine({ to: 0.2 })(at(5)), 0.6);
    close(cosine({ to: 0.2 })(at(10)), 0.2);
    close(warmup(2)(at(0)), 0);
    close(warmup(2)(at(0.5)), 0.25);
    close(warmup(2, step({ every: 3 }))(at(3)), 0.5);
  });

  it("say what is wrong with their options", () => {
    assert.throws(() => step({ every: 0 }), /step: every must be a number above 0, or "partition", got 0/);
    assert.throws(() => cosine({ too: 1 } as never), /cosine: there is no option "too".*did you mean to\?/);
    assert.throws(() => warmup(1, 3 as never), /warmup: then must be a schedule such as cosine\(\), got 3/);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { principalAnglesFigure } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

describe("principalAnglesFigure", () => {
  const turned = (angle: number) => [
    [1, 0],
    [0, Math.cos(angle)],
    [0, Math.sin(angle)],
  ];

  it("keeps its specification, and the angles", async () => {
    const figure = principalAnglesFigure(turned(0), {
      half: turned(Math.PI / 4),
      whole: turned(Math.PI / 2),
    });
    matchesSnapshot("principalAnglesFigure", figure);
    const { values } = figure.spec.data as { values: { degrees: number; metric: string }[] };
    assert.deepEqual(
      values.map(({ degrees }) => degrees),
      [0, 45, 0, 90],
    );
    assert.equal(values[0].metric, "half (distance 0.79)");
    await drawsWell(figure);
    await drawsWell(principalAnglesFigure([[1], [0]], [[0.6], [0.8]]));
  });

  it("says what is wrong", () => {
    assert.throws(() => principalAnglesFigure(turned(0), {}), says(/metrics must not be empty/));
    assert.throws(
      () => principalAnglesFigure(turned(0), [[1], [0]]),
      says(/principalAngles: A and B must have the same shape/),
    );
  });
});

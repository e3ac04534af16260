import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clusterConfusion, embeddingScatter, type Figure, sideBySide } from "../../lib";
import { drawsWell, says, toyPoints } from "./support";

describe("sideBySide", () => {
  const { x, labels } = toyPoints(30, 3);
  const scatter = embeddingScatter(x, labels, { width: 120, height: 120 });
  const confusion = clusterConfusion(labels, labels);

  it("draws figures of one and of several kinds, with one legend or many", async () => {
    await drawsWell(sideBySide({ "(a) points": scatter, "(b) clusters": confusion }));
    const twice = { before: scatter, after: scatter };
    await drawsWell(sideBySide(twice, { sharedColors: true, title: "Twice", columns: 1 }));
  });

  it("gives every panel its heading and selections of its own", () => {
    const { spec } = sideBySide({ before: scatter, after: scatter });
    const text = JSON.stringify(spec);
    for (const part of ['"text":"before"', '"picked1"', '"zoom2"', '"param":"picked2"']) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(!text.includes('"picked"') && spec.title === undefined);
    assert.equal(scatter.spec.title === undefined, false);
  });

  it("says what is wrong", () => {
    assert.throws(() => sideBySide({}), says(/figures must be \{ name: Figure, … \}, got none/));
    assert.throws(() => sideBySide({ a: {} as Figure }), says(/no Figure "a"/));
    assert.throws(() => sideBySide({ a: scatter }, { columns: 0 }), says(/columns .* got 0/));
  });
});

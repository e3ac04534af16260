import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mineTriplets, tripletQuality, tripletQualityBars } from "../../lib";
import { drawsWell, matchesSnapshot, says, toyPoints } from "./support";
import { known, classes, toy } from "./sixPoints";

describe("tripletQualityBars", () => {
  async function quality() {
    const { graph, affinities } = await toy();
    return tripletQuality(mineTriplets(graph, affinities), classes, { graph, labels: known });
  }

  it("keeps its specification", async () => {
    const figure = tripletQualityBars(await quality(), { classNames: ["left", "right"] });
    matchesSnapshot("tripletQualityBars", figure);
    await drawsWell(figure);
    await drawsWell(tripletQualityBars(await quality(), { by: "hops" }));
  });

  it("says what is wrong", async () => {
    const { triplets, labels } = {
      triplets: {
        count: 1,
        anchors: Int32Array.of(0),
        positives: Int32Array.of(1),
        negatives: Int32Array.of(2),
      },
      labels: toyPoints(3, 3).labels,
    };
    assert.throws(
      () => tripletQualityBars(tripletQuality(triplets, labels), { by: "hops" }),
      says(
        /tripletQualityBars: quality has no rows by hops, only by all and class\. Pass \{ graph, labels \}/,
      ),
    );
    const good = await quality();
    assert.throws(
      () => tripletQualityBars(good, { by: "seed" as "hops" }),
      says(/by must be "class" or "hops", got "seed"/),
    );
  });
});

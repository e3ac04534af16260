import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "node:test";
import { drawWithin } from "../../../lib/figures/render";
import { says } from "../support";

const chart = (parts: object) => ({
  $schema: "https://vega.github.io/schema/vega-lite/v5.json",
  data: { values: [{ a: 1 }] },
  mark: "point",
  encoding: { x: { field: "a", type: "quantitative" } },
  ...parts,
});

describe("drawWithin", () => {
  it("stops a chart that would take forever, and draws the next", async () => {
    assert.match(await drawWithin(60, chart({})), /^<svg/);
    const endless = chart({ width: 1e9 });
    await assert.rejects(
      drawWithin(1, endless),
      says(/^the chart cannot be drawn: it takes (longer than 1 s|more than 2048 MB)\. Make it smaller\.$/),
    );
    const [first, second] = await Promise.all([
      drawWithin(60, chart({})),
      drawWithin(60, chart({ title: "B" })),
    ]);
    assert.match(second, />B</);
    assert.doesNotMatch(first, />B</);
  });

  it("hands on what is wrong with a chart", async () => {
    await assert.rejects(
      drawWithin(60, chart({ mark: 3 })),
      says(/vegaLiteToSvg: this Vega-Lite specification cannot be drawn/),
    );
    await assert.rejects(drawWithin(60, chart({ title: () => "x" })), says(/could not be cloned/));
    const picture = chart({ mark: { type: "image", url: "/none.png" } });
    await assert.rejects(drawWithin(60, picture), says(/may not be read/));
    const missing: string[] = [];
    await drawWithin(60, picture, { onMissingPicture: (sentence) => missing.push(sentence) });
    assert.match(missing.join(), /^vegaLiteToSvg: "\/none\.png" may not be read/);
  });

  it("keeps no program from ending", () => {
    const file = JSON.stringify(path.resolve("dist", "lib", "figures", "render", "index.js"));
    const script = `require(${file}).drawWithin(60, ${JSON.stringify(chart({}))}).then((svg) => console.log(svg.slice(0, 4)))`;
    assert.equal(
      execFileSync(process.execPath, ["-e", script], { encoding: "utf8", timeout: 60_000 }),
      "<svg\n",
    );
  });
});

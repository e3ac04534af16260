import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Output } from "../../../lib/jupyter";
import { outputHtml } from "../../../lib/jupyter/html/outputHtml";

const display = (data: Record<string, unknown>, metadata = {}): Output => ({
  output_type: "display_data",
  data,
  metadata,
});

describe("outputHtml", () => {
  it("ends what HTML leaves open", () => {
    assert.equal(
      outputHtml(display({ "text/html": "</div><table><tr><td>x" })),
      '<div class="html"><table><tbody><tr><td>x</td></tr></tbody></table></div>',
    );
  });

  it("prefers HTML, then pictures, then Markdown, then text; a chart is shown by its picture", () => {
    const spec = { "application/vnd.vegalite.v5+json": { mark: "bar" }, "text/plain": "chart" };
    assert.match(outputHtml(display({ "text/html": "<b>x</b>", "text/plain": "x" })), /<b>x<\/b>/);
    assert.match(
      outputHtml(display({ ...spec, "image/png": "iVBO\nRw==" })),
      /src="data:image\/png;base64,iVBORw=="/,
    );
    assert.match(
      outputHtml(display({ ...spec, "image/svg+xml": "<svg/>" })),
      /src="data:image\/svg\+xml;base64,PHN2Zy8\+"/,
    );
    assert.equal(outputHtml(display(spec)), "<pre>chart</pre>");
    assert.match(outputHtml(display({ "text/markdown": "*x*", "text/plain": "x" })), /<em>x<\/em>/);
    assert.match(outputHtml(display({ "text/latex": "$x$" })), /<math><mi>x<\/mi><\/math>/);
    assert.match(outputHtml(display({ "image/png": "AA==" }, { "image/png": { width: 5 } })), / width="5">/);
  });
});

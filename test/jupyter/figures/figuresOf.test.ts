import assert from "node:assert/strict";
import { it } from "node:test";
import { figuresOf, vegaLiteType } from "../../../lib/jupyter/figures/figuresOf";
import type { Output } from "../../../lib/jupyter";
import { codeCells, notebookOf } from "../../support/notebooks";

it("figuresOf counts code cells, and the charts and pictures within each", () => {
  const display = (data: Record<string, unknown>): Output => ({
    output_type: "display_data",
    data,
    metadata: {},
  });
  const notebook = notebookOf("1", { source: "text", type: "markdown" }, "2");
  const [first, second] = codeCells(notebook);
  first.outputs = [
    { output_type: "stream", name: "stdout", text: "no figure" },
    display({ "text/html": "<b>" }),
  ];
  second.outputs = [
    display({ [vegaLiteType]: {} }),
    display({ "text/plain": "a" }),
    display({ "image/png": "" }),
  ];
  assert.deepEqual(
    figuresOf(notebook).map(({ name, bundle }) => [name, Object.keys(bundle)]),
    [
      ["cell2-figure1", [vegaLiteType]],
      ["cell2-figure2", ["image/png"]],
    ],
  );
});

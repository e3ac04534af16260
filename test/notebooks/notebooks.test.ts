import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { readNotebook, runNotebook } from "../../lib/jupyter";
import { folder, names, smallParameters } from "./committed";

describe("the notebooks", () => {
  it("are all there, and link to the next one", async () => {
    assert.ok(names.length > 0);
    for (const [i, name] of names.entries()) {
      const { cells } = await readNotebook(path.join(folder, name));
      const text = cells.map(({ source }) => source).join("\n");
      for (const heading of ["**Goal.**", "**Run time**", "## Summary", "## Exercises"]) {
        assert.ok(text.includes(heading), `${name} has no ${heading}`);
      }
      const next = names[i + 1];
      if (next !== undefined) assert.ok(text.includes(`(${next})`), `${name} does not link to ${next}`);
    }
  });

  it("are committed with their outputs, without errors", async () => {
    for (const name of names) {
      const { cells } = await readNotebook(path.join(folder, name));
      const code = cells.filter((cell) => cell.cell_type === "code");
      assert.ok(
        code.every((cell) => cell.execution_count !== null),
        `${name} has cells that were not run`,
      );
      assert.ok(code.every(({ outputs }) => outputs.every(({ output_type: type }) => type !== "error")));
    }
  });

  for (const name of names) {
    it(`${name} runs on small parameters`, { timeout: 300_000 }, async () => {
      const notebook = await readNotebook(path.join(folder, name));
      const parameters = smallParameters(notebook);
      for await (const event of runNotebook(notebook, { parameters, folder })) {
        if (event.kind !== "finished") continue;
        assert.equal(event.status, "ok", event.failure?.message);
      }
    });
  }
});

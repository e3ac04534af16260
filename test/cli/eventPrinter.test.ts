import assert from "node:assert/strict";
import { it } from "node:test";
import { eventPrinter } from "../../lib/cli/eventPrinter";

it("eventPrinter prints steps as lines, and says once per file what is downloaded", () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const printer = eventPrinter({
    out: print,
    error: print,
    interactive: false,
    signal: new AbortController().signal,
  });
  printer.print({ kind: "step", message: "asking the server" });
  for (const file of ["a.gz", "b.gz"])
    for (const received of [0, 50, 100]) printer.print({ kind: "download", file, received, total: 100 });
  printer.print({ kind: "step", message: "done" });
  printer.end();
  assert.equal(lines[0], "asking the server");
  assert.equal(lines.at(-1), "done");
  for (const file of ["a.gz", "b.gz"])
    assert.ok(
      lines.some((line) => line.includes(file)),
      lines.join("\n"),
    );
  const at = (name: string) => lines.findIndex((line) => line.includes(name));
  assert.ok(at("a.gz") < at("b.gz"));
});

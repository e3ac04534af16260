import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { openJsonLines, readJsonLines } from "../../lib/track/jsonLines";
import { temporaryFolder } from "../support/temporary";
import { run } from "./support";

describe("openJsonLines", () => {
  it("writes a line per step, each number once, and goes on after a torn line", async (t) => {
    const folder = temporaryFolder(t);
    const file = path.join(folder, "log.jsonl");
    const first = await openJsonLines(folder, run);
    await first.write(1, { loss: 0.5, "validation/nmi": 0.75 });
    await first.write(1, { "validation/nmi": 0.75 });
    appendFileSync(file, '{"kind":"measures","step":2,"meas');
    const second = await openJsonLines(folder, run);
    await second.write(1, { loss: 0.5 });
    await second.write(2, { loss: 0.25, spread: Infinity });
    await second.end("finished");
    const third = await openJsonLines(folder, run);
    await third.write(2, { loss: 0.25 });
    await third.end("finished");
    const lines = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; settings?: unknown });
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ["run", "measures", "measures", "end"],
    );
    assert.deepEqual(lines[0].settings, { k: 5, patience: "Infinity" });
    assert.deepEqual(readJsonLines(folder), [
      { step: 1, measures: { loss: 0.5, "validation/nmi": 0.75 } },
      { step: 2, measures: { loss: 0.25 } },
    ]);
  });

  it("says which line of a log is no JSON", (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(path.join(folder, "log.jsonl"), '{"kind":"run"}\nloss 3\n');
    assert.throws(() => openJsonLines(folder, run), /log\.jsonl: line 2 is not JSON\. Move the file away/);
  });
});

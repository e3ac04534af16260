import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { defineCommand } from "../../lib/cli/command";
import { parseWords } from "../../lib/cli/parseWords";

const command = (takesWords: boolean) =>
  defineCommand({
    name: "data fetch",
    summary: "",
    help: "",
    options: { folder: { type: "string" }, force: { type: "boolean", short: "f" } },
    takesWords,
    run: () => Promise.resolve(0),
  });

describe("parseWords", () => {
  it("reads options and words, in any order", () => {
    const { values, positionals } = parseWords(command(true), ["mnist", "--folder=-x", "-f", "cifar10"]);
    assert.deepEqual({ ...values }, { folder: "-x", force: true });
    assert.deepEqual(positionals, ["mnist", "cifar10"]);
    assert.equal(parseWords(command(false), ["-h"]).values.help, true);
  });

  it("refuses the rest in one sentence, with the nearest name", () => {
    for (const [words, sentence] of [
      [["--fodler", "x"], "there is no option --fodler; did you mean --folder?"],
      [["--wobble"], "there is no option --wobble."],
      [["--force=yes"], '--force takes no value, got "yes".'],
      [["--folder"], "--folder needs a value."],
      [
        ["--folder", "--force"],
        "--folder needs a value, but an option follows. If --force is the value, write --folder=--force.",
      ],
      [["folder"], 'unexpected word "folder"; did you mean --folder?'],
    ] as const) {
      assert.throws(() => parseWords(command(false), [...words]), {
        name: "UserError",
        message: `data fetch: ${sentence} Type ssdml data fetch --help.`,
      });
    }
    assert.throws(() => parseWords({ ...command(false), mainOption: "folder" }, ["pictures"]), {
      message: /unexpected word "pictures"; did you mean --folder pictures\? Type/,
    });
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { matchesGlob } from "../../../kernels/ssdml/io/history";

/** The definition, with backtracking. */
function oracle(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*"))
    return oracle(pattern.slice(1), text) || (text !== "" && oracle(pattern, text.slice(1)));
  if (text === "") return false;
  return (pattern.startsWith("?") || text.startsWith(pattern[0])) && oracle(pattern.slice(1), text.slice(1));
}

describe("matchesGlob", () => {
  it("agrees with the definition", () => {
    const word = (letters: string): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...Array.from(letters)), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(word("ab*?"), word("ab\n"), (pattern, text) => {
        assert.equal(matchesGlob(pattern, text), oracle(pattern, text));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes characters of regular expressions literally", () => {
    assert.ok(matchesGlob("a.b[c]*", "a.b[c] + 1"));
    assert.ok(!matchesGlob("a.b", "axb"));
  });

  it("answers at once when backtracking would take forever", () => {
    assert.ok(!matchesGlob(`${"*a".repeat(12)}*b`, "a".repeat(3000)));
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ansiHtml } from "../../../lib/jupyter/html/ansiHtml";

describe("ansiHtml", () => {
  it("turns colors into spans and leaves out all other codes", () => {
    assert.equal(
      ansiHtml(
        "\u001b[1;31mred\u001b[0m \u001b[38;5;196mx\u001b[39m\u001b[38;2;1;2;3my\u001b[m<\u001b[2K\u001b]0;t\u0007",
      ),
      '<span style="font-weight:bold;color:#b3261e">red</span> <span style="color:rgb(255,0,0)">x</span>' +
        '<span style="color:rgb(1,2,3)">y</span>&lt;',
    );
  });

  it("takes any number of carriage returns and codes", () => {
    const before = process.cpuUsage();
    assert.equal(ansiHtml(`${"\r".repeat(300_000)}x`), "x");
    assert.equal(ansiHtml("\r".repeat(300_000)), "");
    assert.equal(
      ansiHtml(`\u001b[${"38;2;1;2;3;".repeat(100_000)}1mx`),
      '<span style="font-weight:bold;color:rgb(1,2,3)">x</span>',
    );
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  });

  it("takes a long line, and carriage returns at the end of one", () => {
    assert.equal(ansiHtml("x".repeat(1_000_000)).length, 1_000_000);
    assert.equal(ansiHtml("50 %\r100 %\r\r\nnext\r"), "100 %\nnext");
  });

  it("keeps of a line that was redrawn only what stood at the end", () => {
    assert.equal(ansiHtml("10 %\r50 %\r100 %\ndone\r\nnext"), "100 %\ndone\nnext");
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { request } from "../../../lib/jupyter/protocol/message";
import { outputCollector } from "../../../lib/jupyter/run/outputCollector";
import { codeCells, notebookOf, printed } from "../../support/notebooks";

const message = (type: string, content: Record<string, unknown>) => request("session", type, content);
const stream = (text: string, name = "stdout") => message("stream", { name, text });
const display = (text: string, id?: string, type = "display_data") =>
  message(type, { data: { "text/plain": text }, metadata: {}, transient: id ? { display_id: id } : {} });
const twoCells = () => codeCells(notebookOf("a", "b"));

describe("outputCollector", () => {
  it("joins pieces of one stream, in the order of the outputs", () => {
    const collect = outputCollector();
    const [cell] = twoCells();
    for (const piece of [
      stream("a"),
      stream("b"),
      stream("c", "stderr"),
      stream("d"),
      display("e"),
      stream("f"),
    ]) {
      collect(cell, piece);
    }
    assert.deepEqual(
      cell.outputs.map((output) => (output.output_type === "stream" ? output.text : output.output_type)),
      ["ab", "c", "d", "display_data", "f"],
    );
  });

  it("reports the pieces of a stream, not the whole", () => {
    const collect = outputCollector();
    const [cell] = twoCells();
    collect(cell, stream("a"));
    const piece = collect(cell, stream("b"));
    assert.ok(piece?.output_type === "stream");
    assert.equal(piece.text, "b");
    assert.equal(printed(cell), "ab");
  });

  it("applies an update to every display with the id, in other cells too", () => {
    const collect = outputCollector();
    const [first, second] = twoCells();
    collect(first, display("old", "x"));
    collect(second, display("old", "x", "execute_result"));
    collect(second, display("other", "y"));
    collect(second, display("new", "x", "update_display_data"));
    const texts = [first, second].flatMap(({ outputs }) =>
      outputs.map((output) => ("data" in output ? output.data["text/plain"] : "")),
    );
    assert.deepEqual(texts, ["new", "new", "other"]);
    assert.equal(JSON.stringify(first.outputs).includes("transient"), false);
  });

  it("clears at once, or when the next output comes", () => {
    const collect = outputCollector();
    const [cell] = twoCells();
    collect(cell, stream("a"));
    collect(cell, message("clear_output", { wait: true }));
    assert.equal(printed(cell), "a");
    collect(cell, stream("b"));
    assert.equal(printed(cell), "b");
    collect(cell, message("clear_output", { wait: false }));
    assert.deepEqual(cell.outputs, []);
  });

  it("cuts a stream that becomes too long, and says by how much", () => {
    const collect = outputCollector({ longestStream: 5 });
    const [cell, other] = twoCells();
    const note = (n: number) =>
      `\n… ssdml left out the other ${n} characters that the cell printed here. Print less, or write to a file.\n`;
    for (const text of ["abc", "de"]) collect(cell, stream(text));
    assert.equal(printed(cell), "abcde");
    collect(cell, stream("fg"));
    assert.equal(printed(cell), `abcde${note(2)}`);
    collect(cell, stream("hij"));
    assert.equal(printed(cell), `abcde${note(5)}`);
    collect(cell, stream("x", "stderr"));
    assert.equal(printed(cell, "stderr"), "x");
    collect(other, stream("1234😀"));
    assert.equal(printed(other), `1234${note(2)}`, "no half characters");
  });

  it("leaves out a display that no notebook could hold, and says so", () => {
    const collect = outputCollector();
    const [cell] = twoCells();
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    collect(cell, message("display_data", { data: { "application/json": deep }, metadata: {} }));
    collect(cell, message("stream", { name: "stdout", text: deep }));
    collect(cell, message("error", { ename: deep, evalue: "x", traceback: [deep] }));
    const [shown] = cell.outputs;
    assert.ok("data" in shown);
    assert.match(
      String(shown.data["text/plain"]),
      /^ssdml left out an output here: it is nested more than 500/,
    );
    assert.doesNotThrow(() => JSON.stringify(cell.outputs));
  });

  it("ignores what is no output", () => {
    const [cell] = twoCells();
    assert.equal(outputCollector()(cell, message("execute_input", { code: "a" })), undefined);
    assert.deepEqual(cell.outputs, []);
  });
});

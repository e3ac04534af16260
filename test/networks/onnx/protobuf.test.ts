import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Message } from "../../../lib/networks/onnx/protobuf";

const hex = ({ pieces }: Message) => Buffer.concat(pieces).toString("hex");

// The examples of https://protobuf.dev/programming-guides/encoding, and numbers encoded by hand.
describe("Message", () => {
  it("writes whole numbers, seven bits per byte", () => {
    assert.equal(hex(new Message().whole(1, 150)), "089601");
    assert.equal(hex(new Message().whole(1, 0)), "0800");
    assert.equal(hex(new Message().whole(1, 127)), "087f");
    assert.equal(hex(new Message().whole(1, 2 ** 40)), "08808080808020");
    assert.equal(hex(new Message().whole(1, -2)), "08feffffffffffffffff01");
  });

  it("writes field numbers above 15 in two bytes", () => {
    assert.equal(hex(new Message().whole(20, 7)), "a00107");
  });

  it("writes texts, numbers of 32 bits and messages", () => {
    assert.equal(hex(new Message().text(2, "testing")), "120774657374696e67");
    assert.equal(hex(new Message().text(2, "ℓ")), "1203e28493");
    assert.equal(hex(new Message().float(2, 1)), "150000803f");
    const inner = new Message().whole(1, 150);
    const outer = new Message().message(3, inner).whole(1, 1);
    assert.equal(hex(outer), "1a030896010801");
    assert.equal(outer.length, 7);
  });

  it("does not copy what it is given", () => {
    const weights = new Uint8Array(1000);
    assert.ok(new Message().message(1, new Message().bytes(9, weights)).pieces.includes(weights));
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decode, encode, request, type Message } from "../../../lib/jupyter/protocol/message";

const frames = (message: Message, key: string) => encode(message, key).map((frame) => Buffer.from(frame));

describe("messages", () => {
  const message = request("session", "execute_request", { code: "ü" });

  it("come back as they were, whoever routed them", () => {
    assert.deepEqual(decode(frames(message, "key"), "key"), message);
    assert.deepEqual(decode([Buffer.from([0, 255]), ...frames(message, "key")], "key"), message);
  });

  it("are dropped when unsigned, signed by another key, changed, or no messages", () => {
    const good = frames(message, "key");
    assert.equal(decode(good, "other"), undefined);
    assert.equal(decode(good.with(1, Buffer.from("")), "key"), undefined);
    assert.equal(decode(good.with(5, Buffer.from('{"code":"x"}')), "key"), undefined);
    assert.equal(decode([...good, Buffer.from("unsigned buffer")], "key"), undefined);
    assert.equal(decode(good.slice(0, 4), "key"), undefined);
    assert.equal(decode([Buffer.from("noise")], "key"), undefined);
    assert.equal(decode([], "key"), undefined);
  });
});

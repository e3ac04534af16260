import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { answer, encode, sign, type Frame } from "../../kernels/ssdml/protocol/wire";
import { pause, result, TestKernel } from "./client";

const TYPES = [
  "execute_request",
  "complete_request",
  "inspect_request",
  "is_complete_request",
  "history_request",
  "comm_info_request",
  "comm_open",
  "comm_msg",
  "comm_close",
  "kernel_info_request",
  "input_reply",
  "debug_request",
];
const FIELDS = {
  code: fc.oneof(fc.string(), fc.constant("const a = 1; a."), fc.jsonValue()),
  cursor_pos: fc.oneof(fc.constant(2 ** 53), fc.constant(-5), fc.double(), fc.jsonValue()),
  detail_level: fc.jsonValue(),
  silent: fc.jsonValue(),
  user_expressions: fc.jsonValue(),
  stop_on_error: fc.constant(false),
  hist_access_type: fc.oneof(fc.constantFrom("tail", "range", "search"), fc.jsonValue()),
  n: fc.jsonValue(),
  start: fc.jsonValue(),
  pattern: fc.oneof(fc.string(), fc.jsonValue()),
  target_name: fc.jsonValue(),
  comm_id: fc.jsonValue(),
  data: fc.jsonValue(),
};

const content = fc.oneof(fc.record(FIELDS, { requiredKeys: [] }), fc.dictionary(fc.string(), fc.jsonValue()));
const frame = fc.oneof(fc.string(), fc.json(), fc.constant("<IDS|MSG>"), fc.constant("{}"));
const garbage = fc.array(frame, { minLength: 1, maxLength: 9 });

/** Messages that are signed by the key, but whose parts may be anything; and frames that are no messages. */
function frames(key: string): fc.Arbitrary<Frame[]> {
  const request = fc
    .tuple(fc.constantFrom(...TYPES), content)
    .map(([type, body]) => encode(key, answer(undefined, type, body)));
  const signedGarbage = garbage.map((parts) => ["<IDS|MSG>", sign(key, parts.slice(0, 4)), ...parts]);
  const badlySigned = request.map((parts) => parts.with(1, "0".repeat(64)));
  const unsigned = request.map((parts) => parts.with(1, ""));
  return fc.oneof({ weight: 4, arbitrary: request }, garbage, signedGarbage, badlySigned, unsigned);
}

describe("a fuzzed kernel", () => {
  for (const channel of ["shell", "control"] as const) {
    it(`survives whatever comes through ${channel}`, async () => {
      const kernel = await TestKernel.start();
      const messages = fc.sample(frames(kernel.connection.key), { seed: 7, numRuns: 250 });
      for (const message of messages) {
        await kernel[channel].send(message);
        await pause(1);
      }
      assert.equal(result(await kernel.execute("6 * 7", { stop_on_error: false })), "42");
      assert.equal((await kernel.request("control", "kernel_info_request")).reply.content.status, "ok");
      await kernel.stop();
    });
  }
});

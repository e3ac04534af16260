import net from "node:net";
import * as zmq from "zeromq";
import fc from "fast-check";
import { address } from "../../kernels/ssdml/io/connection";
import { answer, encode, sign, type Frame } from "../../kernels/ssdml/io/wire";
import type { Random } from "../../lib/core/values/random";
import { pause, result, TestKernel } from "../kernels/client";
import type { Fuzzer, FuzzTarget } from "./fuzzer";

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
  pattern: fc.oneof(
    fc.array(fc.constantFrom("*", "?", "a", "1")).map((parts) => parts.join("")),
    fc.jsonValue(),
  ),
  target_name: fc.jsonValue(),
  comm_id: fc.jsonValue(),
  data: fc.jsonValue(),
};

const content = fc.oneof(fc.record(FIELDS, { requiredKeys: [] }), fc.dictionary(fc.string(), fc.jsonValue()));
const nested = fc
  .integer({ min: 1, max: 30_000 })
  .map((depth) => `{"code":${"[".repeat(depth)}${"]".repeat(depth)}}`);
const frame = fc.oneof(fc.string(), fc.json(), nested, fc.constantFrom("<IDS|MSG>", "{}", ""));
const garbage = fc.array(frame, { minLength: 1, maxLength: 9 });
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 300 }),
  fc
    .constantFrom("GET / HTTP/1.1\r\n\r\n", "POST /\x01\x00 HTTP/1.1\r\n\r\n")
    .map((text) => Buffer.from(text)),
);

/** Messages that are signed but have any content, replays of them, and frames that are no messages. */
function frames(key: string): fc.Arbitrary<Frame[]> {
  const request = fc
    .tuple(fc.constantFrom(...TYPES), content)
    .map(([type, body]) => encode(key, answer(undefined, type, body)));
  const signedGarbage = garbage.map((parts) => ["<IDS|MSG>", sign(key, parts.slice(0, 4)), ...parts]);
  const badlySigned = request.map((parts) => parts.with(1, "0".repeat(64)));
  const unsigned = request.map((parts) => parts.with(1, ""));
  return fc.oneof({ weight: 4, arbitrary: request }, garbage, signedGarbage, badlySigned, unsigned);
}

const PORTS = ["hb_port", "shell_port", "control_port", "stdin_port", "iopub_port"] as const;
const MESSAGES_PER_CASE = 20;
const PATIENCE_MS = 20_000;

function within<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    pause(PATIENCE_MS).then(() => Promise.reject(new Error(`no answer in ${PATIENCE_MS} ms`))),
  ]);
}

/** Writes bytes to a port, past the protocol. */
async function sendBytes(port: number, data: Uint8Array): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve).once("error", resolve));
  socket.end(data);
  await pause(2);
  socket.destroy();
}

/** Sends messages to a port, some of them twice. */
async function sendMessages(to: string, messages: Frame[][], random: Random): Promise<void> {
  const dealer = new zmq.Dealer({ linger: 1000 });
  dealer.connect(to);
  try {
    for (const message of messages) {
      await within(dealer.send(message));
      if (random.integer(4) === 0) await within(dealer.send(message));
    }
  } finally {
    dealer.close();
  }
}

class MessageTarget implements FuzzTarget {
  private constructor(private kernel: TestKernel) {}

  static async open(): Promise<MessageTarget> {
    return new MessageTarget(await MessageTarget.start());
  }

  private static start(): Promise<TestKernel> {
    return TestKernel.start(process.cwd(), { onStderr: () => undefined });
  }

  /** Sends random messages and bytes to one port, then asks the kernel whether it is well. */
  async tryCase(random: Random): Promise<string | undefined> {
    const { connection } = this.kernel;
    const name = PORTS[random.integer(PORTS.length)];
    const port = connection[name];
    const options = { seed: random.integer(2 ** 31), numRuns: MESSAGES_PER_CASE };
    const messages = fc.sample(frames(connection.key), options);
    const raw = fc.sample(bytes, options);
    try {
      // Publishers refuse the messages of dealers, but not bytes.
      if (name !== "iopub_port") await sendMessages(address(connection, port), messages, random);
      if (name === "iopub_port" || random.integer(4) === 0)
        for (const data of raw) await sendBytes(port, data);
      return await this.examine();
    } catch (error) {
      const sent = JSON.stringify(messages.map((parts) => parts.map(String))).slice(0, 2000);
      await this.restart();
      return `${name}: ${(error as Error).message} after ${sent}`;
    }
  }

  private async examine(): Promise<string | undefined> {
    await within(this.kernel.ping());
    const answered = await this.compute("6 * 7");
    const info = await within(this.kernel.request("control", "kernel_info_request"));
    this.kernel.published.length = 0;
    if (answered !== "42") return `6 * 7 gave ${answered}`;
    return info.reply.content.status === "ok" ? undefined : "kernel_info_request failed";
  }

  /** A failed cell before it may abort it, as it should. */
  private async compute(code: string): Promise<string> {
    for (;;) {
      const run = await within(this.kernel.execute(code, { stop_on_error: false }));
      if (run.reply.content.status !== "aborted") return result(run);
    }
  }

  private async restart(): Promise<void> {
    this.kernel.process.kill("SIGKILL");
    this.kernel.close();
    this.kernel = await MessageTarget.start();
  }

  async close(): Promise<void> {
    await this.kernel.stop();
  }
}

/** What may reach a kernel's ports, with and without the key: it must go on answering. */
export const messageFuzzer: Fuzzer = { name: "messages", open: () => MessageTarget.open() };

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pause, result, TestKernel, textOf } from "./client";

describe("output", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  it("loses nothing of 100,000 lines", async () => {
    const run = await kernel.execute("for (let i = 0; i < 100_000; i++) console.log(i);");
    const lines = textOf(run).trimEnd().split("\n");
    assert.equal(lines.length, 100_000);
    assert.ok(lines.every((line, i) => line === String(i)));
    assert.ok(run.outputs.length < 1000, `${run.outputs.length} messages`);
  });

  it("keeps the order of stdout, stderr and displays", async () => {
    const { outputs } = await kernel.execute(
      'console.log("a"); console.error("b"); await display("c"); console.log("d"); "e"',
    );
    const seen = outputs.map(({ type, content }) => (type === "stream" ? content.text : type));
    assert.deepEqual(seen, ["a\n", "b\n", "display_data", "d\n", "execute_result"]);
  });

  it("captures child processes and native writes", async () => {
    const run = await kernel.execute(
      'import { execSync } from "node:child_process"; import { writeSync } from "node:fs";\n' +
        'execSync("echo from a child; echo to stderr >&2", { stdio: "inherit" }); writeSync(1, "native\\n");',
    );
    assert.equal(textOf(run, "stdout"), "from a child\nnative\n");
    assert.equal(textOf(run, "stderr"), "to stderr\n");
  });

  it("shows the output of a child process while the cell blocks on it", async () => {
    const running = kernel.execute(
      'import { execSync } from "node:child_process"; console.log("before"); execSync("echo during; sleep 60", { stdio: "inherit" });',
    );
    await kernel.printed("during");
    await kernel.interrupt();
    const run = await running;
    assert.equal(run.reply.content.ename, "KeyboardInterrupt");
    assert.equal(textOf(run), "before\nduring\n");
  });

  it("keeps the order of the output of a cell and of the child processes that it blocks on", async () => {
    const cell =
      'import { execSync } from "node:child_process"; const run = (code: string) => execSync(code, { stdio: "inherit" });\n' +
      'console.log("1"); run("echo 2"); console.log("3"); run("echo 4 >&2"); console.log("5"); void 0';
    for (let time = 0; time < 10; time++) {
      assert.equal(textOf(await kernel.execute(cell)), "1\n2\n3\n4\n5\n");
    }
  });

  it("survives the end of its streams, and characters that arrive in pieces", async () => {
    const bytes = '[...Buffer.from("é€😀\\n")].map((byte) => Buffer.of(byte))';
    const pieces = await kernel.execute(
      `import { Readable } from "node:stream"; import { pipeline } from "node:stream/promises";
       await pipeline(Readable.from(${bytes}), process.stdout); process.stdout.write("ff0a", "hex"); process.stdout.end("end\\n"); process.stderr.destroy();`,
    );
    assert.equal(textOf(pieces), "é€😀\n\ufffd\nend\n");
    assert.equal(textOf(await kernel.execute('console.log("on")')), "on\n");
    const again = await kernel.execute(
      'import { execSync } from "node:child_process"; execSync("echo child", { stdio: "inherit" });',
    );
    assert.equal(textOf(again), "child\n");
  });

  it("sends no half characters, which Jupyter could not save", async () => {
    const run = await kernel.execute('console.log("😀".slice(1)); "\\\\ud83d 😀" + "😀".slice(0, 1)');
    assert.equal(textOf(run), "\ufffd\n");
    assert.equal(result(run), "\\ud83d 😀\ufffd");
  });

  it("sends late output to the cell that started it", async () => {
    await kernel.execute(
      'setTimeout(() => console.log("late"), 300); void (async () => { for (let i = 0; i < 3; i++) { await new Promise((r) => setTimeout(r, 100)); console.log("step", i); } })();',
    );
    const first = kernel.published.at(-1)!.parent.msg_id;
    const second = await kernel.execute(
      'await new Promise((r) => setTimeout(r, 500)); console.log("second");',
    );
    assert.equal(textOf(second), "second\n");
    const late = kernel.published
      .filter(({ header, parent }) => header.msg_type === "stream" && parent.msg_id === first)
      .map(({ content }) => String(content.text))
      .join("");
    assert.match(late, /late/);
    assert.match(late, /step 0\n(late\n)?step 1\n/);
  });

  it("shows console.table and colours", async () => {
    assert.match(textOf(await kernel.execute("console.table([{ a: 1 }])")), /│ a │|│\s+a\s+│/);
    assert.ok(textOf(await kernel.execute('console.log("\\u001b[31mred")')).includes("\u001b[31mred"));
  });

  it("shows text printed before a long computation without waiting for its end", async () => {
    const running = kernel.execute(
      'console.log("one"); console.log("two"); console.error("three"); while (true);',
    );
    for (const text of ["one", "two", "three"]) await kernel.printed(text);
    await kernel.interrupt();
    assert.equal(textOf(await running), "one\ntwo\nthree\n");
  });

  it("rejects process.exit with an explanation", async () => {
    const { reply } = await kernel.execute("process.exit(1)");
    assert.match(String(reply.content.evalue), /would end the kernel/);
    await pause(50);
    assert.ok(kernel.alive);
  });
});

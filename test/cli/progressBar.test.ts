import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { progressBar, progressText } from "../../lib/cli/progressBar";

function recorder(interactive: boolean, columns = 80) {
  const lines: string[] = [];
  let drawn = "";
  let clock = 0;
  const bar = progressBar(
    "file.whl",
    { interactive, out: (line) => lines.push(line) },
    { write: (text) => (drawn += text), now: () => clock, columns },
  );
  return {
    bar,
    lines,
    drawn: () => drawn,
    wait: (ms: number) => {
      clock += ms;
    },
  };
}

describe("progressText", () => {
  it("gives percent, megabytes, speed and the time left", () => {
    assert.equal(progressText(82e6, 274e6, 12.1e6), " 29 %, 82 of 274 MB, 12.1 MB/s, 16 s left");
    assert.equal(progressText(1e6, 100e6, 1e6), "  1 %, 1.0 of 100 MB, 1.0 MB/s, 1 min 39 s left");
    assert.equal(progressText(0, 9e9, 1e6), "  0 %, 0.0 of 9000 MB, 1.0 MB/s, 2 h 30 min left");
    assert.equal(progressText(274e6, 274e6, 1e6), "100 %, 274 of 274 MB, 1.0 MB/s");
    assert.equal(progressText(5, 10, undefined), " 50 %, 0.0 of 0.0 MB");
  });
});

describe("progressBar", () => {
  it("prints a plain line for each tenth where it cannot redraw", () => {
    const { bar, lines, drawn, wait } = recorder(false);
    for (let done = 0; done <= 1000; done += 5) {
      bar.update(done * 1e6, 1e9);
      wait(100);
    }
    bar.update(1e9, 1e9);
    bar.end();
    assert.equal(lines.length, 11);
    assert.equal(lines[3], "file.whl  30 %, 300 of 1000 MB, 50.0 MB/s, 14 s left");
    assert.equal(lines[10], "file.whl 100 %, 1000 of 1000 MB, 50.0 MB/s");
    assert.equal(drawn(), "");
  });

  it("redraws one line on a terminal, ten times a second and at the end", () => {
    const { bar, lines, drawn, wait } = recorder(true);
    for (let done = 0; done <= 100; done++) {
      bar.update(done * 1e6, 100e6);
      wait(20);
    }
    bar.end();
    bar.end();
    assert.deepEqual(lines, []);
    const frames = drawn().split("\r").slice(1);
    assert.equal(frames.length, 21);
    assert.equal(
      frames[10],
      "file.whl [==========          ]  50 %, 50 of 100 MB, 50.0 MB/s, 1 s left\u001b[K",
    );
    assert.equal(frames[20], "file.whl [====================] 100 %, 100 of 100 MB, 50.0 MB/s\u001b[K\n");
  });

  it("measures the speed without what an earlier run had done, and over the last seconds only", () => {
    const { bar, lines, wait } = recorder(false);
    bar.update(500e6, 1e9);
    wait(10_000);
    bar.update(600e6, 1e9);
    assert.match(lines[0], /500 of 1000 MB$/);
    assert.match(lines[1], /10\.0 MB\/s, 40 s left$/);
    for (let done = 601; done <= 900; done++) {
      wait(100);
      bar.update(done * 1e6, 1e9);
    }
    assert.match(lines.at(-1)!, / 10\.0 MB\/s/);
  });

  it("shortens the label rather than breaking the line", () => {
    const { bar, drawn } = recorder(true, 50);
    bar.update(5e6, 10e6);
    assert.equal(drawn(), "\rfile.… [==========          ]  50 %, 5.0 of 10 MB\u001b[K");
    assert.ok(drawn().length - "\r\u001b[K".length < 50);
  });

  it("does without the bar, and cuts the text, where a terminal is narrow", () => {
    for (const [columns, line] of [
      [30, "file.whl  50 %, 5.0 of 10 MB"],
      [26, "file…  50 %, 5.0 of 10 MB"],
      [12, "fi…  50 %,…"],
      [3, "f…"],
    ] as const) {
      const { bar, drawn } = recorder(true, columns);
      bar.update(5e6, 10e6);
      assert.ok(line.length < columns);
      assert.equal(drawn(), `\r${line}\u001b[K`);
    }
  });
});

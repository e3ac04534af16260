import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Thread } from "../../../lib/io/processes/thread";
import type { Errand } from "./threadWorker";

const file = path.join(__dirname, "threadWorker.js");

describe("a thread", () => {
  it("answers requests in order and remembers", async () => {
    const thread = new Thread<Errand, number>(file);
    const answers = Promise.all([thread.ask("count", 60), thread.ask("count", 60), thread.ask("count", 60)]);
    assert.deepEqual(await answers, [1, 2, 3]);
  });

  it("is replaced when it fails, ends or takes too long, and the next request is answered", async () => {
    const thread = new Thread<Errand, number>(file);
    for (const [errand, reason] of [
      ["fail", "it fails"],
      ["exit", "its thread has ended"],
      ["hang", "it takes longer than 0.2 s"],
      [() => undefined, "() => undefined could not be cloned."],
    ] as const) {
      await thread.ask("count", 60);
      const failed = thread.ask(errand, errand === "hang" ? 0.2 : 60);
      const next = thread.ask("count", 60);
      await assert.rejects(failed, { message: reason });
      assert.equal(await next, 1, reason);
    }
  });

  it("may fail between requests", async () => {
    const thread = new Thread<Errand, number>(file);
    assert.equal(await thread.ask("fail later", 60), 1);
    await pause(1000);
    assert.equal(await thread.ask("count", 60), 1);
  });

  it("ends after an answer that takes too much memory", async () => {
    const thread = new Thread<Errand, number>(file, { endsAfter: (count) => count === 2 });
    const answers: number[] = [];
    for (let i = 0; i < 4; i++) answers.push(await thread.ask("count", 60));
    assert.deepEqual(answers, [1, 2, 1, 2]);
  });
});

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, it, type TestContext } from "node:test";
import { readStore, reproductionGrid, runGrid, storeFile, type GridEvent } from "../../../lib/reproduce";
import {
  jobKey,
  SchedulerError,
  type Batch,
  type Executor,
  type JobState,
} from "../../../lib/reproduce/cluster/executor";
import { rowFile, rowIds } from "../../../lib/reproduce/cluster/gridFolder";
import { writeRow } from "../../../lib/reproduce/cluster/rowFile";
import { failedCell } from "../../../lib/reproduce/cellRecord";
import { temporaryFolder } from "../../support/temporary";
import { finishedRecord } from "../support";

const cells = reproductionGrid("table1", { scale: "smoke", datasets: ["mnist"], seeds: 1 }).slice(0, 5);
const cellOf = (id: string) => cells.find((cell) => cell.id === id)!;
const ended = (words: string): JobState => ({ phase: "ended", words });

/** What a job does: it writes its row, or something else. It returns the state in which it then is. */
type Job = (id: string, row: string, attempt: number) => Promise<JobState | undefined>;

const finishes: Job = async (id, row) => {
  await writeRow(row, finishedRecord(cellOf(id), 50));
  return undefined;
};

/** A scheduler in this process, whose jobs do what a test says: also what a real one seldom does. */
function scheduler(folder: string, job: Job, changes: Partial<Executor> = {}) {
  const submitted: Batch[] = [];
  const jobs = new Map<string, JobState | undefined>();
  const attempts = new Map<string, number>();
  const executor: Executor = {
    name: "test",
    threads: 1,
    batchLimit: 2,
    checkAvailable: () => Promise.resolve(),
    preview: () => "",
    async submit(batch) {
      submitted.push(batch);
      for (const id of batch.cells) {
        const attempt = (attempts.get(id) ?? 0) + 1;
        attempts.set(id, attempt);
        jobs.set(jobKey(batch, id), await job(id, rowFile(folder, id), attempt));
      }
    },
    states: () =>
      Promise.resolve(new Map([...jobs].flatMap(([key, state]) => (state ? [[key, state] as const] : [])))),
    cancel: () => Promise.resolve(),
    logFile: (batch, id) => path.join(batch.folder, `${id}.log`),
    ...changes,
  };
  return { executor, submitted, jobs, attempts };
}

async function collect(folder: string, executor: Executor, signal?: AbortSignal): Promise<GridEvent[]> {
  const events: GridEvent[] = [];
  const cluster = { executor, pollMs: 5, retries: 2 };
  for await (const event of runGrid({ cells, folder, engine: "wasm", cluster, signal })) events.push(event);
  return events;
}

const notes = (events: GridEvent[]) => events.flatMap((event) => (event.kind === "note" ? event.text : []));
const stored = (folder: string) => readStore(storeFile(folder)).records;
const ids = cells.map(({ id }) => id).sort();

function folderOf(t: TestContext): string {
  return temporaryFolder(t);
}

describe("the jobs of a cluster", () => {
  it("are submitted in batches below the limit, and give one line per cell", async (t) => {
    const folder = folderOf(t);
    const { executor, submitted } = scheduler(folder, finishes);
    const events = await collect(folder, executor);
    assert.deepEqual(
      submitted.map((batch) => batch.cells.length),
      [2, 2, 1],
    );
    assert.equal(new Set(submitted.map(({ name }) => name)).size, 3);
    assert.deepEqual(
      stored(folder)
        .map(({ id }) => id)
        .sort(),
      ids,
    );
    assert.equal(events[0].kind === "started" && events[0].cluster, "test");
  });

  it("are submitted again when they are lost or fail, but not forever", async (t) => {
    const folder = folderOf(t);
    const { executor, attempts } = scheduler(folder, async (id, row, attempt) => {
      if (id === cells[0].id && attempt === 1) return ended("job 7 ended as NODE_FAIL");
      if (id === cells[1].id && attempt < 3)
        await writeRow(row, failedCell(cellOf(id), "on n2: no luck", new Date()));
      else if (id === cells[2].id) return ended("job 9 ended as TIMEOUT");
      else return finishes(id, row, attempt);
      return undefined;
    });
    const said = notes(await collect(folder, executor)).join("\n");
    assert.deepEqual(
      cells.map(({ id }) => attempts.get(id)),
      [2, 3, 3, 1, 1],
    );
    assert.match(
      said,
      /NODE_FAIL, but neither a row nor a log appeared here.*; submitted again, 1 of 2 times/,
    );
    assert.match(said, /on n2: no luck; submitted again, 2 of 2 times/);
    const records = stored(folder);
    assert.deepEqual(records.map(({ id }) => id).sort(), ids);
    const failed = records.filter(({ status }) => status === "failed");
    assert.deepEqual(
      failed.map(({ id }) => id),
      [cells[2].id],
    );
    assert.match(failed[0].status === "failed" ? failed[0].error : "", /TIMEOUT.*\(tried 3 times\)/);
  });

  it("are not submitted again when a person canceled them", async (t) => {
    const folder = folderOf(t);
    const { executor, attempts } = scheduler(folder, (id, row, attempt) =>
      id === cells[0].id
        ? Promise.resolve({ ...ended("job 7 ended as CANCELLED"), isCanceled: true })
        : finishes(id, row, attempt),
    );
    await collect(folder, executor);
    assert.equal(attempts.get(cells[0].id), 1);
    assert.equal(stored(folder).filter(({ status }) => status === "failed").length, 1);
  });

  it("are not lost when their rows appear late, or the scheduler does not answer", async (t) => {
    const folder = folderOf(t);
    let asked = 0;
    const { executor, attempts, jobs } = scheduler(
      folder,
      (id, row, attempt) => {
        if (id !== cells[0].id) return finishes(id, row, attempt);
        setTimeout(() => void finishes(id, row, attempt), 60);
        return Promise.resolve({ phase: "running" });
      },
      {
        // Down for longer than the patience with a job that is gone.
        states: () =>
          ++asked < 10
            ? Promise.reject(new SchedulerError("squeue: no controller"))
            : Promise.resolve(new Map(jobs as Map<string, JobState>)),
      },
    );
    const said = notes(await collect(folder, executor));
    assert.deepEqual(said, ["squeue: no controller. Asking again; the jobs go on."]);
    assert.deepEqual([...attempts.values()], [1, 1, 1, 1, 1]);
    assert.equal(stored(folder).length, 5);
  });

  it("tell once why they may wait for long", async (t) => {
    const folder = folderOf(t);
    const { executor } = scheduler(folder, (id, row, attempt) => {
      setTimeout(() => void finishes(id, row, attempt), 60);
      return Promise.resolve({ phase: "waiting", trouble: "PENDING, ReqNodeNotAvail" });
    });
    assert.deepEqual(notes(await collect(folder, executor)), ["test: PENDING, ReqNodeNotAvail"]);
  });

  it("are never more than there is room for", async (t) => {
    const folder = folderOf(t);
    const { executor, jobs } = scheduler(
      folder,
      (id, row, attempt) => {
        setTimeout(() => void finishes(id, row, attempt), 20);
        return Promise.resolve({ phase: "running" });
      },
      { capacity: () => Promise.resolve(3) },
    );
    const alive: number[] = [];
    const submit = executor.submit.bind(executor);
    executor.submit = async (batch) => {
      await submit(batch);
      alive.push(jobs.size - rowIds(folder).size);
    };
    await collect(folder, executor);
    assert.equal(Math.max(...alive), 3);
    assert.equal(stored(folder).length, 5);
  });

  it("wait where the scheduler takes no more of them for now", async (t) => {
    const folder = folderOf(t);
    let refusals = 0;
    const inner = scheduler(folder, finishes);
    const executor: Executor = {
      ...inner.executor,
      submit: (batch) =>
        inner.submitted.length === 1 && refusals++ < 3
          ? Promise.reject(new SchedulerError("sbatch: too many jobs"))
          : inner.executor.submit(batch),
    };
    const said = notes(await collect(folder, executor)).join("\n");
    assert.match(said, /sbatch: too many jobs\. 3 cells will be submitted later\./);
    assert.deepEqual(
      stored(folder)
        .map(({ id }) => id)
        .sort(),
      ids,
    );
  });

  it("stop the grid with the scheduler's own words when it refuses the first of them", async (t) => {
    const folder = folderOf(t);
    const { executor } = scheduler(folder, finishes, {
      submit: () => Promise.reject(new SchedulerError("sbatch: invalid account")),
    });
    await assert.rejects(collect(folder, executor), {
      name: "UserError",
      message: "sbatch: invalid account",
    });
    assert.deepEqual(stored(folder), []);
  });

  it("go on when the submitter stops, and are found again", async (t) => {
    const folder = folderOf(t);
    const running: Job = () => Promise.resolve({ phase: "running" });
    const { executor, submitted, jobs } = scheduler(folder, running);
    const abort = new AbortController();
    setTimeout(() => {
      abort.abort();
    }, 50);
    await collect(folder, executor, abort.signal);
    assert.deepEqual(stored(folder), []);
    assert.equal(jobs.size, 5);
    // One finishes while nobody looks, and one is lost.
    await finishes(cells[0].id, rowFile(folder, cells[0].id), 1);
    for (const batch of submitted)
      for (const id of batch.cells) if (id === cells[1].id) jobs.delete(jobKey(batch, id));
    const again = collect(folder, {
      ...executor,
      submit: async (batch) => {
        assert.deepEqual(batch.cells, [cells[1].id]);
        for (const id of batch.cells) await finishes(id, rowFile(folder, id), 2);
      },
    });
    await wait(50);
    for (const { id } of cells.slice(2)) await finishes(id, rowFile(folder, id), 1);
    assert.match(notes(await again).join(), /4 jobs of an earlier call found in test/);
    assert.deepEqual(
      stored(folder)
        .map(({ id }) => id)
        .sort(),
      ids,
    );
  });

  it("do not count a row that is not the cell's", async (t) => {
    const folder = folderOf(t);
    const { executor, attempts } = scheduler(folder, async (id, row, attempt) => {
      if (id !== cells[0].id || attempt > 1) return finishes(id, row, attempt);
      mkdirSync(path.dirname(row), { recursive: true });
      writeFileSync(row, "{}");
      return undefined;
    });
    await collect(folder, executor);
    assert.equal(attempts.get(cells[0].id), 2);
    assert.equal(stored(folder).length, 5);
  });
});

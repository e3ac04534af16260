import { jobKey, type Batch, type Executor, type JobState } from "./executor";
import { newBatch, savedBatches } from "./gridFolder";

/** The jobs of a grid's folder that are waiting or running. */
export async function countJobs(
  executor: Executor,
  folder: string,
): Promise<{ running: number; waiting: number }> {
  const jobs = await livingJobs(executor, folder);
  const running = jobs.filter(({ phase }) => phase === "running").length;
  return { running, waiting: jobs.length - running };
}

/** Ends all jobs of a grid's folder, and returns how many there were. */
export async function cancelJobs(executor: Executor, folder: string): Promise<number> {
  const jobs = await livingJobs(executor, folder);
  await executor.cancel([...new Set(jobs.map(({ batch }) => batch))]);
  return jobs.length;
}

const previewed = 2;

/** What would be submitted for the cells with these ids: a text for each of the first batches, and the number of the others. */
export function previewJobs(executor: Executor, folder: string, ids: readonly string[]): string[] {
  const starts = ids.map((_, i) => i).filter((i) => i % executor.batchLimit === 0);
  const texts = starts.slice(0, previewed).map((start) => {
    const batch = newBatch(folder, executor.name, ids.slice(start, start + executor.batchLimit));
    return executor.preview(batch);
  });
  const others = starts.length - texts.length;
  return others > 0 ? [...texts, `and ${others} more like these`] : texts;
}

/** A job that waits or runs. */
interface LivingJob {
  id: string;
  batch: Batch;
  phase: JobState["phase"];
}

/** Finds the jobs that are alive, whoever submitted them. */
export async function livingJobs(executor: Executor, folder: string): Promise<LivingJob[]> {
  await executor.checkAvailable();
  const batches = savedBatches(folder, executor.name);
  if (batches.length === 0) return [];
  const states = await executor.states(batches);
  return batches.flatMap((batch) =>
    batch.cells.flatMap((id) => {
      const phase = states.get(jobKey(batch, id))?.phase ?? "ended";
      return phase === "ended" ? [] : [{ id, batch, phase }];
    }),
  );
}

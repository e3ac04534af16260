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

/** What would be submitted for the cells with these ids, one text per batch. */
export function previewJobs(executor: Executor, folder: string, ids: readonly string[]): string[] {
  const texts: string[] = [];
  for (let start = 0; start < ids.length; start += executor.batchLimit) {
    const batch = newBatch(folder, executor.name, ids.slice(start, start + executor.batchLimit));
    texts.push(executor.preview(batch));
  }
  return texts;
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

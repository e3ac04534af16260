import { UserError } from "../core";
import type { ExperimentResult } from "../reproduce";
import type { TrainingEvent } from "../train";
import { measuresOf, rowMeasures, testMeasures } from "./measures";
import type { Measures, RunLog, RunStatus } from "./runLog";

type Run = AsyncGenerator<TrainingEvent, ExperimentResult | undefined>;

/**
 * The same run, whose numbers go into logs as they come. At the end a log also gets what it lacks of earlier epochs, such as those of a time
 * when its server was away. A log that fails is left alone for the rest of the run, and `warn` gets one sentence.
 */
export async function* trackRun(
  run: Run,
  logs: readonly RunLog[],
  warn: (sentence: string) => void,
): AsyncGenerator<TrainingEvent, ExperimentResult | undefined> {
  const working = new Set(logs);
  const each = async (work: (log: RunLog) => Promise<void>) => {
    for (const log of working) {
      await work(log).catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
        working.delete(log);
        warn(failureText(error));
      });
    }
  };
  const write = (step: number, measures: Measures) => each((log) => log.write(step, measures));
  let status: RunStatus = "stopped";
  try {
    for (;;) {
      const next = await run.next();
      if (next.done) {
        const result = next.value;
        if (result === undefined) return undefined;
        for (const row of result.history) await write(row.epoch, rowMeasures(row));
        await write(result.bestEpoch, testMeasures(result));
        status = "finished";
        return result;
      }
      const measured = measuresOf(next.value);
      if (measured) await write(measured.step, measured.measures);
      yield next.value;
    }
  } catch (error) {
    status = "failed";
    throw error;
  } finally {
    await run.return(undefined);
    await each((log) => log.end(status));
  }
}

/** What is said of a log that fails. The run itself goes on. */
export const failureText = (error: UserError): string =>
  `${error.message.replace(/\.$/, "")}; the run goes on without this log. Run the same command again afterwards to add what is missing.`;

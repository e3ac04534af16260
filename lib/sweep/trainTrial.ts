import { promises as fs } from "node:fs";
import path from "node:path";
import { learn, prepareExperiment, type Experiment } from "../reproduce";
import { describeRun, measuresOf, openJsonLines, readJsonLines } from "../track";
import { choices, type ValidationMetrics } from "../train";
import type { RunTrial } from "./runSweep";

/** What all trials share: data, method, labels, and the options that are not searched. */
export type TrialBase = Pick<Experiment, "dataset" | "method" | "labeledPerClass" | "validation" | "options">;

/**
 * Trials that train on the labels and judge on the held-out images; the test images are not used. Each keeps its log and, while it runs, a
 * checkpoint in its folder, from which it goes on.
 */
export const trainTrial =
  (base: TrialBase): RunTrial =>
  async ({ parameters, folder, signal, report }) => {
    const prepared = prepareExperiment({ ...base, options: { ...base.options, ...parameters } });
    const { chooseBy, epochs } = prepared.identity.settings;
    const judge = (epoch: number, metrics: ValidationMetrics) =>
      report(epoch, choices[chooseBy].score(metrics), epoch >= epochs);
    const log = await openJsonLines(folder, describeRun(prepared, folder));
    let isWanted = true;
    for (const { step, measures } of readJsonLines(folder)) {
      const { "validation/nmi": nmi, "validation/recallAt1": recall, "validation/mapAtR": mapAtR } = measures;
      if (nmi === undefined) continue;
      isWanted = judge(step, { nmi, recall: { 1: recall }, ...(mapAtR !== undefined && { mapAtR }) });
    }
    try {
      if (isWanted) {
        for await (const event of learn(prepared, folder, signal)) {
          const measured = measuresOf(event);
          if (measured) await log.write(measured.step, measured.measures);
          if (event.kind === "finished" && event.stopReason === "aborted") return false;
          if (event.kind === "evaluation" && !judge(event.epoch, event.metrics)) break;
        }
      }
      await log.end("finished");
      await fs.rm(path.join(folder, "checkpoint.safetensors"), { force: true });
      return true;
    } finally {
      prepared.model.dispose();
    }
  };

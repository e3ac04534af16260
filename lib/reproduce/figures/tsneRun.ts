import { existsSync } from "node:fs";
import path from "node:path";
import { readText } from "../../io/files";
import { parseResult } from "../resultFile";
import { differsFromPaper } from "./paperRuns";

export interface TsneRun {
  /** The saved model; undefined if a quick run takes its place. */
  file: string | undefined;
  /** Which model it is, and why no saved one. */
  text: string;
}

/** The model of AGML with or without orthogonality that the t-SNE of the ablation draws. */
export function tsneRun(
  dataset: string,
  orthogonal: boolean,
  { runs, seed }: { runs: string; seed: number },
): TsneRun {
  const folder = path.join(runs, `${dataset}${orthogonal ? "" : "-free"}-${seed}`);
  const file = path.join(folder, "model.safetensors");
  const name = orthogonal ? "with orthogonality" : "without orthogonality";
  const quick = (reason: string): TsneRun => ({
    file: undefined,
    text: `${name}: a quick run, because ${reason}`,
  });
  if (!existsSync(file)) return quick(`there is no ${file}`);
  const results = path.join(folder, "results.json");
  if (existsSync(results)) {
    const advice = "Move it elsewhere, or name other runs with --runs.";
    const reason = differsFromPaper(parseResult(readText(results), results, advice));
    if (reason !== undefined) return quick(`${folder} is another experiment: ${reason}`);
  }
  return { file, text: `${name}: ${folder}` };
}

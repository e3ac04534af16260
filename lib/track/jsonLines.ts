import { appendFileSync, existsSync, truncateSync } from "node:fs";
import path from "node:path";
import { UserError } from "../core";
import { makeFolder, readText } from "../io/files";
import { Written, type RunDescription, type RunLog } from "./runLog";
import { writing } from "./writing";

/** A line of the log: the run itself, or the numbers of one step. */
type Line =
  | { kind: "run"; name: string; settings: object; tags: object; time: string }
  | { kind: "measures"; step: number; time: string; measures: Record<string, number> }
  | { kind: "end"; status: string; time: string };

/** Keeps a run in log.jsonl: a line that describes it, then one line per epoch or evaluation. */
export function openJsonLines(folder: string, { name, settings, tags }: RunDescription): Promise<RunLog> {
  const file = path.join(folder, "log.jsonl");
  const written = new Written();
  const time = () => new Date().toISOString();
  let isChanged = false;
  const append = (line: Line) => {
    isChanged = true;
    writing(file, () => {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    });
  };
  const lines = writing(file, () => {
    makeFolder(folder);
    return existsSync(file) ? wholeLines(file) : [];
  });
  for (const line of lines) if (line.kind === "measures") written.add(line.step, Object.keys(line.measures));
  if (!lines.some(({ kind }) => kind === "run"))
    append({ kind: "run", name, settings: named(settings), tags, time: time() });
  return Promise.resolve({
    place: file,
    write(step, measures) {
      const missing = written.missing(step, measures);
      if (missing.length > 0) {
        append({ kind: "measures", step, time: time(), measures: Object.fromEntries(missing) });
        written.add(step, Object.keys(measures));
      }
      return Promise.resolve();
    },
    end(status) {
      const last = lines.at(-1);
      const isKnown = !isChanged && last?.kind === "end" && last.status === status;
      if (!isKnown) append({ kind: "end", status, time: time() });
      return Promise.resolve();
    },
  });
}

/** JSON writes Infinity as null; here it stays what it is called. */
const named = (settings: object): object =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === "number" && !Number.isFinite(value) ? String(value) : (value as unknown),
    ]),
  );

/** The measures in a log, in the order of their steps. */
export function readJsonLines(folder: string): { step: number; measures: Record<string, number> }[] {
  const file = path.join(folder, "log.jsonl");
  if (!existsSync(file)) return [];
  return wholeLines(file)
    .flatMap((line) => (line.kind === "measures" ? [{ step: line.step, measures: line.measures }] : []))
    .sort((a, b) => a.step - b.step);
}

/** The lines of a log. What a killed process left of the last one is cut off. */
function wholeLines(file: string): Line[] {
  const text = readText(file);
  const end = text.lastIndexOf("\n") + 1;
  if (end < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  return text
    .slice(0, end)
    .split("\n")
    .filter((line) => line !== "")
    .map((line, i) => {
      try {
        return JSON.parse(line) as Line;
      } catch {
        throw new UserError(`${file}: line ${i + 1} is not JSON. Move the file away to log anew.`);
      }
    });
}

import { matchesGlob } from "./glob";
import type { Json } from "./wire";

interface Entry {
  line: number;
  source: string;
  /** The last value as text, when there was one. */
  output: string | null;
}

const THIS_SESSION = 1;
/** How a request may name the session that runs, beside its number. */
const CURRENT = 0;

/** The cells of this session, as `history_request` asks for them: the last n, a range, or a search. */
export class History {
  private readonly entries: Entry[] = [];

  add(line: number, source: string): void {
    this.entries.push({ line, source, output: null });
  }

  /** Notes what the last value of a cell was shown as. */
  setOutput(line: number, output: unknown): void {
    const entry = this.entries.at(-1);
    if (entry?.line === line && typeof output === "string") entry.output = output;
  }

  reply(request: Json): Json {
    const history = this.select(request).map(({ line, source, output }) => [
      THIS_SESSION,
      line,
      request.output === true ? [source, output] : source,
    ]);
    return { status: "ok", history };
  }

  private select(request: Json): Entry[] {
    const n = typeof request.n === "number" ? request.n : Infinity;
    switch (request.hist_access_type) {
      case "range": {
        const session = Number(request.session ?? CURRENT);
        if (session !== CURRENT && session !== THIS_SESSION) return [];
        const start = Number(request.start ?? 0);
        const stop = Number(request.stop ?? Infinity);
        return this.entries.filter(({ line }) => line >= start && line < stop);
      }
      case "search": {
        const pattern = typeof request.pattern === "string" ? request.pattern : "*";
        const found = this.entries.filter(({ source }) => matchesGlob(pattern, source));
        return last(n, request.unique === true ? lastOfEachSource(found) : found);
      }
      default:
        return last(n, this.entries);
    }
  }
}

function last(n: number, entries: Entry[]): Entry[] {
  return n > 0 ? entries.slice(-n) : [];
}

function lastOfEachSource(entries: Entry[]): Entry[] {
  const bySource = new Map(entries.map((entry) => [entry.source, entry]));
  return entries.filter((entry) => bySource.get(entry.source) === entry);
}

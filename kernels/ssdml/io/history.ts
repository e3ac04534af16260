import type { Json } from "./wire";

interface Entry {
  line: number;
  source: string;
  /** The last value as text, if there was one. */
  output: string | null;
}

const THIS_SESSION = 1;
/** Requests may name the current session by 0 instead of its number. */
const CURRENT = 0;

/** The cells of this session. A `history_request` asks for the last n, a range, or a search. */
export class History {
  private readonly entries: Entry[] = [];

  add(line: number, source: string): void {
    this.entries.push({ line, source, output: null });
  }

  /** Records the text of the last value of a cell. */
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

/**
 * Whether a whole text matches a pattern: `*` stands for any characters, `?` for any one character. After a mismatch only the last `*`
 * is extended by one character, so the time is at most the product of the two lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  /** Position of the last `*`, and the end of the text that it matches so far. */
  let [star, afterStar] = [-1, 0];
  while (t < text.length) {
    if (pattern[p] === "*") {
      [star, afterStar] = [p++, t];
    } else if (pattern[p] === "?" || pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++afterStar;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

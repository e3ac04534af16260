import type { Json } from "./wire";

type Entry = [session: number, line: number, source: string];

const THIS_SESSION = 1;

/** The cells of this session, as `history_request` asks for them: the last n, a range, or a search. */
export class History {
  private readonly entries: Entry[] = [];

  add(line: number, source: string): void {
    this.entries.push([THIS_SESSION, line, source]);
  }

  reply(request: Json): Json {
    return { status: "ok", history: this.select(request) };
  }

  private select(request: Json): Entry[] {
    const n = typeof request.n === "number" ? request.n : this.entries.length;
    switch (request.hist_access_type) {
      case "range": {
        const start = Number(request.start ?? 0);
        const stop = Number(request.stop ?? Infinity);
        return this.entries.filter(([, line]) => line >= start && line < stop);
      }
      case "search": {
        const pattern = globToRegExp(typeof request.pattern === "string" ? request.pattern : "*");
        return this.entries.filter(([, , source]) => pattern.test(source)).slice(-n);
      }
      default:
        return n > 0 ? this.entries.slice(-n) : [];
    }
  }
}

function globToRegExp(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s");
}

/** Numbers of one step, by name: { loss: 0.3, "validation/nmi": 0.7 }. */
export type Measures = Readonly<Record<string, number>>;

/** How a run has ended for now. */
export type RunStatus = "finished" | "stopped" | "failed";

/** What a log says of a run as a whole. */
export interface RunDescription {
  name: string;
  /** The settings, by name. Those that are undefined are decided later, by the method. */
  settings: Readonly<Record<string, unknown>>;
  /** Method, data set and commit. */
  tags: Readonly<Record<string, string>>;
}

/** A place where the numbers of a run are kept. What it has already is not written a second time. */
export interface RunLog {
  /** What a person looks for or types to see it. */
  readonly place: string;
  write(step: number, measures: Measures): Promise<void>;
  end(status: RunStatus): Promise<void>;
}

/** Opens a log in the folder of a run, or goes on with the one that is there. */
export type OpenLog = (folder: string, run: RunDescription) => Promise<RunLog>;

/** Remembers which numbers are written, by name and step. */
export class Written {
  private readonly known = new Set<string>();

  add(step: number, names: Iterable<string>): void {
    for (const name of names) this.known.add(`${step} ${name}`);
  }

  /** Those numbers that are finite and not written yet. */
  missing(step: number, measures: Measures): [name: string, value: number][] {
    return Object.entries(measures).filter(
      ([name, value]) => Number.isFinite(value) && !this.known.has(`${step} ${name}`),
    );
  }
}

/** The settings that have a value, as texts. */
export function settingTexts(settings: RunDescription["settings"]): [name: string, text: string][] {
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean),
    ]);
}

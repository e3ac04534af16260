/** Settings of a part, as they go into checkpoints and result rows. */
export type PartSettings = Readonly<Record<string, unknown>>;

/**
 * What every part of the pipeline carries: a name and its settings. A miner, loss or augmentation is a function with these two
 * properties; a network, optimizer or metric is a record with them. A bare function of yours works too: it is recorded by its name and
 * source text.
 */
export interface Part {
  readonly name: string;
  readonly settings: PartSettings;
}

/** A part as JSON: settings for a part of ours, the source text for a bare function. */
export interface PartRecord {
  name: string;
  settings?: Record<string, unknown>;
  source?: string;
}

/**
 * Gives a function or record a name and settings, which makes it a part.
 *
 * @example const myLoss = namedPart("myLoss", { margin: 0.2 }, (batch: LossBatch) => …);
 */
export function namedPart<T extends object>(name: string, settings: PartSettings, value: T): T & Part {
  return Object.defineProperties(value, {
    name: { value: name, configurable: true, enumerable: true },
    settings: { value: Object.freeze({ ...settings }), configurable: true, enumerable: true },
  }) as T & Part;
}

/** A part, or a list of parts, in the form that checkpoints and result rows keep. */
export function recordPart(part: unknown): PartRecord | PartRecord[] {
  if (Array.isArray(part)) return part.flatMap((entry: unknown) => recordPart(entry));
  const { name, settings } = (part ?? {}) as Partial<Part>;
  const title = typeof name === "string" && name !== "" ? name : "anonymous";
  if (settings !== undefined) return { name: title, settings: plainSettings(settings) };
  return typeof part === "function"
    ? { name: title, source: Function.prototype.toString.call(part) }
    : { name: title };
}

/** Settings as JSON; those that JSON cannot hold are only noted. */
function plainSettings(settings: PartSettings): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(settings, plain)) as Record<string, unknown>;
  } catch {
    return { unreadable: true };
  }
}

/** JSON has no Infinity, and no functions. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return typeof value === "function" ? recordPart(value) : value;
}

/**
 * The first difference between two records of parts by role, in words: `the miner's k was 10 and is 12`. Undefined where they are the
 * same.
 */
export function partDifference(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const role of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [was, is] = [before[role], now[role]].map((value) => JSON.stringify(value));
    if (was === is) continue;
    return describeDifference(role, before[role], now[role]);
  }
  return undefined;
}

function describeDifference(role: string, before: unknown, now: unknown): string {
  if (Array.isArray(before) && Array.isArray(now) && titleOf(before) === titleOf(now)) {
    const at = before.findIndex((entry, i) => JSON.stringify(entry) !== JSON.stringify(now[i]));
    return describeDifference(titleOf(before[at]), before[at], now[at]);
  }
  const [was, is] = [before, now].map(asRecord);
  if (was !== undefined && was.name === is?.name) {
    if (was.source !== is.source) return `the source text of the ${role} ${was.name} has changed`;
    const [old, recent] = [was.settings ?? {}, is.settings ?? {}];
    const key = Object.keys({ ...old, ...recent }).find(
      (each) => JSON.stringify(old[each]) !== JSON.stringify(recent[each]),
    );
    if (key !== undefined)
      return `the ${role}'s ${key} was ${JSON.stringify(old[key])} and is ${JSON.stringify(recent[key])}`;
  }
  return `the ${role} was ${titleOf(before)} and is ${titleOf(now)}`;
}

function asRecord(value: unknown): PartRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as PartRecord)
    : undefined;
}

function titleOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(titleOf).join(" + ");
  return asRecord(value)?.name ?? "none";
}

import type { Random } from "../../lib/core/values/random";

/** One of some values. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.integer(values.length)];
}

type Change = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

/** Numbers that lengths, offsets and counts go wrong at. */
const wrongNumbers = [0n, 1n, 2n, 0x7fn, 0x80n, 0xffn, 0x7fffn, 0xffffn, 0x10000n, 0x7fffffffn, 0x80000000n];
const largeNumbers = [0xfffffff8n, 0xffffffffn, 0x100000000n, 0x7fffffffffffffffn, 0xffffffffffffffffn];

const changes: Change[] = [
  function flipBits(bytes, random) {
    const changed = Buffer.from(bytes);
    for (let n = 0; n <= random.integer(4) && changed.length > 0; n++) {
      changed[random.integer(changed.length)] ^= 1 << random.integer(8);
    }
    return changed;
  },
  function cut(bytes, random) {
    return bytes.subarray(0, random.integer(bytes.length + 1));
  },
  function remove(bytes, random) {
    const at = random.integer(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.integer(32))]);
  },
  function insert(bytes, random) {
    const at = random.integer(bytes.length + 1);
    const added = Array.from({ length: 1 + random.integer(32) }, () => random.integer(256));
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(added), bytes.subarray(at)]);
  },
  function repeat(bytes, random) {
    const at = random.integer(bytes.length + 1);
    const part = bytes.subarray(at, at + 1 + random.integer(64));
    const times = pick(random, [1, 2, 100]);
    return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(times).fill(part), bytes.subarray(at)]);
  },
  function writeNumber(bytes, random) {
    const width = pick(random, [1, 2, 4, 8]);
    if (bytes.length < width) return bytes;
    const word = Buffer.alloc(8);
    word.writeBigUInt64LE(pick(random, [...wrongNumbers, ...largeNumbers]));
    const number = random.integer(2) === 0 ? word.subarray(0, width) : word.subarray(0, width).reverse();
    const changed = Buffer.from(bytes);
    // Headers come first, so half of the numbers do.
    const reach = random.integer(2) === 0 ? Math.min(bytes.length, 256) : bytes.length;
    number.copy(changed, random.integer(Math.max(1, reach - width + 1)));
    return changed;
  },
  function splice(bytes, random, others) {
    const other = pick(random, others);
    return Buffer.concat([
      bytes.subarray(0, random.integer(bytes.length + 1)),
      other.subarray(random.integer(other.length + 1)),
    ]);
  },
];

/** Bytes with one to three random changes: flipped bits, cuts, insertions, wrong numbers, parts of other files. */
export function mutate(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  let changed = bytes;
  for (let n = 0; n <= random.integer(3); n++) changed = pick(random, changes)(changed, random, others);
  return changed;
}

const wrongValues: unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  3,
  1e308,
  2 ** 53,
  "",
  "x",
  "__proto__",
  [],
  [-1],
  [[]],
  {},
  { toString: 1, length: 3 },
];

/** A JSON text with some values replaced, left out, repeated or renamed; now and then very deep. */
export function mutateJson(text: string, random: Random): string {
  if (random.integer(50) === 0) return text.replace(/[^{}[\]",:]+(?=[,\]}])/, "[".repeat(50_000));
  let value = JSON.parse(text) as unknown;
  for (let n = 0; n <= random.integer(3); n++) value = changeSomewhere(value, random);
  return JSON.stringify(value) ?? "";
}

function changeSomewhere(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.integer(8) === 0)
    return pick(random, wrongValues);
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0) return pick(random, wrongValues);
  const at = random.integer(entries.length);
  const [name, inner] = entries[at];
  const action = random.integer(6);
  if (action === 0) entries.splice(at, 1);
  else if (action === 1) entries[at] = [pick(random, ["__proto__", `${name}x`, "", entries[0][0]]), inner];
  else if (action === 2) entries.splice(at, 0, [`${name} `, inner]);
  else entries[at] = [name, changeSomewhere(inner, random)];
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

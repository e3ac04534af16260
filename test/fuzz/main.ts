import { parseArgs } from "node:util";
import { api } from "./api";
import { files } from "./files";
import { runFuzzer, type Fuzzer } from "./fuzzer";
import { messageFuzzer } from "./messages";
import { pages } from "./pages";

/** All fuzzers; each takes the same share of the time. */
const FUZZERS: Fuzzer[] = [messageFuzzer, files, pages, api];

const HELP = `npm run fuzz -- [--minutes 30] [--only NAME] [--seed 1] [--case NUMBER]

Tries random wrong input on the product until the time is up, and prints every finding.
  --minutes N   in all, shared evenly by the fuzzers (default 2)
  --only NAME   one fuzzer: ${FUZZERS.map(({ name }) => name).join(", ")}
  --seed N      other cases (default 1); the same seed gives the same cases
  --case N      one case alone, as a finding names it`;

/** A whole number given by an option; the process ends with a sentence when it is none. */
function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) {
    console.error(`npm run fuzz: --${name} must be a whole number, got ${text}.`);
    process.exit(2);
  }
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "2" },
      only: { type: "string" },
      seed: { type: "string", default: "1" },
      case: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const chosen = FUZZERS.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) {
    console.error(
      `npm run fuzz: --only must be one of ${FUZZERS.map(({ name }) => name).join(", ")}, got ${values.only ?? ""}.`,
    );
    process.exit(2);
  }
  const milliseconds = (wholeNumber("minutes", values.minutes) * 60_000) / chosen.length;
  const seed = wholeNumber("seed", values.seed);
  const only = values.case === undefined ? {} : { first: wholeNumber("case", values.case), cases: 1 };
  for (const fuzzer of chosen) {
    const { name, cases, findings } = await runFuzzer(fuzzer, { seed, milliseconds, ...only });
    console.log(`${name}: ${cases} cases, ${findings.length} findings (seed ${seed})`);
    for (const { number, what } of findings) console.log(`  case ${number}: ${what}`);
    if (findings.length > 0) process.exitCode = 1;
  }
}

void main();

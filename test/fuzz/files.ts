import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../lib/core/errors";
import type { Random } from "../../lib/core/values/random";
import { fileReaders, type FileReader } from "./fileReaders";
import type { Fuzzer, FuzzTarget } from "./fuzzer";
import { mutate, pick } from "./mutate";

const maxMilliseconds = 2000;
const maxMegabytes = 300;

/**
 * Damages small files of every format and reads them. Wrong are: an error that is not a `UserError`, one that comes later or that nobody
 * can catch, a reader that takes too long or too much memory, a tensor that is left, and a changed model file that is loaded.
 */
export const files: Fuzzer = filesOf();

/** The same for the formats of some names alone. */
export function filesOf(names?: readonly string[]): Fuzzer {
  return { name: "files", open: () => openFiles(names) };
}

async function openFiles(names: readonly string[] | undefined): Promise<FuzzTarget> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "ssdml-fuzz-")));
  const all = await fileReaders(folder);
  const readers = names === undefined ? all : all.filter(({ name }) => names.includes(name));
  const everything = all.flatMap(({ samples }) => samples);
  const stray: unknown[] = [];
  const notice = (error: unknown) => {
    stray.push(error);
  };
  process.on("uncaughtException", notice);
  process.on("unhandledRejection", notice);
  return {
    async tryCase(random) {
      const reader = pick(random, readers);
      const sample = pick(random, reader.samples);
      const { bytes, isSealed } = damage(reader, sample, everything, random);
      const fault = await faultOf(reader, bytes, !isSealed && !bytes.equals(sample), stray);
      return fault && `${reader.name}: ${fault}\n    ${bytes.toString("base64").slice(0, 6000)}`;
    },
    close() {
      process.off("uncaughtException", notice);
      process.off("unhandledRejection", notice);
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

function damage(
  { reseal, samples }: FileReader,
  sample: Buffer,
  everything: readonly Buffer[],
  random: Random,
): { bytes: Buffer; isSealed: boolean } {
  // Parts of a file of the same format get further than others.
  const others = random.integer(2) === 0 ? samples : everything;
  const isSealed = reseal !== undefined && random.integer(2) === 0;
  return { bytes: (isSealed ? reseal : mutate)(sample, random, others), isSealed };
}

async function faultOf(
  { read, hasChecksum = false }: FileReader,
  bytes: Buffer,
  isChanged: boolean,
  stray: unknown[],
): Promise<string | undefined> {
  const tensors = tf.memory().numTensors;
  const memory = process.resourceUsage().maxRSS;
  const busy = process.cpuUsage();
  let error: unknown;
  try {
    await read(bytes);
  } catch (thrown) {
    error = thrown ?? "nothing";
  }
  const { user, system } = process.cpuUsage(busy);
  // Of the processor, not of the clock: other programs must not make a finding.
  const milliseconds = (user + system) / 1000;
  const megabytes = (process.resourceUsage().maxRSS - memory) / 1000;
  await nextTurn();
  await nextTurn();
  const late = stray.splice(0);
  if (late.length > 0) return `an error that nobody can catch, ${describe(late[0])}`;
  if (error !== undefined && !(error instanceof UserError)) return `not a UserError, ${describe(error)}`;
  if (error instanceof UserError && error.message.includes("\n")) return `several lines, ${describe(error)}`;
  if (milliseconds > maxMilliseconds) return `${Math.round(milliseconds)} ms`;
  if (megabytes > maxMegabytes) return `${Math.round(megabytes)} MB`;
  const left = tf.memory().numTensors - tensors;
  // Fewer are left where the garbage collector has freed a model of an earlier case.
  if (left > 0) return `${left} tensors left`;
  if (hasChecksum && isChanged && error === undefined) return "was loaded although it has changed";
  return undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { tf, useEngine, UserError } from "ssdml";
import { random } from "../../../lib/core/values/random";
import { CallbackError } from "./garbage";
import { copy, damage, disposeAll } from "./damage";
import { recipes, type Recipe } from "./recipes";
import { makeValues, type Values } from "./values";

/** What the fuzzer asks for: one case. */
export interface Question {
  seed: number;
  /** Only recipes whose name contains it. */
  only?: string | undefined;
}

/** What comes back: what is wrong, if anything. */
export interface Answer {
  ready?: boolean;
  /** The call that is about to be made. */
  trying?: string;
  what?: string | undefined;
}

/** Processor time of a call at most, in milliseconds; and time by the clock, which waits count in. */
const MAX_BUSY = 1000;
const MAX_WAIT = 5000;
/** Events that are taken from an async generator at most. */
const MAX_EVENTS = 300;

const rejections: unknown[] = [];
process.on("unhandledRejection", (error) => rejections.push(error));
const print = console.log;
console.log = console.warn = console.error = () => undefined;

/** Waits for a promise, or for the end of an async generator. */
async function settle(result: unknown): Promise<unknown> {
  const value = await result;
  if (typeof value !== "object" || value === null || !(Symbol.asyncIterator in value)) return value;
  const events: unknown[] = [];
  for await (const event of value as AsyncIterable<unknown>) if (events.push(event) >= MAX_EVENTS) break;
  return events;
}

function isExpected(error: unknown): boolean {
  return error instanceof UserError || error instanceof CallbackError;
}

/** A value in a line, for a finding. */
function show(value: unknown): string {
  try {
    return inspect(value, { depth: 2, maxArrayLength: 6, maxStringLength: 40, breakLength: Infinity }).slice(
      0,
      300,
    );
  } catch {
    return "(cannot be shown)";
  }
}

/** Makes one call and tells what is wrong with how it ended. */
async function judge(recipe: Recipe, args: unknown[], note: string): Promise<string | undefined> {
  const kept = tf.memory().numTensors;
  const busy = process.cpuUsage();
  const began = performance.now();
  const problems: string[] = [];
  let settled: unknown;
  let result: unknown;
  try {
    result = (recipe.call as (...args: unknown[]) => unknown)(...args);
    settled = await settle(result);
  } catch (error) {
    if (!isExpected(error))
      problems.push(
        `throws ${error instanceof Error ? (error.stack ?? "").split("\n").slice(0, 4).join(" | ") : show(error)}`,
      );
    else if (result === undefined && recipe.isAsync && error instanceof UserError)
      problems.push("throws instead of rejecting");
  }
  const { user, system } = process.cpuUsage(busy);
  const waited = performance.now() - began;
  if ((user + system) / 1000 > MAX_BUSY || waited > MAX_WAIT) problems.push(`takes ${waited.toFixed(0)} ms`);
  await setImmediate();
  if (rejections.length > 0) problems.push(`unhandled rejection ${show(rejections.splice(0)[0])}`);
  disposeAll(settled);
  const left = tf.memory().numTensors - kept;
  if (left > 0) problems.push(`leaks ${left} tensors`);
  if (problems.length === 0) return undefined;
  return `${recipe.name}, ${note}: ${problems.join("; ")} for (${args.map(show).join(", ")})`;
}

async function tryCase(values: Values, { seed, only }: Question): Promise<string | undefined> {
  const noise = random(seed);
  const possible = recipes.filter(({ name }) => only === undefined || name.includes(only));
  const recipe = possible[noise.integer(possible.length)];
  const args = recipe.args(values, noise).map(copy);
  const given = [...args];
  const open = args.splice(recipe.fixed ?? 0);
  const notes = [damage(noise, open, recipe.onlyWrong === true)];
  if (noise.uniform() < 0.15) notes.push(damage(noise, open, recipe.onlyWrong === true));
  args.push(...open);
  const note = notes.join(" and ");
  process.send!({ trying: `${recipe.name}, ${note} (${args.map(show).join(", ")})` } satisfies Answer);
  const what = await judge(recipe, args, note);
  disposeInside(args);
  disposeInside(given);
  return what;
}

/** Frees the tensors that damage put inside arguments. */
function disposeInside(args: unknown[]): void {
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 6 || ArrayBuffer.isView(value)) return;
    try {
      if (value instanceof tf.Tensor) {
        if (!value.isDisposed && !(value instanceof tf.Variable)) value.dispose();
        return;
      }
      if (Array.isArray(value) ? value.length > 1e4 : Object.getPrototypeOf(value) !== Object.prototype)
        return;
      for (const inner of Object.values(value)) visit(inner, depth + 1);
    } catch {
      // Nothing to free where nothing can be read.
    }
  };
  visit(args, 0);
}

async function main(): Promise<void> {
  await useEngine("cpu");
  const values = await makeValues();
  for (const recipe of recipes) {
    if (recipe.onlyWrong) continue;
    // Loads what is loaded at first use, and shows that the recipe is right.
    const args = recipe.args(values, random(1)).map(copy);
    try {
      disposeAll(await settle(recipe.call(...args)));
    } catch (error) {
      throw new Error(`the valid call of ${recipe.name} fails: ${show(error)}`, { cause: error });
    }
    disposeInside(args);
  }
  process.on("message", (question: Question) => {
    tryCase(values, question).then(
      (what) => process.send!({ what } satisfies Answer),
      (error: unknown) =>
        process.send!({ what: `the fuzzer itself failed: ${show(error)}` } satisfies Answer),
    );
  });
  process.send!({ ready: true } satisfies Answer);
}

main().catch((error: unknown) => {
  print(error);
  process.exit(1);
});

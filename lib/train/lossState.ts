import * as tf from "@tensorflow/tfjs-core";
import type { Random } from "../core/values";
import type { NamedArray } from "../io/files";
import { arraysOf, assignArrays } from "../networks";
import { under } from "./checkpoint";
import type { Constraints, Learning } from "./learning";
import { startOptimizer, type Optimizer, type RunningOptimizer } from "./optimizers/optimizer";

/** What a loss learns besides the network, such as proxies, by an optimizer of its own; and what it remembers of mini-batches. */
export interface LossState {
  readonly learned: Readonly<Record<string, tf.Variable>>;
  readonly memory: Readonly<Record<string, tf.Variable>>;
  readonly optimizer: RunningOptimizer;
}

/** What a state is made for. */
interface StateContext<C extends Constraints> {
  learning: Learning<C>;
  optimizer: Optimizer;
  constraints: C;
  labels: Int32Array;
  /** The shape of L. */
  metric: readonly [d: number, l: number];
  random: Random;
}

/**
 * The state for newly mined constraints, if the loss has one. What was learned on the partition before is kept where the classes are the same; the
 * state before is used up.
 */
export function nextLossState<C extends Constraints>(
  before: LossState | undefined,
  { learning, optimizer, constraints, labels, metric, random }: StateContext<C>,
): LossState | undefined {
  if (!learning.state) return undefined;
  const { learned, memory } = learning.state.start(constraints, labels, metric, random);
  if (before && learning.state.keeps(constraints)) {
    tf.dispose([learned, before.memory]);
    return { ...before, memory: variables(memory) };
  }
  if (before) disposeLossState(before);
  const own = variables(learned);
  return { learned: own, memory: variables(memory), optimizer: startOptimizer(optimizer, own) };
}

/** The state of a checkpoint's constraints, with the checkpoint's arrays. */
export function restoreLossState<C extends Constraints>(
  arrays: Record<string, NamedArray>,
  context: StateContext<C>,
): LossState | undefined {
  const state = nextLossState(undefined, context);
  if (!state) return undefined;
  try {
    for (const [part, values] of Object.entries(partsOf(state)))
      assignArrays(values, under(`loss/${part}`, arrays) ?? {});
    return state;
  } catch (error) {
    disposeLossState(state);
    throw error;
  }
}

/** The arrays of a state for a checkpoint. */
export async function lossStateArrays(state: LossState): Promise<Record<string, NamedArray>> {
  const named = Object.entries(partsOf(state)).flatMap(([part, values]) =>
    Object.entries(values).map(([name, value]): [string, tf.Tensor] => [`loss/${part}/${name}`, value]),
  );
  return arraysOf(named);
}

const partsOf = ({ learned, memory, optimizer }: LossState) => ({
  learned,
  memory,
  optimizer: optimizer.state,
});

/** Replaces what is remembered. */
export function rememberAll({ memory }: LossState, values: Record<string, tf.Tensor>): void {
  for (const [name, value] of Object.entries(values)) memory[name].assign(value);
}

export function disposeLossState({ learned, memory, optimizer }: LossState): void {
  optimizer.dispose();
  tf.dispose([learned, memory]);
}

const variables = (tensors: Record<string, tf.Tensor>): Record<string, tf.Variable> =>
  Object.fromEntries(
    Object.entries(tensors).map(([name, value]) => {
      const variable = tf.variable(value);
      value.dispose();
      return [name, variable];
    }),
  );

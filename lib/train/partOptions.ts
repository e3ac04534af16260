import {
  augmentationList,
  brightness,
  contrast,
  crop,
  erase,
  flip,
  grayscale,
  hue,
  quarterTurns,
  resizedCrop,
  rotate,
  saturation,
  scale,
  shift,
  type Augmentation,
} from "../augment";
import { check } from "../core";
import { functionValue, isArray } from "../core/options";
import { lossMakers, lossValue, type Loss } from "../losses";
import { minerMakers, minerValue, type Miner } from "../mining";
import { checkNetworkLike, linear, mlp, parallel, sequential, type NetworkLike } from "../networks";
import {
  checkMetricPart,
  euclideanMetric,
  fullRankMetric,
  grassmannMetric,
  noMetric,
  stiefelMetric,
  type MetricPart,
} from "./metrics";
import { adam } from "./optimizers/adam";
import { checkOptimizer, type Optimizer } from "./optimizers/optimizer";
import { sgd } from "./optimizers/sgd";
import { classBalancedSampler, evenSampler, samplerValue, uniformSampler, type Sampler } from "./samplers";
import { constant, cosine, step, warmup, type Schedule } from "./schedules";

/** The parts that a learner can be given. Each may be one of ours or your own. */
export interface PartOptions {
  /** The network, or a function that makes it. Default: the paper's for the shape of the images; none for feature vectors. */
  network?: NetworkLike | undefined;
  /** Random changes of the pictures of each mini-batch. Default none. */
  augment?: readonly Augmentation[] | undefined;
  /** Chooses the triplets of a partition. */
  miner?: Miner | undefined;
  /** Draws the mini-batches of an epoch. Default: every triplet once, in random order. */
  sampler?: Sampler | undefined;
  /** What a mini-batch costs. */
  loss?: Loss | undefined;
  /** How L starts and is learned. */
  metric?: MetricPart | undefined;
  /** How the network follows its gradients. */
  optimizer?: Optimizer | undefined;
  /** What the learning rate is multiplied by as the run goes on. */
  schedule?: Schedule | undefined;
}

/** Reads each part; the error names it. */
const readers: { readonly [Role in keyof Required<PartOptions>]: (part: never, name: string) => unknown } = {
  network: (network: NetworkLike, name) => {
    checkNetworkLike(name, network);
  },
  augment: (augment: readonly Augmentation[], name) => augmentationList.read(augment, name),
  miner: (miner: Miner, name) => minerValue.read(miner, name),
  sampler: (sampler: Sampler, name) => samplerValue.read(sampler, name),
  loss: (loss: Loss, name) => lossValue.read(loss, name),
  metric: (metric: MetricPart, name) => checkMetricPart(name, metric),
  optimizer: (optimizer: Optimizer, name) => checkOptimizer(name, optimizer),
  schedule: (schedule: Schedule, name) =>
    functionValue<Schedule>("a schedule such as cosine()").read(schedule, name),
};

/** Functions that make a part: they must be called first. */
const makers: readonly { readonly name: string }[] = [
  ...[sequential, parallel, mlp, linear],
  ...[shift, rotate, scale, flip, crop, brightness, contrast, erase],
  ...[...minerMakers, ...lossMakers, uniformSampler, classBalancedSampler, evenSampler],
  ...[grayscale, hue, quarterTurns, resizedCrop, saturation],
  ...[grassmannMetric, stiefelMetric, euclideanMetric, fullRankMetric, noMetric],
  ...[sgd, adam, constant, step, cosine, warmup],
];

/** Rejects `miner: affinityMiner` for `miner: affinityMiner()`. */
function checkCalled(part: unknown, title: string): void {
  // A longer list is no list of augmentations; its own check says so.
  for (const one of isArray(part) ? part.slice(0, 20) : [part]) {
    const maker = makers.find((known) => known === one);
    check(
      maker === undefined,
      () => `${title}: ${maker!.name} is a function that makes one. Write ${maker!.name}(…).`,
    );
  }
}

export const partNames = Object.keys(readers) as (keyof PartOptions)[];

/** Separates the parts from the other options, and checks them. */
export function checkParts(
  {
    name,
    replaceable,
    optionsOfParts = {},
  }: {
    name: string;
    replaceable: readonly (keyof PartOptions)[];
    optionsOfParts?: Partial<Record<keyof PartOptions, readonly string[]>>;
  },
  options: object,
): { parts: PartOptions; others: Record<string, unknown> } {
  const parts: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    const isPart = partNames.includes(key as keyof PartOptions);
    if (!isPart) others[key] = value;
    else if (value !== undefined) parts[key] = value;
  }
  for (const [role, part] of Object.entries(parts) as [keyof PartOptions, never][]) {
    check(
      replaceable.includes(role),
      () =>
        `${name}: ${role} cannot be replaced, it is what the method is. Parts that can be: ${replaceable.join(", ")}.`,
    );
    checkCalled(part, `${name}: ${role}`);
    readers[role](part, `${name}: ${role}`);
    const doubled = optionsOfParts[role]?.find((option) => others[option] !== undefined);
    check(
      doubled === undefined,
      () =>
        `${name}: ${doubled} is a setting of the default ${role}, and you pass a ${role} of your own. Leave ${doubled} out, or set it there.`,
    );
  }
  return { parts, others };
}

import { argument, flag, isArray, oneOf, optional, text } from "../core/options";

/** How the pictures of a network from a file are given to it, and what is taken of its answer. */
export interface FrozenNetworkOptions {
  /** The name of the output that holds the embeddings. Default: the first output. */
  output?: string | undefined;
  /** Height and width of the images, where the file leaves them open. */
  size?: number | readonly [height: number, width: number] | undefined;
  /** Subtracted from the pixels, 0 to 255: a number, or one per channel. Default 0. */
  mean?: number | readonly number[];
  /** What they are multiplied by then: a number, or one per channel. Default 1. For values from 0 to 1 pass 1/255. */
  scale?: number | readonly number[];
  /** The order of the channels that the network was trained with. Default "rgb". */
  colors?: "rgb" | "bgr";
  /** Whether embeddings are scaled to length one. Default true. */
  normalize?: boolean;
}

const isNumbers = (value: unknown): value is number | readonly number[] =>
  Number.isFinite(value) || (isArray(value) && value.length > 0 && value.every(Number.isFinite));
const channelNumbers = (initial: number) =>
  argument<number | readonly number[]>("a number, or one per channel", isNumbers, { default: initial });
const isExtent = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;

export const frozenNetworkSchema = {
  output: optional(text),
  size: optional(
    argument<number | readonly [number, number]>(
      "a positive whole number of pixels, or [height, width]",
      (value) => isExtent(value) || (isArray(value) && value.length === 2 && value.every(isExtent)),
    ),
  ),
  mean: channelNumbers(0),
  scale: channelNumbers(1),
  colors: oneOf(["rgb", "bgr"], { default: "rgb" }),
  normalize: flag({ default: true }),
};

import * as tf from "@tensorflow/tfjs-core";
import { namedPart } from "../../core";
import { readOptions, wholeNumber } from "../../core/options";
import { unitLength, unitLengthOnnx } from "./activations";
import { imageInput, type BuiltLayer, type Layer } from "./layer";

export interface RmacOptions {
  /** Levels of regions: those of level l are 2/(l + 1) as wide as the shorter side. Default 3. */
  levels?: number;
}

/** A square part of an image. */
export interface Region {
  top: number;
  left: number;
  side: number;
}

/**
 * Regional maximum activations (R-MAC; Tolias, Sicre and Jégou 2016), the paper's pooling for fine-grained pictures: the largest value of
 * every channel in each of the regions of `rmacRegions`, scaled to length one, summed, and scaled to length one again.
 * [height, width, channels] → [channels], for images of any size.
 *
 * @example rmac({ levels: 3 }).build([14, 14, 512], random(1)).output; // → [512]
 */
export function rmac(options: RmacOptions = {}): Layer {
  const { levels } = readOptions("rmac", options, { levels: wholeNumber({ min: 1, default: 3 }) });
  return namedPart<Pick<Layer, "build">>(
    "rmac",
    { levels },
    {
      build(input): BuiltLayer {
        const [mapHeight, mapWidth, channels] = imageInput("rmac", input);
        return {
          output: [channels],
          forward(x) {
            const [images, height, width] = x.shape;
            const largest = rmacRegions(height, width, levels).map(({ top, left, side }) =>
              unitLength(tf.max(tf.slice(x, [0, top, left, 0], [images, side, side, channels]), [1, 2])),
            );
            return unitLength(largest.reduce((sum, region) => tf.add(sum, region)));
          },
          onnx(graph, x) {
            const map = graph.channelsFirst(x);
            const axes = graph.wholeNumbers([2, 3]);
            const [first, ...others] = rmacRegions(mapHeight, mapWidth, levels).map(({ top, left, side }) => {
              const [from, to] = [
                [top, left],
                [top + side, left + side],
              ].map((ends) => graph.wholeNumbers(ends));
              const region = graph.node("Slice", [map, from, to, axes]);
              const whole = { axes: [2, 3], keepdims: 0 };
              return unitLengthOnnx(graph, graph.node("ReduceMax", [region], { shape: [channels], whole }));
            });
            return unitLengthOnnx(graph, graph.node("Sum", [first, ...others]));
          },
        };
      },
    },
  );
}

/** Overlap of neighboring regions that is aimed at along the longer side. */
const overlap = 0.4;

/**
 * The regions of R-MAC on a map of activations. On level l they have the side ⌊2w/(l + 1)⌋, where w is the shorter side, with l positions along it
 * and more along the longer side: as many more as bring the overlap of regions of side w closest to 40 %.
 *
 * @example
 * rmacRegions(4, 4, 2).length; // → 5
 */
export function rmacRegions(height: number, width: number, levels: number): Region[] {
  wholeNumber({ min: 1 }).read(height, "rmacRegions: height");
  wholeNumber({ min: 1 }).read(width, "rmacRegions: width");
  wholeNumber({ min: 1 }).read(levels, "rmacRegions: levels");
  const shorter = Math.min(height, width);
  const extra = height === width ? 0 : extraRegions(shorter, Math.max(height, width));
  const regions: Region[] = [];
  for (let level = 1; level <= levels; level++) {
    const side = Math.floor((2 * shorter) / (level + 1));
    if (side === 0) break;
    for (const top of starts(height, side, level + (height > width ? extra : 0)))
      for (const left of starts(width, side, level + (width > height ? extra : 0)))
        regions.push({ top, left, side });
  }
  return regions;
}

/** Additional regions along the longer side: of 1 to 6, the number whose regions overlap closest to 40 %. */
function extraRegions(shorter: number, longer: number): number {
  const misses = [1, 2, 3, 4, 5, 6].map((extra) =>
    Math.abs(1 - (longer - shorter) / extra / shorter - overlap),
  );
  // Of two that are equally close, but for rounding, the smaller.
  return misses.findIndex((miss) => miss < Math.min(...misses) + 1e-9) + 1;
}

/** Evenly spaced first pixels of `count` regions. */
function starts(length: number, side: number, count: number): number[] {
  if (count === 1) return [0];
  return Array.from({ length: count }, (_, i) => Math.floor((i * (length - side)) / (count - 1)));
}

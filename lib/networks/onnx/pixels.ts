/** Images or feature vectors, one after another. */
export interface Batch {
  data: ArrayLike<number>;
  /** [height, width, channels] or [d] */
  example: readonly number[];
}

/** How a network wants the numbers of an image. */
export interface PixelFormat {
  layout: "nchw" | "nhwc";
  colors: "rgb" | "bgr";
  /** Subtracted from the numbers, per channel. */
  mean: readonly number[];
  /** What they are multiplied by then, per channel. */
  scale: readonly number[];
}

/** Examples `first` … `end − 1` in a network's format, as the first of `count` examples; the others are zeros. */
export function inFormat(
  { data, example }: Batch,
  [first, end]: readonly [number, number],
  { layout, colors, mean, scale }: PixelFormat,
  count: number,
): Float32Array {
  const size = example.reduce((product, extent) => product * extent, 1);
  const channels = example[example.length - 1];
  const pixels = size / channels;
  const result = new Float32Array(count * size);
  for (let n = first; n < end; n++) {
    const [from, to] = [n * size, (n - first) * size];
    for (let c = 0; c < channels; c++) {
      const source = colors === "bgr" ? channels - 1 - c : c;
      const [average, factor] = [mean[c % mean.length], scale[c % scale.length]];
      for (let p = 0; p < pixels; p++) {
        const place = layout === "nchw" ? c * pixels + p : p * channels + c;
        result[to + place] = (data[from + p * channels + source] - average) * factor;
      }
    }
  }
  return result;
}

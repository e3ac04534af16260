import type { Picture } from "./decodePicture";

/**
 * Resizes a picture with a triangle filter, first its columns and then its rows: linear interpolation when
 * enlarging, a weighted mean over all merged pixels when shrinking.
 */
export function resizePicture(picture: Picture, height: number, width: number): Picture {
  const { channels } = picture;
  if (picture.height === height && picture.width === width) return picture;
  const down = axisWeights(picture.height, height);
  const across = axisWeights(picture.width, width);
  const data = new Uint8Array(height * width * channels);
  const row = new Float32Array(picture.width * channels);
  let at = 0;
  for (const { first, weights } of down) {
    row.fill(0);
    for (let tap = 0; tap < weights.length; tap++) {
      const weight = weights[tap];
      const start = (first + tap) * row.length;
      for (let i = 0; i < row.length; i++) row[i] += weight * picture.data[start + i];
    }
    for (const { first, weights } of across) {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let tap = 0; tap < weights.length; tap++)
          sum += weights[tap] * row[(first + tap) * channels + c];
        data[at++] = Math.round(sum);
      }
    }
  }
  return { width, height, channels, data };
}

interface Taps {
  /** The first old pixel under the triangle of a new one, and the weights of it and those after it. */
  first: number;
  weights: Float32Array;
}

function axisWeights(from: number, to: number): Taps[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  return Array.from({ length: to }, (_, i) => {
    const center = (i + 0.5) * scale;
    const first = Math.max(0, Math.floor(center - reach + 0.5));
    const end = Math.min(from, Math.floor(center + reach + 0.5));
    const weights = Float32Array.from({ length: end - first }, (_, tap) =>
      Math.max(0, 1 - Math.abs(first + tap + 0.5 - center) / reach),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: weights.map((weight) => weight / total) };
  });
}

import { readOptions } from "../core/options";
import { check } from "../core";
import { centerRows, toFloat64, type MatrixLike } from "../core/values";
import { symmetricEigen, transposeMultiply } from "../algebra";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { decades } from "./parts/axes";
import { draw, panelSize } from "./parts/draw";
import { named, type Named } from "./parts/named";
import { seriesEncoding } from "./parts/series";
import { extent, rounded } from "./parts/rows";

/**
 * The singular values of the centered embeddings, scaled to a maximum of 1. Those of a collapsed embedding drop after a few dimensions.
 * The legend gives the effective rank exp(−Σ pᵢ log pᵢ), pᵢ = σᵢ/Σσ (Roy & Vetterli 2007): the number of dimensions in use.
 *
 * @param embeddings [n, d], or several by name
 *
 * @example await embeddingSpectrum({ points: x }).save("out/spectrum.svg");
 */
export function embeddingSpectrum(
  embeddings: MatrixLike | Named<MatrixLike>,
  options: FigureOptions = {},
): Figure {
  const caller = "embeddingSpectrum";
  const given = readOptions(caller, options, figureSchema);
  const spectra = named(embeddings, "embeddings", `${caller}: embeddings`).map(([name, matrix]) => {
    const values = singularValues(matrix, `${caller}: ${name}`);
    return { name, values, rank: effectiveRank(values) };
  });
  check(
    spectra.length > 0,
    () => `${caller}: embeddings must not be empty. Pass a matrix or { name: matrix }.`,
  );
  const series = spectra.map(({ name, rank }) => `${name} (effective rank ${rank.toFixed(1)})`);
  const rows = spectra.flatMap(({ values }, s) =>
    values.map((value, i) => ({
      dimension: i + 1,
      value: rounded(Math.max(value / (values[0] || 1), FLOOR)),
      series: series[s],
    })),
  );
  const { scale, axis } = decades(rows.map(({ value }) => value));
  const [, largest] = extent(rows.map(({ dimension }) => dimension));
  return draw(given, {
    caller,
    title: "Spectrum of the embeddings",
    summary: `spectrum of the embeddings: ${series.join(", ")}`,
    content: {
      ...panelSize(given, { width: 560, height: 260 }, caller),
      data: { values: rows },
      mark: { type: "line", point: largest <= 64 ? { size: 16 } : false, tooltip: true },
      encoding: {
        x: {
          field: "dimension",
          type: "quantitative",
          scale: { domain: [1, Math.max(2, largest)], nice: false },
          axis: { title: "dimension, by size", grid: false, format: "d" },
        },
        y: {
          field: "value",
          type: "quantitative",
          scale,
          axis: { title: "singular value, largest = 1", ...axis },
        },
        ...seriesEncoding("series"),
      },
    },
  });
}

/** Smaller shares of the largest value are rounding errors. */
const FLOOR = 1e-7;

function singularValues(embeddings: MatrixLike, name: string): number[] {
  const matrix = toFloat64(embeddings, name);
  const [n, d] = matrix.shape;
  check(n >= 2 && d >= 1, () => `${name} must have at least 2 rows and 1 column, got [${n}, ${d}].`);
  check(matrix.data.every(Number.isFinite), () => `${name} must be finite, got NaN or Infinity.`);
  const { centered } = centerRows(matrix);
  const { values } = symmetricEigen(transposeMultiply(centered, centered));
  return [...values]
    .reverse()
    .slice(0, Math.min(n - 1, d))
    .map((value) => Math.sqrt(Math.max(0, value)));
}

function effectiveRank(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum === 0) return 0;
  const entropy = values.reduce(
    (total, value) => total - (value > 0 ? (value / sum) * Math.log(value / sum) : 0),
    0,
  );
  return Math.exp(entropy);
}

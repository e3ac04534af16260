import { anyNumber, anything, optional, readOptions, seed as seedValue, texts } from "../core/options";
import { check, plural } from "../core";
import { random, toFloat64, type Matrix, type MatrixLike } from "../core/values";
import type { ImagesLike } from "../datasets";
import type { Labels } from "../graph";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { readClasses } from "./parts/classes";
import { draw } from "./parts/draw";
import { readPositions } from "./parts/rows";
import { readPictures, thumbnail } from "./parts/thumbnails";
import type { Layer } from "./render/spec";
import { meaning } from "./render/theme";

export interface RetrievalOptions extends FigureOptions {
  /** The positions of the queries, or the number of random queries. Default 6. */
  queries?: number | ArrayLike<number>;
  /** Number of neighbors to show. Default 8. */
  neighbors?: number;
  /** Seed of the random queries. Default 1. */
  seed?: number;
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
}

const retrievalSchema = {
  ...figureSchema,
  queries: optional(anything<number | ArrayLike<number>>()),
  neighbors: optional(anyNumber),
  seed: seedValue(),
  classNames: optional(texts),
};

/** Distance between pictures, and size of a picture, in pixels. */
const CELL = 46;
const PICTURE = 34;

/**
 * Queries in the left column, followed by their nearest neighbors in the embedding, nearest first. Correct ones have a solid blue frame
 * and a check mark, wrong ones a dashed orange frame and a cross.
 *
 * @example
 * const embeddings = embed(mnistNetwork({ seed: 1 }), images);
 * await retrievalGrid(embeddings, digits, images, { queries: [3, 14] }).save("out/retrieval.svg");
 */
export function retrievalGrid(
  embeddings: MatrixLike,
  labels: Labels,
  images: ImagesLike,
  options: RetrievalOptions = {},
): Figure {
  const caller = "retrievalGrid";
  const given = readOptions(caller, options, retrievalSchema);
  const matrix = toFloat64(embeddings, `${caller}: embeddings`);
  const n = matrix.shape[0];
  const { neighbors = Math.min(8, n - 1), seed, queries = Math.min(6, n) } = given;
  const classes = readClasses(labels, caller, { n, classNames: given.classNames });
  const pictures = readPictures(images, n, caller);
  check(
    Number.isInteger(neighbors) && neighbors >= 1 && neighbors < n && neighbors <= 30,
    () => `${caller}: neighbors must be a whole number in [1, ${Math.min(30, n - 1)}], got ${neighbors}.`,
  );
  const asked = typeof queries === "number" ? randomQueries(n, queries, seed) : queries;
  const rows = [...readPositions(asked, n, `${caller}: queries`)];
  check(
    rows.length > 0 && rows.length <= 50,
    () => `${caller}: queries must be 1 to 50 points, got ${rows.length}.`,
  );

  let right = 0;
  const values = rows.flatMap((query, row) =>
    [query, ...nearest(matrix, query, neighbors)].map((point, column) => {
      const same = classes.labels[point] === classes.labels[query];
      if (column > 0 && same) right++;
      return {
        row,
        column,
        mark: column === 0 ? "query" : same ? "right" : "wrong",
        class: classes.nameOf(classes.labels[point]),
        point,
        image: thumbnail(pictures, point),
      };
    }),
  );
  const shown = rows.length * neighbors;
  const names = classes.names.some((name) => name.length > 2);
  return draw(given, {
    caller,
    title: "Queries and their nearest neighbors",
    subtitle: `${right} of ${plural(shown, "neighbor")} (${Math.round((100 * right) / shown)} %) are of the query's class`,
    summary: `retrieval grid of ${plural(rows.length, "query", "queries")}, ${right} of ${plural(shown, "neighbor")} right`,
    content: {
      width: CELL * (neighbors + 1),
      height: (CELL + (names ? 10 : 0)) * rows.length,
      data: { values },
      transform: [
        { calculate: "{query: '', right: '✓', wrong: '✗'}[datum.mark]", as: "sign" },
        { calculate: "datum.column === 0 ? 'query' : toString(datum.column)", as: "rank" },
      ],
      encoding: {
        x: {
          field: "rank",
          type: "ordinal",
          sort: null,
          axis: { title: null, orient: "top", domain: false, ticks: false, labelAngle: 0 },
        },
        y: { field: "row", type: "ordinal", axis: null },
      },
      layer: [
        { mark: { type: "image", width: PICTURE, height: PICTURE }, encoding: { url: { field: "image" } } },
        {
          mark: {
            type: "point",
            shape: "square",
            size: (PICTURE + 4) ** 2,
            filled: false,
            strokeWidth: 2,
            opacity: 1,
          },
          encoding: {
            stroke: byMark({ query: meaning.neutral, right: meaning.good, wrong: meaning.bad }),
            strokeDash: byMark({ query: [1, 0], right: [1, 0], wrong: [4, 3] }),
            tooltip: [{ field: "class" }, { field: "point" }, { field: "image" }],
          },
        },
        {
          transform: [{ filter: "datum.mark !== 'query'" }],
          mark: { type: "point", size: 150, dx: 17, dy: -17, xOffset: 17, yOffset: -17, opacity: 1 },
          encoding: { color: byMark({ query: meaning.neutral, right: meaning.good, wrong: meaning.bad }) },
        },
        {
          mark: { type: "text", xOffset: 17, yOffset: -17, fontSize: 9, fontWeight: "bold", color: "white" },
          encoding: { text: { field: "sign" } },
        },
        ...(names
          ? ([
              {
                mark: { type: "text", yOffset: 25, fontSize: 8, limit: CELL },
                encoding: { text: { field: "class" } },
              },
            ] satisfies Layer[])
          : []),
      ],
    },
  });
}

function byMark<T>(values: Record<"query" | "right" | "wrong", T>) {
  return {
    condition: [
      { test: "datum.mark === 'right'", value: values.right },
      { test: "datum.mark === 'wrong'", value: values.wrong },
    ],
    value: values.query,
  };
}

function randomQueries(n: number, count: number, seed: number): Int32Array {
  check(
    Number.isInteger(count) && count >= 1 && count <= n,
    () => `retrievalGrid: queries must be positions or a whole number in [1, ${n}], got ${count}.`,
  );
  return random(seed).sample(n, count);
}

/** The k points nearest to the query, without the query itself. Ties go to the smaller index. */
function nearest({ data, shape: [n, d] }: Matrix, query: number, k: number): number[] {
  const squares = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < d; c++) squares[i] += (data[i * d + c] - data[query * d + c]) ** 2;
  }
  const others = [...squares.keys()].filter((i) => i !== query);
  return others.sort((a, b) => squares[a] - squares[b] || a - b).slice(0, k);
}

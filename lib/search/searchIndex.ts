import { inspect } from "node:util";
import { check, plural } from "../core";
import { escapeHtml, htmlTable } from "../core/html";
import { isList, optional, path, readOptions, texts, wholeNumber } from "../core/options";
import { readPoints, toFloat32, type Matrix, type MatrixLike } from "../core/values";
import { nearestRows } from "./nearestRows";
import { saveIndex } from "./savedIndex";

/** One of the nearest embeddings. */
export interface SearchHit {
  /** Its row among the embeddings. */
  position: number;
  /** Its name; without names, its position as text. */
  name: string;
  /** The Euclidean distance to the query. */
  distance: number;
}

export interface SearchIndexOptions {
  /** A name per row, such as a file. Default: the position. */
  names?: readonly string[] | undefined;
}

/** Embeddings that answer which of them are nearest to a query. */
export interface SearchIndex {
  /** Float32, [n, d]. */
  readonly embeddings: Matrix<Float32Array>;
  readonly names: readonly string[] | undefined;
  /** The k nearest embeddings, the nearest first; of equal ones the first. */
  nearest(query: ArrayLike<number>, k?: number): SearchHit[];
  /** The same for several queries, one per row. */
  nearest(queries: MatrixLike, k?: number): SearchHit[][];
  /** Writes a safetensors file, which `loadSearchIndex` reads. */
  save(file: string): Promise<void>;
  toString(): string;
}

const schema = { names: optional(texts) };
const shownRows = 5;

/**
 * Finds nearest neighbors among embeddings, exactly and without an engine. Distances are Euclidean, between the embeddings as they are.
 *
 * @example
 * const index = searchIndex([[0, 0], [3, 4], [6, 8]], { names: ["a.jpg", "b.jpg", "c.jpg"] });
 * index.nearest([3, 3], 2); // → [{ position: 1, name: "b.jpg", distance: 1 }, { position: 0, name: "a.jpg", distance: 4.2426 }]
 * index.nearest([[0, 1], [6, 7]], 1).map(([hit]) => hit.name); // → ["a.jpg", "c.jpg"]
 */
export function searchIndex(embeddings: MatrixLike, options: SearchIndexOptions = {}): SearchIndex {
  const { names } = readOptions("searchIndex", options, schema);
  const points = toFloat32(embeddings, "searchIndex: embeddings");
  readPoints(points, "searchIndex: embeddings");
  const [count] = points.shape;
  check(
    names === undefined || names.length === count,
    () =>
      `searchIndex: names must be one per embedding, ${count}, got ${names!.length}. Pass the names of the rows in their order.`,
  );
  // Copies, so that the index stays as it is when the caller's arrays change.
  return new Index({ data: points.data.slice(), shape: [...points.shape] }, names && [...names]);
}

class Index implements SearchIndex {
  constructor(
    readonly embeddings: Matrix<Float32Array>,
    readonly names: readonly string[] | undefined,
  ) {}

  nearest(query: ArrayLike<number>, k?: number): SearchHit[];
  nearest(queries: MatrixLike, k?: number): SearchHit[][];
  nearest(query: ArrayLike<number> | MatrixLike, k = 10): SearchHit[] | SearchHit[][] {
    const name = "nearest: query";
    wholeNumber({ min: 1 }).read(k, "nearest: k");
    const isOne = isList(query) && !isList(query[0]);
    const queries = readPoints(isOne ? [query as ArrayLike<number>] : (query as MatrixLike), name);
    const [, d] = this.embeddings.shape;
    const [count, found] = queries.shape;
    check(
      found === d,
      () =>
        `${name} must have ${plural(d, "number")}, as the embeddings of this index, got ${found}. Embed it with the same model.`,
    );
    const hits = Array.from({ length: count }, (_, i) =>
      this.hits(queries.data.subarray(i * d, (i + 1) * d), k),
    );
    return isOne ? hits[0] : hits;
  }

  async save(file: string): Promise<void> {
    path.read(file, "save: file");
    await saveIndex(this, file);
  }

  toString(): string {
    const [count, d] = this.embeddings.shape;
    return `search index of ${plural(count, "embedding")} with ${plural(d, "dimension")}`;
  }

  [inspect.custom](): string {
    return this.toString();
  }

  [Symbol.for("Jupyter.display")](): Record<string, string> {
    const [count] = this.embeddings.shape;
    const rows = Array.from({ length: Math.min(count, shownRows) }, (_, i) => [String(i), this.nameOf(i)]);
    const more = count > shownRows ? `<div>and ${count - shownRows} more</div>` : "";
    const table = this.names ? htmlTable(["position", "name"], rows) + more : "";
    return {
      "text/html": `<div><b>${escapeHtml(this.toString())}</b>${table}</div>`,
      "text/plain": this.toString(),
    };
  }

  private hits(query: ArrayLike<number>, k: number): SearchHit[] {
    return nearestRows(this.embeddings, query, k).map(({ position, distance }) => ({
      position,
      name: this.nameOf(position),
      distance,
    }));
  }

  private nameOf(position: number): string {
    return this.names ? this.names[position] : String(position);
  }
}

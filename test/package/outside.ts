import type * as ssdml from "ssdml";

export type { Augmentation, Dataset, Layer, LossBatch, MinerContext, Optimizer } from "ssdml";

/** A figure of one's own: a function that returns a Figure. */
export function compareTo({ Figure }: typeof ssdml, rows: { method: string; value: number }[]): ssdml.Figure {
  return new Figure(
    {
      data: { values: rows },
      mark: "bar",
      encoding: {
        x: { field: "value", type: "quantitative" },
        y: { field: "method", type: "nominal" },
      },
    },
    "methods compared",
  );
}

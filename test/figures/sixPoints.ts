import { knnGraph, propagateAffinities, useEngine } from "../../lib";

/** The six points of the method's worked example. */
export const line = [0, 1, 2.2, 5, 6.1, 7.5].map((value) => [value]);

export const known = [0, -1, -1, 1, -1, -1];

export const classes = [0, 0, 0, 1, 1, 1];

export async function toy() {
  await useEngine("cpu");
  const graph = knnGraph(line, { k: 2 });
  return { graph, affinities: await propagateAffinities(graph, known) };
}

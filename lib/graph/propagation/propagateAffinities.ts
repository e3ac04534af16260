import {
  about,
  abortSignal,
  advised,
  between,
  finiteNumber,
  oneOf,
  optional,
  readOptions,
  wholeNumber,
} from "../../core/options";
import { check, eventLoopYielder, plural } from "../../core";
import { type Affinities, affinitiesFrom } from "./affinities";
import { graphDefaults } from "../defaults";
import { checkGraph, type KnnGraph } from "../knn/graph";
import { beliefsOf } from "./beliefs";
import { labelFlow } from "./labelFlow";
import { classesOf, readLabels, type Labels } from "../../core/values";
import { twoSidedAffinities, type TwoSidedAffinities } from "./twoSidedAffinities";
import { exactEdges } from "../proximity/exactEdges";
import { iterativeEdges } from "../proximity/iterativeEdges";

export interface PropagationOptions {
  /** Weight γ in (0, 1) of the walk against the labels. Default 0.99, as in the paper. */
  gamma?: number;
  /**
   * "exact" solves to rounding error; "iterative" to within `tolerance` at the kNN entries, for tens or hundreds of thousands
   * of points; "auto" (default) is exact if that takes at most minutes. The result says which was used.
   */
  method?: "auto" | "exact" | "iterative";
  /** For "iterative": the largest error allowed at a kNN entry of W, at least 1e-5. Default 2e-4. */
  tolerance?: number;
  /** How many different classes the labels must hold. Default 2. With 0, no label is needed, and W is the proximity P alone. */
  minClasses?: number;
  /**
   * 1 (default): the paper's W* = PW⁰, which carries labels to one side of a pair; between two unlabeled points it holds none. 2: labels are
   * carried to both sides, W = PW⁰Pᵀ with balanced classes and normalized rows, on the undirected graph. Then `method` and `tolerance` have no
   * meaning.
   */
  sides?: 1 | 2;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export const propagationSchema = {
  gamma: about(
    "weight γ of the walk against the labels",
    advised(`The paper uses ${graphDefaults.gamma}.`, between(0, 1, { default: graphDefaults.gamma })),
  ),
  method: about(
    "solve to rounding error, or iteratively to within the tolerance",
    oneOf(["auto", "exact", "iterative"], { default: "auto" }),
  ),
  tolerance: about(
    'for "iterative": the largest error allowed at a kNN entry of W',
    advised('For more digits pass method: "exact".', finiteNumber({ min: 1e-5, below: 1, default: 2e-4 })),
  ),
  sides: about(
    "1: the paper's affinities; 2: affinities that know the labels on both sides of a pair",
    oneOf([1, 2], { default: 1 }),
  ),
  minClasses: about("how many classes the labels must hold", wholeNumber({ min: 0, default: 2 })),
  signal: optional(abortSignal),
};

/** The largest error that "exact" allows, also when it falls back to the iteration. */
const exactTolerance = 1e-5;

/**
 * Propagates the labels along the graph (paper §2): W* = (1 − γ)(I − γQ)⁻¹W⁰, then W = (W* + W*ᵀ)/2.
 * Not to be confused with affinity propagation, the clustering method of Frey and Dueck.
 *
 * @example
 * const affinities = await propagateAffinities(knnGraph(x, { k: 2 }), [0, -1, -1, 1, -1, -1]);
 * affinities.at(0, 1) > affinities.at(0, 4); // → true
 */
export async function propagateAffinities(
  graph: KnnGraph,
  labels: Labels,
  options: PropagationOptions & { sides: 2 },
): Promise<TwoSidedAffinities>;
export async function propagateAffinities(
  graph: KnnGraph,
  labels: Labels,
  options?: PropagationOptions,
): Promise<Affinities>;
export async function propagateAffinities(
  graph: KnnGraph,
  labels: Labels,
  options: PropagationOptions = {},
): Promise<Affinities> {
  const { gamma, method, tolerance, minClasses, sides, signal } = readOptions(
    "propagateAffinities",
    options,
    propagationSchema,
  );
  checkGraph(graph, "propagateAffinities");
  const known = readLabels(labels, "propagateAffinities", graph.n);
  checkClasses(known, minClasses);

  const yieldToEventLoop = eventLoopYielder(signal);
  if (sides === 2)
    return twoSidedAffinities(graph, known, gamma, await beliefsOf(graph, known, gamma, yieldToEventLoop));
  const flow = await labelFlow(graph, known, gamma, yieldToEventLoop);
  const exact =
    method === "iterative" ? undefined : await exactEdges(graph, gamma, method === "exact", yieldToEventLoop);
  const allowed = method === "exact" ? exactTolerance : tolerance;
  const edges = exact ?? (await iterativeEdges(graph, gamma, allowed, yieldToEventLoop));
  return affinitiesFrom({ graph, labels: known, gamma, method: exact ? "exact" : "iterative", edges, flow });
}

function checkClasses(labels: Int32Array, minClasses: number): void {
  const classes = classesOf(labels);
  if (classes.length >= minClasses) return;
  const found =
    classes.length === 0
      ? "none: every label is −1"
      : `${classes.length} (class ${classes.join(", class ")})`;
  check(
    false,
    () =>
      `propagateAffinities: labels must hold at least ${plural(minClasses, "class", "classes")}, got ${found}. Label points of more classes, or pass minClasses: ${classes.length}.`,
  );
}

import { between, oneOf, readOptions, wholeNumber } from "../core/options";
import { graphDefaults } from "../graph";
import { callableMiner, type CallableMiner } from "./callableMiner";
import { mineTriplets, miningDefaults, type MiningOptions } from "./mineTriplets";
import type { MinerContext } from "./miner";
import type { Triplets } from "./triplets";

export interface AffinityMinerOptions extends MiningOptions {
  /** Neighbors per point, default 10. */
  k?: number;
  /** γ of the propagation, default 0.99. */
  gamma?: number;
}

const affinityMinerSchema = {
  k: wholeNumber({ min: 2, default: graphDefaults.k }),
  gamma: between(0, 1, { default: graphDefaults.gamma }),
  anchors: oneOf(["all", "modes"], { default: miningDefaults.anchors }),
};

/**
 * The paper's miner (§2): the kNN graph of z, affinities propagated on it, and ⌊k/2⌋ triplets per anchor.
 *
 * @example const model = new AGML({ miner: affinityMiner({ k: 5, gamma: 0.95 }) });
 */
export function affinityMiner(options: AffinityMinerOptions = {}): CallableMiner<Promise<Triplets>> {
  const settings = readOptions("affinityMiner", options, affinityMinerSchema);
  const { k, gamma, anchors } = settings;
  return callableMiner("affinityMiner", settings, async (context: MinerContext) => {
    const affinities = await context.affinitiesOf({ k, gamma });
    return mineTriplets(context.graphOf({ k }), affinities, { anchors });
  });
}

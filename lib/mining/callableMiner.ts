import { namedPart } from "../core";
import { isRecord, readOptions, seed } from "../core/options";
import { readLabels, readPoints, type Labels, type Matrix, type MatrixLike } from "../core/values";
import type { MinedTriplets, Miner, MinerContext } from "./miner";
import { minerContextOf } from "./minerContext";

export interface MineAloneOptions {
  /** For miners that draw at random. Default 1. */
  seed?: number;
}

/** A miner that also mines embeddings [n, d] and labels, −1 for unlabeled, without a training run around it. */
export type CallableMiner<Mined extends ReturnType<Miner> = MinedTriplets> = ((
  context: MinerContext,
) => Mined) &
  ((embeddings: MatrixLike, labels: Labels, options?: MineAloneOptions) => Mined) &
  Pick<Miner, "settings">;

const aloneSchema = { seed: seed() };

/** Makes a miner of a function of a context: `miner(context)` and `miner(embeddings, labels)`. */
export function callableMiner<Mined extends ReturnType<Miner>>(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  mine: (context: MinerContext) => Mined,
): CallableMiner<Mined> {
  const miner = (given: MinerContext | MatrixLike, labels?: Labels, options: MineAloneOptions = {}) => {
    if (isContext(given)) return mine(given);
    const embeddings = floats(readPoints(given, `${name}: embeddings`));
    const known = readLabels(labels!, name, embeddings.shape[0]);
    return mine(
      minerContextOf({ embeddings, labels: known, ...readOptions(name, options, aloneSchema) }).context,
    );
  };
  return namedPart(name, settings, miner);
}

const floats = ({ data, shape }: Matrix): Matrix<Float32Array> => ({ data: Float32Array.from(data), shape });

const isContext = (given: unknown): given is MinerContext => isRecord(given) && "projected" in given;

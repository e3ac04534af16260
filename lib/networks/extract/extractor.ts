import type { Hash } from "node:crypto";
import * as tf from "@tensorflow/tfjs-core";
import { recordPart } from "../../core";
import { isRecord } from "../../core/options";
import type { Images } from "../../datasets";
import { checkNetwork, type Network } from "../network";
import type { Shape } from "../layers";
import type { OnnxNetwork } from "../onnxNetwork";

/** What computes the feature vectors of pictures: a network of ours, one in onnxruntime, or a learned model. */
export interface Extractor {
  readonly name: string;
  /** [height, width, channels] */
  readonly inputShape: Shape;
  /** True where each picture is taken in its own size. */
  readonly anySize?: boolean | undefined;
  /** The length of a vector. */
  readonly dimension: number;
  /** The vectors of pictures of one size, one after another. */
  extract(pictures: Images): Promise<ArrayLike<number>>;
  /** Adds to a hash what the vectors depend on, besides the pictures. */
  identify(hash: Hash): Promise<void>;
  /** What made the vectors, as JSON. */
  readonly record: unknown;
}

/** The extractor of a network. */
export function extractorOf(name: string, network: Network | OnnxNetwork): Extractor {
  if (isRecord(network) && "embed" in network) return onnxExtractor(network as OnnxNetwork);
  checkNetwork(name, network as Network);
  return networkExtractor(network as Network);
}

function networkExtractor(network: Network): Extractor {
  const { name, inputShape, anySize, dimension } = network;
  const record = recordPart(network);
  return {
    name,
    inputShape,
    anySize,
    dimension,
    record,
    async extract({ data, shape }) {
      const embeddings = tf.tidy(() => network.forward(tf.tensor(Float32Array.from(data), [...shape])));
      try {
        return await embeddings.data<"float32">();
      } finally {
        embeddings.dispose();
      }
    },
    async identify(hash) {
      hash.update(JSON.stringify(record));
      for (const parameter of Object.values(network.parameters)) {
        const { buffer, byteOffset, byteLength } = await parameter.data();
        hash.update(new Uint8Array(buffer, byteOffset, byteLength));
      }
    },
  };
}

function onnxExtractor(network: OnnxNetwork): Extractor {
  const { name, inputShape, dimension } = network;
  const record = recordPart(network);
  return {
    name,
    inputShape,
    dimension,
    record,
    extract: async (pictures) => (await network.embed(pictures)).data,
    identify(hash) {
      hash.update(JSON.stringify(record));
      return Promise.resolve();
    },
  };
}

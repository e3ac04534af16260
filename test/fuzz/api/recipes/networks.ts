import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { tinyNetwork } from "../values";
import { some } from "./choose";

const { tf } = ssdml;

/** Networks, preprocessing, and files of networks. */
export const networkRecipes: Recipe[] = [
  { name: "mnistNetwork", call: ssdml.mnistNetwork, args: (_, r) => [some(r, { seed: 2 })] },
  { name: "cifarNetwork", call: ssdml.cifarNetwork, args: (_, r) => [some(r, { seed: 2 })] },
  {
    name: "network.forward",
    fixed: 1,
    call: (network: ssdml.LayeredNetwork, x: never) => tf.tidy(() => network.forward(x)),
    args: ({ network }) => [network, tf.ones([2, 4, 4, 1])],
  },
  {
    name: "network.trace",
    fixed: 1,
    call: (network: ssdml.LayeredNetwork, x: never) => network.trace(x),
    args: ({ network }) => [network, tf.ones([2, 4, 4, 1])],
  },
  {
    name: "network.trace.gradients",
    fixed: 1,
    call: (network: ssdml.LayeredNetwork, x: never, dz: never) => {
      const trace = network.trace(x);
      try {
        return trace.gradients(dz);
      } finally {
        trace.dispose();
      }
    },
    args: ({ network }) => [network, tf.ones([2, 4, 4, 1]), tf.ones([2, 4])],
  },
  {
    name: "embed",
    call: ssdml.embed,
    args: ({ network, images }, r) => [
      network,
      images,
      some(r, { batchSize: 5, preprocessing: ssdml.asTheyAre() }),
    ],
  },
  { name: "imageTensor", call: ssdml.imageTensor, args: ({ images }) => [images, 1, 3] },
  { name: "asTheyAre", call: ssdml.asTheyAre, args: () => [] },
  {
    name: "asTheyAre.apply",
    call: (x: never) => ssdml.asTheyAre().apply(x),
    args: () => [tf.ones([2, 4, 4, 1])],
  },
  { name: "subtractMean", call: ssdml.subtractMean, args: ({ images }) => [images] },
  {
    name: "subtractMean.apply",
    call: (images: never, x: never) => {
      const preprocessing = ssdml.subtractMean(images);
      try {
        return preprocessing.apply(x);
      } finally {
        preprocessing.dispose();
      }
    },
    args: ({ images }) => [images, tf.ones([2, 4, 4, 1])],
  },
  {
    name: "halfWhiten",
    call: ssdml.halfWhiten,
    args: ({ points }) => [points],
  },
  {
    name: "whiten",
    isAsync: true,
    call: ssdml.whiten,
    args: ({ images }, r) => [images, some(r, { signal: new AbortController().signal })],
  },
  {
    name: "saveNetwork",
    isAsync: true,
    call: ssdml.saveNetwork,
    args: ({ network }) => [network, "network.safetensors"],
  },
  {
    name: "loadNetwork",
    isAsync: true,
    call: ssdml.loadNetwork,
    args: () => ["network.safetensors", tinyNetwork],
  },
];

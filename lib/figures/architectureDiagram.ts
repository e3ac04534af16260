import { arrow, box, diagram, type Arrow, type Box } from "./diagram/blocks";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw } from "./parts/draw";
import { readOptions } from "../core/options";

/**
 * The method in one picture, after the paper's figures of the framework and the architecture. Above: how triplets are mined. Below: the
 * network, the metric L on its Grassmannian and the loss. Orange: how they learn. Only the last layer differs from usual deep metric
 * learning.
 *
 * @example await architectureDiagram().save("out/architecture.svg");
 */
export function architectureDiagram(options: FigureOptions = {}): Figure {
  return draw(readOptions("architectureDiagram", options, figureSchema), {
    caller: "architectureDiagram",
    title: "Affinities, triplets and a metric on the Grassmannian",
    summary: "architecture: network, metric L on Gr(d, l), loss; graph, affinities, triplets",
    content: diagram(boxes, arrows),
  });
}

const [images, network, embedding, metric, loss] = [0, 1, 2, 3, 4].map((column) => column * 106);
const [mining, learning] = [0, 104];

const boxes: Box[] = [
  box("graph", embedding - 106, mining, ["kNN graph", "of z"]),
  box("graph", embedding, mining, ["Propagate", "affinities W"]),
  box("graph", metric, mining, ["Mine triplets", "(z, z⁺, z⁻)"]),
  box("data", images, learning, ["Images", "few labeled"]),
  box("network", network, learning, ["Network θ", "conv … fc"]),
  box("network", embedding, learning, ["Embedding", "z ∈ ℝᵈ, ‖z‖ = 1"]),
  box("metric", metric, learning, ["Metric Lᵀz", "LᵀL = I"]),
  box("loss", loss, learning, ["Loss J", "Σ log(1 + eᵐ)"]),
];

const arrows: Arrow[] = [
  arrow.right(images, network, learning),
  arrow.right(network, embedding, learning),
  arrow.right(embedding, metric, learning),
  arrow.right(metric, loss, learning),
  arrow.path("forward", [
    [embedding + 43, learning],
    [embedding + 43, learning - 28],
    [network + 43, learning - 28],
    [network + 43, mining + 44],
  ]),
  arrow.right(network, embedding, mining),
  arrow.right(embedding, metric, mining),
  arrow.path("forward", [
    [metric + 86, mining + 22],
    [loss + 43, mining + 22],
    [loss + 43, learning],
  ]),
  arrow.path(
    "learning",
    [
      [loss + 28, learning + 44],
      [loss + 28, learning + 66],
      [metric + 52, learning + 66],
      [metric + 52, learning + 44],
    ],
    "Riemannian CG on L",
  ),
  arrow.path(
    "learning",
    [
      [metric + 30, learning + 44],
      [metric + 30, learning + 66],
      [network + 43, learning + 66],
      [network + 43, learning + 44],
    ],
    "stochastic gradient descent on θ",
  ),
];

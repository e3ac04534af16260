import type * as tf from "@tensorflow/tfjs-core";
import { nodeMessage, transposed, type Initializer } from "./messages";
import type { OnnxGraph, OnnxNode, OnnxValue } from "./onnxGraph";
import type { Message } from "./protobuf";

/** An ONNX graph under construction: its nodes, and the numbers that are part of it. */
export class GraphBuilder implements OnnxGraph {
  readonly nodes: Message[] = [];
  readonly initializers: Initializer[] = [];
  private names = 0;

  /** Adds a node. Its result has the layout of the first value among its inputs. */
  node(
    type: string,
    inputs: readonly [OnnxValue, ...(OnnxValue | string)[]],
    node: OnnxNode = {},
  ): OnnxValue {
    const [first] = inputs;
    const name = this.name(type);
    const inputNames = inputs.map((input) => (typeof input === "string" ? input : input.name));
    this.nodes.push(nodeMessage(type, inputNames, name, node));
    return { name, shape: node.shape ?? first.shape, channelsFirst: first.channelsFirst };
  }

  constant(data: number | Float32Array, shape: readonly number[] = []): string {
    const array = typeof data === "number" ? Float32Array.of(data) : data;
    return this.keep({ array: () => Promise.resolve(array), shape });
  }

  wholeNumbers(values: readonly number[]): string {
    const array = BigInt64Array.from(values, BigInt);
    return this.keep({ array: () => Promise.resolve(array), shape: [values.length] });
  }

  weights(tensor: tf.Tensor, order: readonly number[] = tensor.shape.map((_, i) => i)): string {
    return this.keep({
      array: async () => transposed(await tensor.data<"float32">(), tensor.shape, order),
      shape: order.map((axis) => tensor.shape[axis]),
    });
  }

  channelsFirst(x: OnnxValue): OnnxValue {
    if (x.channelsFirst || x.shape.length === 1) return x;
    return { ...this.node("Transpose", [x], { whole: { perm: [0, 3, 1, 2] } }), channelsFirst: true };
  }

  channelsLast(x: OnnxValue): OnnxValue {
    if (!x.channelsFirst || x.shape.length === 1) return x;
    return { ...this.node("Transpose", [x], { whole: { perm: [0, 2, 3, 1] } }), channelsFirst: false };
  }

  reshape(x: OnnxValue, shape: readonly number[]): OnnxValue {
    if (x.shape.join() === shape.join()) return x;
    return this.node("Reshape", [this.channelsLast(x), this.wholeNumbers([-1, ...shape])], { shape });
  }

  channelAxis(x: OnnxValue): number {
    return x.channelsFirst ? 1 : x.shape.length;
  }

  /** The same value under a name of one's own. */
  rename(x: OnnxValue, name: string): OnnxValue {
    this.nodes.push(nodeMessage("Identity", [x.name], name, {}));
    return { ...x, name };
  }

  private keep(initializer: Omit<Initializer, "name">): string {
    const name = this.name("constant");
    this.initializers.push({ name, ...initializer });
    return name;
  }

  private name(kind: string): string {
    return `${kind.toLowerCase()}${++this.names}`;
  }
}

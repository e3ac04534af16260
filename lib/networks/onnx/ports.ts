import { check, plural, UserError } from "../../core";
import { didYouMean } from "../../core/options";
import type { Port, Session } from "./session";

export type Layout = "nchw" | "nhwc";

/** What goes into a network. */
export interface OnnxInput {
  name: string;
  /** The shape of one example as the library has it: [height, width, channels] or [d]. */
  inputShape: readonly number[];
  layout: Layout;
  /** How many examples it takes at a time; undefined if any number. */
  batch: number | undefined;
}

const shapeText = ({ shape }: Port) =>
  `[${shape.map((extent) => (extent === "" ? "?" : extent)).join(", ")}]`;
const portText = (port: Port) => `"${port.name}" ${shapeText(port)}`;
const isChannels = (extent: unknown) => extent === 1 || extent === 3;

/** The only input of a network, for images or feature vectors. `about` names the file. */
export function readInput(
  { inputs }: Session,
  { layout, size }: { layout?: Layout | undefined; size?: number | readonly number[] | undefined },
  about: string,
): OnnxInput {
  const [port] = inputs;
  check(
    inputs.length === 1,
    () =>
      `${about} must have one input, images or features, got ${plural(inputs.length, "input")}: ${inputs.map(portText).join(", ")}.`,
  );
  check(
    port.type === "float32",
    () =>
      `${about} must take numbers of the kind float32, but its input ${portText(port)} takes ${port.type}. Export it with a float32 input.`,
  );
  const [count, ...example] = port.shape;
  const batch = typeof count === "number" && count > 0 ? count : undefined;
  if (example.length === 1) {
    const [d] = example;
    check(
      typeof d === "number" && d > 0,
      () =>
        `${about} must say how many features its input ${portText(port)} takes. Export it with a fixed size.`,
    );
    return { name: port.name, inputShape: [d], layout: "nhwc", batch };
  }
  check(
    example.length === 3,
    () =>
      `${about} must take images, such as [n, 3, height, width], or features [n, d], but its input is ${portText(port)}.`,
  );
  const order = layout ?? layoutOf(example, port, about);
  const [height, width, channels] = order === "nchw" ? [example[1], example[2], example[0]] : example;
  check(
    typeof channels === "number" && channels > 0,
    () =>
      `${about} must have a known number of channels, but its input is ${portText(port)}. Check the option layout.`,
  );
  const asked = typeof size === "number" ? [size, size] : size;
  const extents = [height, width].map((extent, i) => {
    const known = typeof extent === "number" && extent > 0;
    check(
      known || asked !== undefined,
      () =>
        `${about} leaves the size of its images open: its input is ${portText(port)}. Pass the size that it was trained with, such as { size: 224 }.`,
    );
    check(
      !known || asked === undefined || asked[i] === extent,
      () =>
        `${about} takes images of ${shapeText(port)}, but size is ${JSON.stringify(size)}. Leave the option out.`,
    );
    return known ? extent : asked![i];
  });
  return { name: port.name, inputShape: [...extents, channels], layout: order, batch };
}

function layoutOf([first, , last]: Port["shape"], port: Port, about: string): Layout {
  if (isChannels(first) && !isChannels(last)) return "nchw";
  if (isChannels(last) && !isChannels(first)) return "nhwc";
  throw new UserError(
    `${about} does not show where its channels are: its input is ${portText(port)}. Pass layout: "nchw" or layout: "nhwc".`,
  );
}

/** The output of that name, or the first. */
export function chosenOutput({ outputs }: Session, name: string | undefined, about: string): string {
  const names = outputs.map((port) => port.name);
  check(names.length > 0, () => `${about} has no output.`);
  check(
    name === undefined || names.includes(name),
    () =>
      `${about} has no output "${name}"; the outputs are ${outputs.map(portText).join(", ")}.${didYouMean(name!, names)}`,
  );
  return name ?? names[0];
}

/** The length of the vectors of an output, which may have further extents of 1. */
export function dimensionOf(
  shape: readonly number[],
  output: string,
  examples: number,
  { outputs }: Session,
  about: string,
): number {
  const [count, ...extents] = shape;
  const long = extents.filter((extent) => extent !== 1);
  check(
    count === examples && extents.length > 0 && long.length <= 1 && long[0] !== 0,
    () =>
      `${about} must give a vector per image, but its output "${output}" has the shape [${shape.join(", ")}] for ${plural(examples, "image")}. The outputs are ${outputs.map(portText).join(", ")}: choose one with the option output.`,
  );
  return long[0] ?? 1;
}

/** One number per channel, or one for all. */
export function perChannel(
  value: number | readonly number[],
  inputShape: readonly number[],
  name: string,
): readonly number[] {
  if (typeof value === "number") return [value];
  const channels = inputShape[inputShape.length - 1];
  check(
    value.length === channels,
    () =>
      `${name} must be a number, or one for each of ${plural(channels, "channel")}, got ${plural(value.length, "number")}.`,
  );
  return value;
}

import { plural, type PartRecord } from "../core";
import { escapeHtml, htmlTable } from "../core/html";
import type { PartRecords } from "./method";
import type { DeepModel } from "./model";

/** What a model consists of, as rows [what, value]. */
export function modelRows(model: DeepModel | undefined, parts: PartRecords): [what: string, value: string][] {
  const learning = Object.entries(parts).flatMap(([role, part]): [string, string][] => {
    if (role === "network") return [];
    const text = partText(part);
    return text === "" ? [] : [[role, text]];
  });
  return [...(model ? learnedRows(model, parts.network) : []), ...learning];
}

/** The rows as aligned text, under a headline. */
export function modelText(headline: string, rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([what]) => what.length));
  return [headline, ...rows.map(([what, value]) => `  ${what.padEnd(width)}  ${value}`)].join("\n");
}

/** What a notebook shows: the headline above a table of the rows. */
export function modelBundle(headline: string, rows: readonly [string, string][]): Record<string, string> {
  const table = htmlTable(
    [],
    rows.map(([what, value]) => [what, { html: `<div style="text-align: left">${escapeHtml(value)}</div>` }]),
  );
  return {
    "text/html": `<div><b>${escapeHtml(headline)}</b>${table}</div>`,
    "text/plain": modelText(headline, rows),
  };
}

function learnedRows(
  { network, metric, preprocessing }: DeepModel,
  record: PartRecord | PartRecord[] | undefined,
): [string, string][] {
  const parameters = Object.values(network.parameters);
  const count = parameters.reduce((sum, { size }) => sum + size, 0);
  const arrays = Object.values(preprocessing.arrays).map(({ data }) => data.byteLength);
  const bytes = 4 * (count + metric.size) + arrays.reduce((sum, size) => sum + size, 0);
  const layers = layersOf(record);
  return [
    ["network", `${network.name}: ${network.inputShape.join(" × ")} → ${network.dimension}`],
    ...(layers === "" ? [] : [["layers", layers] as [string, string]]),
    ["parameters", count.toLocaleString("en-US")],
    ["metric L", metric.shape.join(" × ")],
    ["preprocessing", preprocessing.name],
    ["memory", `${sizeText(bytes)} in ${plural(parameters.length + 1, "tensor")}`],
  ];
}

/** 2,000,000 → "1.9 MB" */
const sizeText = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} kB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** "convolution(20, 5) → maxPool(2, 2) → relu()" */
function layersOf(record: PartRecord | PartRecord[] | undefined): string {
  const settings = record && !Array.isArray(record) ? record.settings : undefined;
  const layers = settings?.layers;
  return Array.isArray(layers) ? layers.map((layer) => callText(layer as PartRecord)).join(" → ") : "";
}

/** A layer as it is made, with its first settings. */
function callText({ name, settings = {} }: PartRecord): string {
  const values = Object.values(settings).filter(isShort).slice(0, 2);
  return `${name}(${values.map(String).join(", ")})`;
}

/** "adam (learningRate 0.001)" */
function partText(part: PartRecord | PartRecord[]): string {
  if (Array.isArray(part)) return part.map(partText).join(" + ");
  const settings = Object.entries(part.settings ?? {}).filter(([, value]) => isShort(value));
  const texts = settings.map(([name, value]) => `${name} ${String(value)}`);
  return texts.length === 0 ? part.name : `${part.name} (${texts.join(", ")})`;
}

const isShort = (value: unknown) =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= 20 && !value.includes("\n"));

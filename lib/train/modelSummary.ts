import { plural, type PartRecord } from "../core";
import { escapeHtml, htmlTable } from "../core/html";
import type { PartRecords } from "./method";
import { sizeOf, type DeepModel } from "./model";

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

function learnedRows(model: DeepModel, record: PartRecord | PartRecord[] | undefined): [string, string][] {
  const { network, metric, preprocessing } = model;
  const { parameters, bytes } = sizeOf(model);
  const tensors = Object.keys(network.parameters).length + 1;
  const layers = layersOf(record);
  return [
    ["network", `${network.name}: ${network.inputShape.join(" × ")} → ${network.dimension}`],
    ...(layers === "" ? [] : [["layers", layers] as [string, string]]),
    ["parameters", parameters.toLocaleString("en-US")],
    ["metric L", metric.shape.join(" × ")],
    ["preprocessing", preprocessing.name],
    ["memory", `${sizeText(bytes)} in ${plural(tensors, "tensor")}`],
  ];
}

/** 2,000,000 → "2.0 MB" */
export const sizeText = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

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

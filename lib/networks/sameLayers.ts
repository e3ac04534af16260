import { check, partDifference } from "../core";
import { isRecord } from "../core/options";
import type { Network } from "./network";

/** What a file keeps of a network's layers, as JSON; nothing of networks that are not made of layers. */
export function layersText({ settings }: Network): string | undefined {
  if (!Array.isArray(settings?.layers)) return undefined;
  return JSON.stringify({ layers: settings.layers, normalize: settings.normalize });
}

/**
 * Rejects a network whose layers are not those of the file, even where its weights have the same shapes. Functions are compared by their source
 * text, which a compiler may have changed: where only that differs, it is a warning.
 */
export function checkLayers(caller: string, network: Network, saved: string | undefined): void {
  const own = layersText(network);
  if (saved === undefined || own === undefined || own === saved) return;
  if (withoutSources(saved) === withoutSources(own)) {
    console.warn(
      `${caller}: a function among the network's layers reads differently than when the file was saved. If it computes something else, so does the model.`,
    );
    return;
  }
  const [before, now] = [saved, own].map((text) => JSON.parse(text) as LayersRecord);
  const [were, are] = [before, now].map(({ layers }) => layers.map(({ name }) => name).join(", "));
  const difference =
    were !== are
      ? `its layers are ${were}, those of the network passed are ${are}`
      : partDifference({ ...before }, { ...now })!;
  check(false, () => `the file is of another network: ${difference}. Pass the network it was saved with.`);
}

interface LayersRecord {
  layers: readonly { name: string }[];
  normalize?: boolean;
}

/** The text without the names and sources of functions, also of those within layers such as `parallel`. */
const withoutSources = (text: string) =>
  JSON.stringify(
    JSON.parse(text, (_key, value: unknown) => (isFunctionRecord(value) ? "a function" : value)),
  );

const isFunctionRecord = (value: unknown) =>
  isRecord(value) && isRecord(value.settings) && "source" in value.settings;

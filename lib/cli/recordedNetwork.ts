import path from "node:path";
import { check } from "../core";
import { isRecord, type Schema } from "../core/options";
import { isFile, parseAnyJson, readSafetensors } from "../io/files";
import { googLeNetSchema, fileSchema, type FeatureNetworkRecord } from "./featureNetwork";

/** The network that computed a file of `ssdml features`, as the file records it. */
export async function recordedNetwork(command: string, file: string): Promise<FeatureNetworkRecord> {
  const advice = `Name a row of the file instead, or compute the features by ssdml features, which records its network.`;
  const unknown = () => `${command}: ${file} does not say which network computed its features. ${advice}`;
  check(file.toLowerCase().endsWith(".safetensors"), unknown);
  const { metadata } = await readSafetensors(file);
  const { network: text } = metadata as Record<string, string | undefined>;
  check(text !== undefined, unknown);
  const record = parseAnyJson(text, `the network in ${file}`, advice);
  const settings = isRecord(record) && isRecord(record.settings) ? record.settings : {};
  const { network } = settings;
  check(typeof network === "string", unknown);
  const schema: Schema = network === "googlenet" ? googLeNetSchema : fileSchema;
  const read = Object.entries(schema).map(([name, wanted]) => {
    const value = settings[name];
    return [
      name,
      value === undefined || value === wanted.default
        ? wanted.default
        : wanted.read(value, `${file}: ${name}`),
    ];
  });
  const place = network === "googlenet" ? network : foundNetwork(command, network, file);
  return { network: place, ...Object.fromEntries(read) } as FeatureNetworkRecord;
}

/** The file of the network: where it was, as seen from here or from the features, or beside the features. */
function foundNetwork(command: string, network: string, features: string): string {
  const folder = path.dirname(features);
  const places = [network, path.join(folder, network), path.join(folder, path.basename(network))];
  const found = places.find((place) => isFile(place));
  check(
    found !== undefined,
    () =>
      `${command}: ${features} was computed by ${network}, which is not there any more. Put it beside ${features}, or name a row of the file instead of a picture.`,
  );
  return found;
}

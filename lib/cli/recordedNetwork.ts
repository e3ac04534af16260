import { check } from "../core";
import { isRecord, type Schema } from "../core/options";
import { parseAnyJson, readSafetensors } from "../io/files";
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
  return { network, ...Object.fromEntries(read) } as FeatureNetworkRecord;
}

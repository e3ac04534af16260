import path from "node:path";
import { check, duration, plural } from "../core";
import { engineNames, useEngine } from "../engine";
import { isFolder } from "../io/files";
import { extractFeatures, type ExtractEvent, type RowEvent } from "../networks";
import { defineCommand } from "./command";
import { readEngine } from "./engineOption";
import { googLeNetSchema, fileSchema, openFeatureNetwork, readFeatureNetwork } from "./featureNetwork";
import { followRows } from "./followRows";
import { helpLine, optionHelp, optionTable } from "./schemaOptions";

const help = `Usage: ssdml features --images DIR --out FILE.safetensors

Computes one feature vector per picture of a folder by a pretrained network. loadFeatures, ssdml train and ssdml search read the file; if
the folder has a labels.csv, or one folder per class, the file has the classes too. If the run is interrupted or killed, run the same
command again to resume.

${helpLine("--images DIR", "the pictures, also in folders within DIR")}
${helpLine("--out FILE", "where the features go; a .safetensors file")}
${helpLine("--labels FILE", "the text file in DIR with the columns file and label (default labels.csv, if there is one)")}
${helpLine("--network NAME|FILE", "googlenet (the default); an .onnx file, which needs npm install onnxruntime-node; or the model.json of a model of TensorFlow.js")}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest that works)`)}
${helpLine("--help", "show this text")}

GoogLeNet
${optionHelp(googLeNetSchema)}

A network in a file
${optionHelp(fileSchema)}`;

export const features = defineCommand({
  name: "features",
  summary: "compute feature vectors of pictures by a pretrained network",
  help,
  options: {
    images: { type: "string" },
    out: { type: "string" },
    labels: { type: "string" },
    network: { type: "string" },
    engine: { type: "string" },
    ...optionTable(googLeNetSchema),
    ...optionTable(fileSchema),
  },
  mainOption: "images",
  async run({ values }, terminal) {
    const { images, out, labels } = values;
    check(
      images !== undefined && out !== undefined,
      () => "features needs --images DIR and --out FILE.safetensors. Type ssdml features --help.",
    );
    check(
      isFolder(images),
      () => `features: --images must be a folder of pictures, got "${images}". Check the name.`,
    );
    check(
      path.extname(out) === ".safetensors",
      () => `features: --out must be the name of a .safetensors file, got "${out}".`,
    );
    const record = readFeatureNetwork("features", values);
    const engine = await useEngine(readEngine("features", values.engine));
    terminal.out(
      /\.onnx$/i.test(record.network)
        ? "engine: onnxruntime"
        : `engine: ${engine.name} ${engine.version} on ${engine.device}`,
    );
    const started = performance.now();
    try {
      const network = await openFeatureNetwork(record, terminal);
      try {
        const options = { out, signal: terminal.signal, ...(labels !== undefined && { labels }) };
        const written = await followRows(
          "features",
          rowsOf(extractFeatures(images, network, options)),
          terminal,
        );
        const broken = written.broken > 0 ? `, ${plural(written.broken, "picture")} left out` : "";
        terminal.out(
          `${out}: ${plural(written.rows, "row")} of ${written.dimension} numbers after ${duration((performance.now() - started) / 1000)}${broken}.`,
        );
        return 0;
      } finally {
        await network.dispose();
      }
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. Run the same command again to go on with the next picture.");
      return 130;
    }
  },
});

type Written = Extract<ExtractEvent, { kind: "written" }>;

/** The same events, with the last one as the result. */
async function* rowsOf(
  events: AsyncGenerator<ExtractEvent, void, undefined>,
): AsyncGenerator<RowEvent, Written, undefined> {
  for await (const event of events) {
    if (event.kind === "written") return event;
    yield event;
  }
  throw new Error("extractFeatures ended early");
}

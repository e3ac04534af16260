import { check, duration, plural } from "../core";
import { about, advised, argument, oneOf, wholeNumber } from "../core/options";
import { engineNames, useEngine } from "../engine";
import { extractFeatures, globalAveragePool, googLeNet, multiScale, rmac, type Network } from "../networks";
import { defineCommand, type Terminal } from "./command";
import { readEngine } from "./engineOption";
import { progressBar } from "./progressBar";
import { checkedOptions, helpLine, optionHelp, optionTable } from "./schemaOptions";

const schema = {
  weights: about(
    "file of GoogLeNet's weights; by default those that ssdml data fetch googlenet has fetched",
    argument<string>("the name of a file", (value) => typeof value === "string" && value !== "", {
      default: "imagenet",
    }),
  ),
  pooling: about(
    "how a map of activations becomes a vector: rmac, as in the paper, or its mean",
    oneOf(["rmac", "mean"], { default: "rmac" }),
  ),
  levels: about("levels of R-MAC's regions", wholeNumber({ min: 1, default: 3 })),
  scales: about(
    "the longer sides, in pixels, that each picture is seen in; 512,362,256 as in the paper",
    advised(
      "Write --scales 512,362,256.",
      argument<string>(
        "whole numbers with commas between them",
        (value) => typeof value === "string" && /^\d{2,4}(,\d{2,4})*$/.test(value),
        { default: "512,362,256" },
      ),
    ),
  ),
};

const help = `Usage: ssdml features --images DIR --out FILE.safetensors

Computes one feature vector per picture of a folder by a pretrained network. loadFeatures reads the file; if the pictures lie in one folder
per class, the file has the classes too. If the run is interrupted or killed, run the same command again to resume.

${helpLine("--images DIR", "the pictures, also in folders within DIR")}
${helpLine("--out FILE", "where the features go; a .safetensors file")}
${helpLine("--network NAME", "googlenet (the default)")}
${optionHelp(schema)}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest that works)`)}
${helpLine("--help", "show this text")}`;

export const features = defineCommand({
  name: "features",
  summary: "compute feature vectors of pictures by a pretrained network",
  help,
  options: {
    images: { type: "string" },
    out: { type: "string" },
    network: { type: "string" },
    engine: { type: "string" },
    ...optionTable(schema),
  },
  mainOption: "images",
  async run({ values }, terminal) {
    const { images, out } = values;
    check(
      images !== undefined && out !== undefined,
      () => "features needs --images DIR and --out FILE.safetensors. Type ssdml features --help.",
    );
    oneOf(["googlenet"]).read(values.network ?? "googlenet", "features: --network");
    const settings = checkedOptions("features", schema, values);
    const engine = await useEngine(readEngine("features", values.engine));
    terminal.out(`engine: ${engine.name} ${engine.version} on ${engine.device}`);
    const network = googLeNetOf(settings);
    try {
      await follow(extractFeatures(images, network, { out, signal: terminal.signal }), terminal);
      return 0;
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. Run the same command again to go on with the next picture.");
      return 130;
    } finally {
      network.dispose();
    }
  },
});

function googLeNetOf({
  weights,
  pooling,
  levels,
  scales,
}: {
  weights: string;
  pooling: "rmac" | "mean";
  levels: number;
  scales: string;
}): Network {
  const network = googLeNet({
    weights,
    pooling: pooling === "rmac" ? rmac({ levels }) : globalAveragePool(),
  });
  return multiScale(network, scales.split(",").map(Number));
}

async function follow(events: ReturnType<typeof extractFeatures>, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const text = (done: number, total: number, perSecond: number | undefined) => {
    const left =
      perSecond === undefined || done === total ? "" : `, ${duration((total - done) / perSecond)} left`;
    return `${done} of ${plural(total, "picture")}${left}`;
  };
  const bar = progressBar("features", terminal, { text });
  for await (const event of events) {
    if (event.kind === "picture") bar.update(event.done, event.total);
    else {
      bar.end();
      if (event.kind === "broken") terminal.error(`left out: ${event.problem}`);
      else {
        const seconds = (performance.now() - started) / 1000;
        const broken = event.broken > 0 ? `, ${plural(event.broken, "picture")} left out` : "";
        terminal.out(
          `${event.file}: ${plural(event.rows, "row")} of ${event.dimension} numbers after ${duration(seconds)}${broken}.`,
        );
      }
    }
  }
}

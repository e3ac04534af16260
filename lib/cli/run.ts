import path from "node:path";
import { check, duration, plural } from "../core";
import { isFile, isFolder, requireWritable, writeAtomically } from "../io/files";
import { defineCommand } from "./command";
import { failureText, followNotebook } from "./followNotebook";

const help = `Usage: ssdml run NOTEBOOK [--param NAME=VALUE]… [--out FILE|DIR] [--html] [--figures [DIR]]
                 [--allow-read DIR]… [--timeout S] [--kernel NAME]

Runs a TypeScript or JavaScript notebook from top to bottom, without Python, and writes a copy with its outputs. The cells run
in a new kernel, in the notebook's folder. The run stops at the first error, shows the cell, and exits with a non-zero code.

  --param NAME=VALUE   set a parameter; can be repeated. VALUE is JSON (3, true, [1,2]) or else plain text. As in papermill, the
                       cell with the tag "parameters" holds the defaults. The value must have the type of its default if that is
                       a number, a string or a boolean
  --out FILE|DIR       the executed notebook: a file that ends in .ipynb, or a folder (default out)
  --html               also write a self-contained page next to it
  --figures [DIR]      also write every figure: charts as SVG, PNG and PDF, pictures in their own format (default: a folder next
                       to the executed notebook)
  --allow-read DIR     let charts and the page read files in this folder too; can be repeated. By default they read only the
                       notebook's folder, do not follow symbolic links out of it, and never use the network
  --timeout S          maximum time per cell in seconds (default: no limit)
  --kernel NAME        ssdml, tslab or jslab, a kernel installed for Jupyter, or a kernel.json file (default: ssdml for
                       TypeScript; jslab, which does not check types, for JavaScript)
  --help               show this text

As in nbclient, a cell with the tag "raises-exception" may fail, and a cell with the tag "skip-execution" does not run.
Ctrl-C, SIGTERM and SIGHUP stop the cell, write the outputs so far if a cell has started, and end the kernel.`;

export const run = defineCommand({
  name: "run",
  summary: "run a notebook without Python and write it with its outputs",
  help,
  options: {
    param: { type: "string", multiple: true },
    out: { type: "string" },
    html: { type: "boolean" },
    figures: { type: "string" },
    "allow-read": { type: "string", multiple: true },
    timeout: { type: "string" },
    kernel: { type: "string" },
  },
  takesWords: true,
  rewrite: joinFolder,
  async run({ values, positionals }, terminal) {
    const [file] = positionals;
    check(
      positionals.length === 1,
      () => `run needs one notebook, got ${positionals.length}. Type ssdml run --help.`,
    );
    refuseScript(file);
    for (const name of ["out", "kernel"] as const) requireValue(name, values[name]);
    const timeout = secondsOf(values.timeout);
    const allowRead = (values["allow-read"] ?? []).map(readFolder);
    const out = outputFile(file, values.out ?? "out");
    // Loaded here, so that other commands do not wait for the compiler and ZeroMQ.
    const {
      drawCharts,
      findKernel,
      notebookHtmlParts,
      parameterValues,
      parseParameter,
      readNotebook,
      runNotebook,
      writeFigures,
      writeNotebook,
    } = await import("../jupyter/index.js");
    const texts = Object.fromEntries((values.param ?? []).map(parseParameter));
    const notebook = await readNotebook(file);
    const parameters = parameterValues(notebook, texts);
    const folder = path.dirname(path.resolve(file));
    const page = values.html ? out.replace(/\.ipynb$/, ".html") : undefined;
    const figures = values.figures === undefined ? undefined : values.figures || figureFolder(out);
    await requireTargets([out, page], figures);
    const began = performance.now();
    const {
      status,
      failure,
      notebook: executed,
      hasBegun,
    } = await followNotebook(
      path.basename(file),
      runNotebook(notebook, {
        parameters,
        folder,
        timeout,
        kernel: values.kernel === undefined ? undefined : findKernel(values.kernel),
        signal: terminal.signal,
      }),
      terminal,
    );
    if (status === "stopped" && !hasBegun) {
      terminal.error("Stopped before the first cell. Nothing was written.");
      return 130;
    }
    await writeNotebook(out, executed);
    const shown = page ? await drawCharts(executed, folder, { allowRead }) : undefined;
    const lacks: string[] = [];
    if (page && shown) {
      const onMissingPicture = (sentence: string) => lacks.push(sentence);
      const access = { folder, pageFolder: path.dirname(page), allowRead, onMissingPicture };
      const title = path.basename(file, ".ipynb");
      await writeAtomically(page, notebookHtmlParts(shown.notebook, { title, ...access }));
    }
    const drawn =
      figures === undefined ? undefined : await writeFigures(executed, figures, folder, { allowRead });
    const failures = new Set([...(shown?.failures ?? []), ...lacks, ...(drawn?.failures ?? [])]);
    for (const sentence of failures) terminal.error(sentence);
    const count = figures && drawn && `${figures} (${plural(drawn.files.length, "figure file")})`;
    const written = `Written to ${[out, page, count].filter(Boolean).join(" and ")}`;
    if (status === "ok") {
      terminal.out(`Done in ${duration((performance.now() - began) / 1000)}. ${written}`);
      return failures.size === 0 ? 0 : 1;
    }
    if (status === "stopped") {
      terminal.error(`Stopped. ${written}`);
      return 130;
    }
    if (failure) terminal.error(failureText(failure, terminal.interactive && !process.env.NO_COLOR));
    terminal.error(written);
    return 1;
  },
});

/** Newcomers try `ssdml run mine.ts`. */
function refuseScript(file: string): void {
  const [, language] = /\.[cm]?(js|ts)$/.exec(file) ?? [];
  check(
    language === undefined,
    () =>
      `run: ${file} is a script, not a notebook (.ipynb). Run it with ${language === "ts" ? "npx tsx" : "node"} ${file}`,
  );
}

/** `--figures` may have a folder or not. Node's parser understands "--figures=" in both cases. */
function joinFolder(words: string[]): string[] {
  if (words.includes("--figures=")) requireValue("figures", "");
  const at = words.indexOf("--figures");
  if (at < 0) return words;
  const next = words.at(at + 1);
  requireValue("figures", next);
  const folder = next === undefined || next.startsWith("-") || next.endsWith(".ipynb") ? undefined : next;
  return [
    ...words.slice(0, at),
    `--figures=${folder ?? ""}`,
    ...words.slice(at + (folder === undefined ? 1 : 2)),
  ];
}

/** Rejects "", which a shell makes of an unset variable. */
function requireValue(option: string, value: string | undefined): void {
  check(value !== "", () => `run: --${option} must not be empty, got "". Give it a value, or leave it out.`);
}

/** A folder that charts and the page may read. */
function readFolder(name: string): string {
  check(
    isFolder(name),
    () => `run: --allow-read must name a folder, got ${JSON.stringify(name)}. Check the name.`,
  );
  return path.resolve(name);
}

function figureFolder(notebook: string): string {
  return `${notebook.replace(/\.ipynb$/, "")}-figures`;
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = text.trim() === "" ? NaN : Number(text);
  check(seconds > 0, () => `run: --timeout must be a positive number of seconds, got "${text}".`);
  return seconds;
}

/** The file for the executed notebook: the given one, or one of the same name in the given folder. */
function outputFile(notebook: string, out: string): string {
  return !out.endsWith(".ipynb") || isFolder(out)
    ? path.join(out, `${path.basename(notebook, ".ipynb")}.ipynb`)
    : out;
}

/** Rejects unwritable targets before the run instead of after it. */
async function requireTargets(files: (string | undefined)[], figures: string | undefined): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue;
    check(!isFolder(file), () => `cannot write ${file}: it is a folder. Choose another name.`);
    await requireWritable(path.dirname(file), path.basename(file));
  }
  if (figures === undefined) return;
  check(
    !isFile(figures),
    () => `cannot write figures to ${figures}: it is a file. Name a folder with --figures.`,
  );
  await requireWritable(isFolder(figures) ? figures : path.dirname(figures));
}

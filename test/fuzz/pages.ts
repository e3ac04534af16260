import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserError } from "../../lib/core/errors";
import type { Random } from "../../lib/core/values/random";
import { svgToPdf, svgToPng } from "../../lib/figures";
import { drawCharts, notebookHtml, notebookText, parseNotebook } from "../../lib/jupyter";
import type { Fuzzer } from "./fuzzer";
import { hostileAddress, hostileText, oneOf } from "./hostileText";
import { pageDangers, svgDangers } from "./pageDangers";

/** Of the processor's time: other programs may keep it busy. */
const longestMs = 5000;
/** The content of a file that no page and no chart may read. */
const secret = "c2VjcmV0IG9mIHRoZSBmdXp6ZXI=";

/** Writes pages of notebooks with hostile texts, outputs and charts, and looks for what a browser would run or load. */
export const pages: Fuzzer = {
  name: "pages",
  open() {
    const outside = mkdtempSync(path.join(tmpdir(), "ssdml-fuzz-outside-"));
    const folder = mkdtempSync(path.join(tmpdir(), "ssdml-fuzz-pages-"));
    writeFileSync(path.join(outside, "x.png"), Buffer.from(secret, "base64"));
    writeFileSync(path.join(folder, "a.png"), "picture");
    writeFileSync(path.join(folder, "data.csv"), "a,b\n1,2\n");
    symlinkSync(path.join(outside, "x.png"), path.join(folder, "link.png"));
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    return Promise.resolve({
      async tryCase(random) {
        const file = notebookFile(random, [path.join(outside, "x.png"), "link.png", "a.png", "data.csv"]);
        const began = process.cpuUsage();
        const problem = await problemOf(file, folder, random.integer(8) === 0);
        const late = unhandled.splice(0).map((reason) => `rejected: ${String(reason)}`);
        const { user, system } = process.cpuUsage(began);
        const elapsed = (user + system) / 1000;
        const slow = elapsed > longestMs ? `took ${Math.round(elapsed)} ms` : undefined;
        const what = problem ?? late.at(0) ?? slow;
        return what === undefined ? undefined : `${what}\n    in ${file.slice(0, 2000)}`;
      },
      close() {
        process.off("unhandledRejection", note);
        for (const each of [outside, folder]) rmSync(each, { recursive: true });
        return Promise.resolve();
      },
    });
  },
};

/** What is wrong with the page of a notebook file. */
async function problemOf(file: string, folder: string, asFigures: boolean): Promise<string | undefined> {
  try {
    const notebook = parseNotebook(file);
    const { notebook: shown } = await drawCharts(notebook, folder, { secondsPerChart: 2 });
    const page = notebookHtml(shown, { title: "<script>", folder });
    const dangers = pageDangers(page, notebook.cells.length);
    for (const svg of svgsOf(shown, notebook)) {
      dangers.push(...svgDangers(svg));
      if (svg.includes(secret)) dangers.push("a chart holds a file outside its folder");
      if (asFigures) await Promise.all([harmless(svgToPng(svg, { scale: 0.1 })), harmless(svgToPdf(svg))]);
    }
    if (page.includes(secret)) dangers.push("the page holds a file outside its folder");
    parseNotebook(notebookText(notebook));
    return dangers.length === 0 ? undefined : dangers.slice(0, 5).join("; ");
  } catch (error) {
    if (error instanceof UserError) return undefined;
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

async function harmless(drawing: Promise<unknown>): Promise<void> {
  await drawing.catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
  });
}

type Parsed = ReturnType<typeof parseNotebook>;

/** Charts that were drawn: SVG that was not in the notebook before. */
function svgsOf(shown: Parsed, before: Parsed): string[] {
  const svgs = ({ cells }: Parsed) =>
    cells.flatMap((cell) =>
      cell.cell_type === "code"
        ? cell.outputs.map((output) => ("data" in output ? output.data["image/svg+xml"] : undefined))
        : [],
    );
  const known = svgs(before);
  return svgs(shown).filter((svg, i): svg is string => typeof svg === "string" && known[i] === undefined);
}

function notebookFile(random: Random, files: readonly string[]): string {
  const cells = Array.from({ length: 1 + random.integer(3) }, () =>
    oneOf(random, [
      () => ({ cell_type: "markdown", metadata: {}, source: hostileText(random, "markdown") }),
      () => ({ cell_type: "raw", metadata: {}, source: hostileText(random, "html") }),
      () => codeCell(random, files),
      () => codeCell(random, files),
    ])(),
  );
  return JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells });
}

function codeCell(random: Random, files: readonly string[]): object {
  const outputs = Array.from({ length: 1 + random.integer(3) }, () => output(random, files));
  return {
    cell_type: "code",
    metadata: {},
    source: hostileText(random, "markdown"),
    execution_count: 1,
    outputs,
  };
}

function output(random: Random, files: readonly string[]): object {
  const display = (type: string, value: unknown) => ({
    output_type: "display_data",
    data: { [type]: value, ...(random.integer(2) === 0 && { "text/plain": hostileText(random, "ansi") }) },
    metadata: random.integer(4) === 0 ? { [type]: { width: '1" onload="x', height: 5 } } : {},
  });
  return oneOf(random, [
    () => ({
      output_type: "stream",
      name: oneOf(random, ["stdout", "stderr", '"><b>']),
      text: hostileText(random, "ansi"),
    }),
    () => ({
      output_type: "error",
      ename: "E",
      evalue: "<b>",
      traceback: [hostileText(random, "ansi"), hostileText(random, "html")],
    }),
    () => display("text/html", hostileText(random, "html")),
    () => display("text/html", hostileText(random, "html")),
    () =>
      display(
        "text/html",
        `<img src="${oneOf(random, files)}"><svg><image href="${oneOf(random, files)}"/></svg>`,
      ),
    () => display("text/markdown", hostileText(random, "markdown")),
    () => display("text/latex", `$${hostileText(random, "tex")}$`),
    () => display("image/svg+xml", hostileText(random, "html")),
    () => display("image/png", hostileText(random, "html")),
    () => display("application/json", nested(random)),
    () => display("application/vnd.vegalite.v5+json", chart(random, files)),
    () => display("application/vnd.vegalite.v5+json", chart(random, files)),
  ])();
}

/** JSON that is nested up to some thousand levels deep. */
function nested(random: Random): unknown {
  const depth = random.integer(4) === 0 ? random.integer(3000) : random.integer(20);
  let value: unknown = hostileText(random, "html");
  for (let i = 0; i < depth; i++) value = random.integer(2) === 0 ? [value] : { a: value };
  return value;
}

/** A chart that is nearly right, with hostile texts and addresses wherever it can have them. */
function chart(random: Random, files: readonly string[]): unknown {
  const address = () => (random.integer(2) === 0 ? hostileAddress(random) : oneOf(random, files));
  const text = () => hostileText(random, oneOf(random, ["html", "ansi"])).slice(0, 300);
  const values = Array.from({ length: random.integer(4) }, (_, i) => ({ a: i, b: text(), url: address() }));
  const spec: Record<string, unknown> = {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    title: oneOf(random, [text(), { text: [text()], href: address() }, null]),
    data: random.integer(4) === 0 ? { url: address() } : { values },
    mark: oneOf(random, [
      "point",
      "bar",
      { type: "text", href: address(), tooltip: true },
      { type: "image", url: address(), width: 9, height: 9 },
      { type: oneOf(random, ["image", "line", "nothing"]), url: { expr: "datum.url" } },
    ]),
    encoding: {
      x: { field: "a", type: "quantitative" },
      ...(random.integer(2) === 0 && {
        y: { field: oneOf(random, ["b", text()]), type: oneOf(random, ["nominal", "x"]) },
      }),
      ...(random.integer(2) === 0 && {
        href: oneOf(random, [{ field: "url" }, { value: address() }, { value: 3 }]),
      }),
      ...(random.integer(3) === 0 && { url: { field: "url" } }),
      ...(random.integer(3) === 0 && {
        text: { field: "b" },
        tooltip: { field: "url" },
        description: { field: "b" },
      }),
    },
    usermeta: { embedOptions: { loader: { baseURL: address() } } },
    ...(random.integer(4) === 0 && {
      background: text(),
      width: oneOf(random, [-1, 0, "container", { step: 5 }]),
    }),
    // A billion ticks: drawn in a thread that is stopped.
    ...(random.integer(60) === 0 && { width: 1e9 }),
    ...(random.integer(4) === 0 && {
      transform: [
        {
          calculate: oneOf(random, ["datum.url", "this", "constructor.constructor('x')()", text()]),
          as: "c",
        },
      ],
    }),
  };
  if (random.integer(6) === 0) spec[oneOf(random, Object.keys(spec))] = nested(random);
  return random.integer(20) === 0 ? nested(random) : spec;
}

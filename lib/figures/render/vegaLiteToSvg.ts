import path from "node:path";
import { check, UserError } from "../../common/errors";
import type { VegaLiteSpec } from "../spec";
import { textWidth } from "./fonts";
import {
  describeValue,
  hasHoles,
  isArray,
  isRecord,
  functionValue,
  optional,
  path as pathName,
  readOptions,
  recordOf,
} from "../../common/arguments";

export interface SvgOptions {
  /** Warnings that Vega-Lite or Vega gave are collected here instead of going to the console. */
  onWarning?: (message: string) => void;
  /** Where the files are that the data name; default: the current folder. */
  folder?: string | undefined;
}

/**
 * Draws a Vega-Lite specification without a browser. Text is measured in the font that it is drawn in. Data that cannot be loaded
 * are an error, not an empty chart.
 */
export async function vegaLiteToSvg(spec: VegaLiteSpec, options: SvgOptions = {}): Promise<string> {
  const { onWarning, folder = process.cwd() } = readOptions("vegaLiteToSvg", options, {
    onWarning: optional(functionValue<(message: string) => void>()),
    folder: optional(pathName),
  });
  recordOf("a Vega-Lite specification", {}).read(spec, "vegaLiteToSvg: spec");
  checkDense(spec, "vegaLiteToSvg: spec", 0);
  const [vega, vegaLite] = await Promise.all([import("vega"), import("vega-lite")]);
  measureText((vega as unknown as { textMetrics: TextMetrics }).textMetrics);
  const logger = collectingLogger(folder, (message) => onWarning?.(message));
  try {
    // Vega writes into the data that it is given.
    const compiled = vegaLite.compile(structuredClone(spec) as unknown as Compilable, { logger });
    const loader = fileLoader(vega.loader(), folder);
    const view = new vega.View(vega.parse(compiled.spec), { renderer: "none", logger, loader });
    try {
      const svg = await view.toSVG();
      if (logger.failure) throw logger.failure;
      return svg;
    } finally {
      view.finalize();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `vegaLiteToSvg: this is not a Vega-Lite specification that can be drawn: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Rejects arrays with holes, such as `new Array(1e9)`, which Vega would try to fill. The rows of the data are not looked at. */
function checkDense(value: unknown, name: string, depth: number, isData = false): void {
  if (typeof value !== "object" || value === null || depth > 30) return;
  if (isArray(value)) {
    check(!hasHoles(value), () => `${name} must have no arrays with holes, got ${describeValue(value)}.`);
    if (!isData) for (const entry of value) checkDense(entry, name, depth + 1);
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value))
      checkDense(inner, `${name}.${key}`, depth + 1, key === "values");
  }
}

type Loader = import("vega").Loader;
type Compilable = Parameters<(typeof import("vega-lite"))["compile"]>[0];

/** The part of a text mark that its width depends on. */
interface TextItem {
  fontSize?: number;
  fontWeight?: string | number;
  fontStyle?: string;
}

interface TextMetrics {
  width: (item: TextItem, text: string | number | null | undefined) => number;
}

function measureText(metrics: TextMetrics): void {
  metrics.width = ({ fontSize = 11, fontWeight, fontStyle }, text) => {
    const bold = fontWeight === "bold" || Number(fontWeight) >= 600;
    const style = bold ? "bold" : fontStyle === "italic" ? "oblique" : "regular";
    return fontSize * textWidth(String(text ?? "").trim(), style);
  };
}

/** Loads what has an address as Vega does, and files from a folder. */
function fileLoader(loader: Loader, folder: string): Loader {
  const load: Loader["load"] = (address, options) =>
    loader.load(
      /^([a-z][a-z\d+.-]+:|\/\/)/i.test(address) ? address : path.resolve(folder, address),
      options,
    );
  return Object.assign(Object.create(loader) as Loader, { load });
}

/** Vega's interface for messages; everything from warnings up is reported, and the first failure to load data kept. */
function collectingLogger(folder: string, report: (message: string) => void) {
  const logger = {
    failure: undefined as UserError | undefined,
    level: () => logger,
    error: (...words: readonly unknown[]) => tell(words),
    warn: (...words: readonly unknown[]) => tell(words),
    info: () => logger,
    debug: () => logger,
  };
  const tell = (words: readonly unknown[]) => {
    const message = words.map(String).join(" ");
    logger.failure ??= loadingFailure(words, folder);
    // There is no pointer where there is no browser.
    if (!message.startsWith("Can not resolve event source")) report(message);
    return logger;
  };
  return logger as unknown as import("vega").LoggerInterface & Pick<typeof logger, "failure">;
}

/** Vega says "Loading failed" or "Data ingestion failed", the address and the error. */
function loadingFailure([what, address, error]: readonly unknown[], folder: string): UserError | undefined {
  if (what !== "Loading failed" && what !== "Data ingestion failed") return undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(
    `vegaLiteToSvg: the data ${JSON.stringify(address)} cannot be loaded: ${reason}. Check the name; files are looked for in ${folder}.`,
  );
}

import { functionValue, optional, path as pathName, readOptions, recordOf, texts } from "../../core/options";
import { check, deepestNesting, isNestedDeeper, UserError } from "../../core";
import type { ReadAccess } from "../../io/files";
import type { UncheckedSpec, VegaLiteSpec } from "./spec";
import { checkBounds } from "./checkBounds";
import { textWidth } from "./fonts";
import { specLoader } from "./specLoader";
import { withoutFiles } from "./withoutFiles";

/** By default a chart may read files in the current folder, and never the network. */
export interface SvgOptions {
  /** The folder of the files that the specification names; default: the current one. */
  folder?: ReadAccess["folder"] | undefined;
  /** More folders that may be read. */
  allowRead?: ReadAccess["allowRead"];
  /** Gets the warnings of Vega-Lite and Vega. They are never printed. */
  onWarning?: (message: string) => void;
  /** Gets one sentence for each missing picture, which the chart leaves out. Default: a missing picture is an error. */
  onMissingPicture?: ((sentence: string) => void) | undefined;
}

/** The schema of the options that say which files may be read. */
export const accessSchema = { folder: optional(pathName), allowRead: optional(texts) };

/**
 * Draws a Vega-Lite specification without a browser. Text is measured in the font that it is drawn in. Files are read only from `folder`
 * (default: the current one) and the folders of `allowRead`, also after symbolic links are followed; network addresses are rejected.
 * Data that cannot be loaded cause an error, not an empty chart. Links that would run code are left out.
 *
 * @example
 * const svg = await vegaLiteToSvg(embeddingScatter(x, classes).spec);
 * svg.startsWith("<svg"); // → true
 */
export async function vegaLiteToSvg(
  spec: VegaLiteSpec | UncheckedSpec,
  options: SvgOptions = {},
): Promise<string> {
  const {
    onWarning,
    onMissingPicture,
    folder = process.cwd(),
    allowRead,
  } = readOptions("vegaLiteToSvg", options, {
    ...accessSchema,
    onWarning: optional(functionValue<(message: string) => void>()),
    onMissingPicture: optional(functionValue<(sentence: string) => void>()),
  });
  recordOf("a Vega-Lite specification", {}).read(spec, "vegaLiteToSvg: spec");
  // Vega-Lite reads specifications recursively.
  check(
    !isNestedDeeper(spec, deepestNesting),
    () => `vegaLiteToSvg: the specification is nested more than ${deepestNesting} levels deep. Simplify it.`,
  );
  checkBounds(spec, "vegaLiteToSvg: spec");
  const [vega, vegaLite, { expressionInterpreter: expr }] = await Promise.all([
    import("vega"),
    import("vega-lite"),
    import("vega-interpreter"),
  ]);
  measureText((vega as unknown as { textMetrics: TextMetrics }).textMetrics);
  const logger = collectingLogger(folder, (message) => onWarning?.(message));
  const missing = (sentence: string) => {
    if (onMissingPicture) onMissingPicture(`vegaLiteToSvg: ${sentence}`);
    else logger.failure ??= new UserError(`vegaLiteToSvg: ${sentence}`);
  };
  try {
    // Vega changes the data that it gets.
    const compiled = vegaLite.compile(structuredClone(spec) as unknown as Compilable, { logger });
    const loader = specLoader(vega.loader(), { folder, allowRead }, missing);
    // Expressions are interpreted and never become code of this program.
    const flow = vega.parse(compiled.spec, undefined, { ast: true });
    const view = new vega.View(flow, { renderer: "none", logger, loader, expr });
    try {
      const svg = await view.toSVG();
      if (logger.failure) throw logger.failure;
      return withoutFiles(svg, "vegaLiteToSvg");
    } finally {
      view.finalize();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `vegaLiteToSvg: this Vega-Lite specification cannot be drawn: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

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

/** A logger for Vega that reports warnings and errors and keeps the first failure to load data. */
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
    // There is no pointer without a browser.
    if (!message.startsWith("Can not resolve event source")) report(message);
    return logger;
  };
  return logger as unknown as import("vega").LoggerInterface & Pick<typeof logger, "failure">;
}

/** Vega says "Loading failed" or "Data ingestion failed", the address and the error. */
function loadingFailure([what, address, error]: readonly unknown[], folder: string): UserError | undefined {
  if (what !== "Loading failed" && what !== "Data ingestion failed") return undefined;
  if (error instanceof UserError) return new UserError(`vegaLiteToSvg: ${error.message}`);
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(
    `vegaLiteToSvg: the data ${JSON.stringify(address)} cannot be loaded: ${reason}. Check the name; files are read from ${folder}.`,
  );
}

import { UserError } from "../../common/errors";
import type { VegaLiteSpec } from "../spec";
import { textWidth } from "./fonts";

/** Warnings that Vega-Lite or Vega gave are collected here instead of going to the console. */
export interface SvgOptions {
  onWarning?: (message: string) => void;
}

/** Draws a Vega-Lite specification without a browser. Text is measured in the font that it is drawn in. */
export async function vegaLiteToSvg(spec: VegaLiteSpec, { onWarning }: SvgOptions = {}): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import("vega"), import("vega-lite")]);
  measureText((vega as unknown as { textMetrics: TextMetrics }).textMetrics);
  const logger = collectingLogger((message) => onWarning?.(message));
  try {
    // Vega writes into the data that it is given.
    const compiled = vegaLite.compile(structuredClone(spec) as unknown as Compilable, { logger });
    const view = new vega.View(vega.parse(compiled.spec), { renderer: "none", logger });
    try {
      return await view.toSVG();
    } finally {
      view.finalize();
    }
  } catch (error) {
    throw new UserError(
      `vegaLiteToSvg: this is not a Vega-Lite specification that can be drawn: ${error instanceof Error ? error.message : String(error)}.`,
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

/** Vega's interface for messages; everything from warnings up is reported. */
function collectingLogger(report: (message: string) => void) {
  const logger = {
    level: () => logger,
    error: (...words: readonly unknown[]) => tell(words),
    warn: (...words: readonly unknown[]) => tell(words),
    info: () => logger,
    debug: () => logger,
  };
  const tell = (words: readonly unknown[]) => {
    const message = words.map(String).join(" ");
    // There is no pointer where there is no browser.
    if (!message.startsWith("Can not resolve event source")) report(message);
    return logger;
  };
  return logger as unknown as import("vega").LoggerInterface;
}

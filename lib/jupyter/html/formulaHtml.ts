import temml from "temml";
import { asText } from "./asText";

/** Formulas of people do not nest deeper; browsers give up at a few hundred levels. */
const deepest = 100;
/** Macros of the formula itself can repeat long texts: together they may have about this many characters. */
const longestExpansion = 200_000;
const definition = /\\(?:[egx]?def|let|futurelet|newcommand|renewcommand|providecommand)/;

/** TeX as MathML. What TeX does not understand is shown in red, and what is nested too deeply as text. */
export function formulaHtml(tex: string, displayMode: boolean): string {
  try {
    const maxExpand = definition.test(tex) ? Math.min(1000, Math.ceil(longestExpansion / tex.length)) : 1000;
    const html = temml.renderToString(tex, { displayMode, throwOnError: false, maxExpand });
    if (depthOf(html) <= deepest) return html;
  } catch (error) {
    // Temml reads formulas by recursion.
    if (!(error instanceof RangeError)) return asText(tex, reasonOf(error), "formula");
  }
  return asText(tex, `it is nested more than ${deepest} levels deep`, "formula");
}

function depthOf(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [, slash] of html.matchAll(/<(\/?)[a-z]/g)) {
    depth += slash === "" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

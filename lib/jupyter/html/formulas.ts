import type MarkdownIt from "markdown-it";
import temml from "temml";
import { asText } from "./asText";

/** Maximum length of a formula; the search for its end stops there. */
const longest = 10_000;
const inline = /^\$(?![\s$])((?:\\.|[^\\$`])*?)(?<![\s\\])\$(?!\d)/;

/** Teaches Markdown Jupyter's formulas, $ … $, $$ … $$ and \begin{align} … \end{align}, which become MathML. */
export function readFormulas(markdown: MarkdownIt): void {
  markdown.block.ruler.before("fence", "formula", readBlock, { alt: ["paragraph", "blockquote", "list"] });
  markdown.inline.ruler.before("escape", "formula", readInline);
  markdown.renderer.rules.formula = (tokens, index) =>
    formulaHtml(tokens[index].content, tokens[index].block);
}

interface Displayed {
  /** The TeX source. */
  content: string;
  /** Number of characters in the text. */
  length: number;
}

/** The displayed formula at the start of a text: $$ … $$ or \begin{align} … \end{align}. */
function displayed(text: string): Displayed | undefined {
  if (text.startsWith("$$")) {
    const end = text.indexOf("$$", 3);
    return end < 0 ? undefined : { content: text.slice(2, end), length: end + 2 };
  }
  const [, name] = /^\\begin\{([a-zA-Z]+\*?)\}/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const closing = `\\end{${name}}`;
  const end = text.indexOf(closing);
  return end < 0 ? undefined : { content: text.slice(0, end + closing.length), length: end + closing.length };
}

/** Reads a formula that starts and ends with whole lines, before the next empty line. */
const readBlock: MarkdownIt.ParserBlock.RuleBlock = (state, startLine, endLine, silent) => {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false;
  const start = state.bMarks[startLine] + state.tShift[startLine];
  const formula = displayed(state.src.slice(start, start + longest));
  if (formula === undefined) return false;
  let end = startLine + 1;
  while (end < endLine && state.bMarks[end] < start + formula.length) {
    if (state.isEmpty(end) || state.sCount[end] < state.blkIndent) return false;
    end++;
  }
  // The lines without the markers of enclosing quotes and lists.
  const text = state.getLines(startLine, end, state.blkIndent, false).trimStart();
  const { content, length } = displayed(text) ?? {};
  if (content === undefined || text.slice(length).trim() !== "") return false;
  if (silent) return true;
  const token = state.push("formula", "math", 0);
  token.content = content;
  token.block = true;
  state.line = end;
  token.map = [startLine, state.line];
  return true;
};

/** Reads a formula at the current position. As in Jupyter, "5 $ or 6 $" is not a formula. */
const readInline: MarkdownIt.ParserInline.RuleInline = (state, silent) => {
  if (state.src[state.pos] !== "$" && state.src[state.pos] !== "\\") return false;
  const text = state.src.slice(state.pos, Math.min(state.posMax, state.pos + longest));
  const formula = displayed(text);
  const [short, content] = formula === undefined ? (inline.exec(text) ?? []) : [];
  const length = formula?.length ?? short?.length;
  if (length === undefined) return false;
  if (!silent) {
    const token = state.push("formula", "math", 0);
    token.content = formula?.content ?? content ?? "";
    token.block = formula !== undefined;
  }
  state.pos += length;
  return true;
};

/** Real formulas are not nested deeper; browsers give up at a few hundred levels. */
const deepest = 100;
/** Maximum number of characters, roughly, after the expansion of a formula's own macros, which can repeat long texts. */
const longestExpansion = 200_000;
const definition = /\\(?:[egx]?def|let|futurelet|newcommand|renewcommand|providecommand)/;

/** TeX as MathML. Invalid TeX is shown in red; formulas that are nested too deeply are shown as text. */
function formulaHtml(tex: string, displayMode: boolean): string {
  try {
    const maxExpand = definition.test(tex) ? Math.min(1000, Math.ceil(longestExpansion / tex.length)) : 1000;
    const html = temml.renderToString(tex, { displayMode, throwOnError: false, maxExpand });
    if (depthOf(html) <= deepest) return html;
  } catch (error) {
    // Temml parses formulas recursively.
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

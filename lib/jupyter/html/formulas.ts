import type MarkdownIt from "markdown-it";
import { formulaHtml } from "./formulaHtml";

/** No formula is longer; the search for the end of one goes no further. */
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
  /** What TeX is given. */
  content: string;
  /** Number of characters that it takes in the text. */
  length: number;
}

/** The formula that a text begins with and that stands by itself: $$ … $$ or \begin{align} … \end{align}. */
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

/** Reads a formula that begins a line and ends one, before the next empty line. */
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
  // The lines without the marks of the quotes and lists that they are in.
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

/** Reads a formula at the current place of a text. As in Jupyter, "5 $ or 6 $" holds none. */
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

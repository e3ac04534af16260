import type MarkdownIt from "markdown-it";
import temml from "temml";

/** Formulas that stand in lines of their own, which no list, heading or emphasis in them breaks. */
const displayed = /^(?:\$\$([^]+?)\$\$|(\\begin\{([a-zA-Z]+\*?)\}[^]*?\\end\{\3\}))/;
const inline = /^\$(?![\s$])((?:\\.|[^\\$`])*?)(?<![\s\\])\$(?!\d)/;

/** Teaches Markdown Jupyter's formulas, $ … $, $$ … $$ and \begin{align} … \end{align}, which become MathML. */
export function readFormulas(markdown: MarkdownIt): void {
  markdown.block.ruler.before("fence", "formula", readBlock, { alt: ["paragraph", "blockquote", "list"] });
  markdown.inline.ruler.before("escape", "formula", readInline);
  markdown.renderer.rules.formula = (tokens, index) =>
    temml.renderToString(tokens[index].content, { displayMode: tokens[index].block, throwOnError: false });
}

/** Reads a formula that begins a line and ends one, before the next empty line. */
const readBlock: MarkdownIt.ParserBlock.RuleBlock = (state, startLine, endLine, silent) => {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false;
  const first = state.src.slice(state.bMarks[startLine] + state.tShift[startLine], state.eMarks[startLine]);
  if (!/^(?:\$\$|\\begin\{)/.test(first)) return false;
  let end = startLine + 1;
  while (end < endLine && !state.isEmpty(end) && state.sCount[end] >= state.blkIndent) end++;
  const text = state.getLines(startLine, end, state.blkIndent, false).trimStart();
  const [whole, dollars, environment] = displayed.exec(text) ?? [];
  if (whole === undefined || !/^[ \t]*(?:\n|$)/.test(text.slice(whole.length))) return false;
  if (silent) return true;
  const token = state.push("formula", "math", 0);
  token.content = dollars ?? environment;
  token.block = true;
  state.line = startLine + whole.split("\n").length;
  token.map = [startLine, state.line];
  return true;
};

/** Reads a formula at the current place of a text. As in Jupyter, "5 $ or 6 $" holds none. */
const readInline: MarkdownIt.ParserInline.RuleInline = (state, silent) => {
  if (state.src[state.pos] !== "$" && state.src[state.pos] !== "\\") return false;
  const text = state.src.slice(state.pos, state.posMax);
  const [whole, dollars, environment] = displayed.exec(text) ?? [];
  const [short, content] = whole === undefined ? (inline.exec(text) ?? []) : [];
  const found = whole ?? short;
  if (found === undefined) return false;
  if (!silent) {
    const token = state.push("formula", "math", 0);
    token.content = dollars ?? environment ?? content ?? "";
    token.block = whole !== undefined;
  }
  state.pos += found.length;
  return true;
};

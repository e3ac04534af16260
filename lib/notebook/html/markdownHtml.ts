import MarkdownIt from "markdown-it";
import temml from "temml";
import { codeHtml } from "./codeHtml";

/** The data URL of a picture that a text names; undefined leaves the name as it is. */
export type PictureFinder = (address: string) => string | undefined;

/**
 * A Markdown cell as HTML. Formulas between $ … $ and $$ … $$ become MathML, pictures that are found become part of the page,
 * and HTML in the text is shown, not obeyed.
 */
export function markdownHtml(source: string, findPicture: PictureFinder = () => undefined): string {
  const markdown = new MarkdownIt({
    html: false,
    highlight: (code, language) => (/^(ts|typescript|js|javascript)$/i.test(language) ? codeHtml(code) : ""),
  });
  const { image } = markdown.renderer.rules;
  markdown.renderer.rules.image = (tokens, index, options, environment, self) => {
    const url = findPicture(decode(tokens[index].attrGet("src") ?? ""));
    if (url !== undefined) tokens[index].attrSet("src", url);
    return image?.(tokens, index, options, environment, self) ?? "";
  };
  markdown.inline.ruler.before("escape", "formula", readFormula);
  markdown.renderer.rules.formula = (tokens, index) =>
    temml.renderToString(tokens[index].content, { displayMode: tokens[index].block, throwOnError: false });
  return markdown.render(source);
}

function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Reads "$x_1$" or "$$x_1$$" at the current place. As in Jupyter, "5 $ or 6 $" holds no formula. */
const readFormula: MarkdownIt.ParserInline.RuleInline = (state, silent) => {
  if (state.src[state.pos] !== "$") return false;
  const text = state.src.slice(state.pos, state.posMax);
  const match =
    /^\$\$([^]+?)\$\$/.exec(text) ?? /^\$(?![\s$])((?:\\.|[^\\$])*?)(?<![\s\\])\$(?!\d)/.exec(text);
  if (!match) return false;
  if (!silent) {
    const token = state.push("formula", "math", 0);
    token.content = match[1];
    token.block = text.startsWith("$$");
  }
  state.pos += match[0].length;
  return true;
};

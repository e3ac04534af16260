import MarkdownIt from "markdown-it";
import temml from "temml";
import type { MimeBundle } from "../format/nbformat";
import { imageUrl } from "./imageUrl";

/**
 * A Markdown cell as HTML. Formulas between $ … $ and $$ … $$ become MathML, attached pictures become part of the page, and
 * HTML in the text is shown, not obeyed.
 */
export function markdownHtml(source: string, attachments: Record<string, MimeBundle> = {}): string {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const { image } = markdown.renderer.rules;
  markdown.renderer.rules.image = (tokens, index, options, environment, self) => {
    const [, name] = /^attachment:(.*)$/.exec(tokens[index].attrGet("src") ?? "") ?? [];
    const url = name === undefined ? undefined : imageUrl(attachments[decodeURIComponent(name)] ?? {});
    if (url !== undefined) tokens[index].attrSet("src", url);
    return image?.(tokens, index, options, environment, self) ?? "";
  };
  markdown.inline.ruler.before("escape", "formula", readFormula);
  markdown.renderer.rules.formula = (tokens, index) =>
    temml.renderToString(tokens[index].content, { displayMode: tokens[index].block, throwOnError: false });
  return markdown.render(source);
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

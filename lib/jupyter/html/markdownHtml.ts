import MarkdownIt from "markdown-it";
import { codeHtml } from "./codeHtml";
import { readFormulas } from "./formulas";
import { safeHtml, type Addresses } from "./safeHtml";

/**
 * A Markdown cell as HTML, as Jupyter shows it: formulas as MathML, headings with ids, addresses as links, and the safe part of the
 * HTML in the text.
 */
export function markdownHtml(source: string, addresses?: Addresses): string {
  const markdown = new MarkdownIt({
    html: true,
    linkify: true,
    highlight: (code, language) => (/^(ts|typescript|js|javascript)$/i.test(language) ? codeHtml(code) : ""),
  });
  // Otherwise a file name such as README.md would become a link to a domain in Moldova.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  markdown.use(readFormulas);
  markdown.core.ruler.push("headings", nameHeadings);
  return safeHtml(markdown.render(source), addresses);
}

/** Gives headings Jupyter's ids: "My heading" is #My-heading. */
const nameHeadings: MarkdownIt.Core.RuleCore = ({ tokens }) => {
  for (const [i, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const text = (tokens[i + 1].children ?? [])
      .filter(({ type }) => type === "text" || type === "code_inline")
      .map(({ content }) => content)
      .join("");
    token.attrSet("id", text.trim().replaceAll(" ", "-"));
  }
};

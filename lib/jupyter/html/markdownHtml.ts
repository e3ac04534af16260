import MarkdownIt from "markdown-it";
import { codeHtml } from "./codeHtml";
import { readFormulas } from "./formulas";
import { safeHtml, type Addresses } from "./safeHtml";

/**
 * A Markdown cell as HTML, as Jupyter shows it: with formulas as MathML, headings that links can name, addresses as links, and the HTML
 * in the text, as far as it is safe.
 */
export function markdownHtml(source: string, addresses?: Addresses): string {
  const markdown = new MarkdownIt({
    html: true,
    linkify: true,
    highlight: (code, language) => (/^(ts|typescript|js|javascript)$/i.test(language) ? codeHtml(code) : ""),
  });
  // Else the name of a file, such as README.md, would be a link to Moldova.
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

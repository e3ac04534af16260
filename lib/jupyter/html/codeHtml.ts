import ts from "typescript";
import { escapeHtml } from "../../core/html";

const classes = new Map<number, string>([
  [ts.ClassificationType.comment, "comment"],
  [ts.ClassificationType.keyword, "keyword"],
  [ts.ClassificationType.numericLiteral, "number"],
  [ts.ClassificationType.bigintLiteral, "number"],
  [ts.ClassificationType.stringLiteral, "string"],
  [ts.ClassificationType.regularExpressionLiteral, "string"],
]);

/** TypeScript as HTML, with keywords, comments, strings and numbers in their own classes. */
export function codeHtml(source: string): string {
  const { spans } = ts
    .createClassifier()
    .getEncodedLexicalClassifications(source, ts.EndOfLineState.None, true);
  let html = "";
  let end = 0;
  // The spans come as start, length, kind, start, length, kind, …
  for (let i = 0; i < spans.length; i += 3) {
    const [start, length, kind] = spans.slice(i, i + 3);
    const name = classes.get(kind);
    if (name === undefined) continue;
    html += escapeHtml(source.slice(end, start));
    end = start + length;
    html += `<span class="${name}">${escapeHtml(source.slice(start, end))}</span>`;
  }
  return html + escapeHtml(source.slice(end));
}

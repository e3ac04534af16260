import ts from "typescript";
import type { Compiler } from "../compile/compiler";
import { CELL_PREFIX } from "../compile/typescript/internals";
import { textField, type Json } from "../io/wire";

/** The content of the reply to a question about code: `complete_request`, `inspect_request` or `is_complete_request`. */
export function assist(compiler: Compiler, declared: string, type: string, content: Json): Json {
  if (type === "is_complete_request") return isComplete(content.code);
  const code = textField(content, "code");
  const cursor = Number(content.cursor_pos ?? code.length);
  return type === "complete_request"
    ? complete(compiler, declared, code, cursor)
    : inspect(compiler, declared, code, cursor);
}

/** The protocol counts Unicode code points, JavaScript counts UTF-16 units. */
function toUnits(text: string, codePoints: number): number {
  return Array.from(text).slice(0, codePoints).join("").length;
}

function toCodePoints(text: string, units: number): number {
  return Array.from(text.slice(0, units)).length;
}

/** The content of `complete_reply`, with the types of the matches as JupyterLab and IPython know them. */
function complete(compiler: Compiler, declared: string, code: string, cursor: number): Json {
  const { items, ...span } = compiler.complete(declared, code, toUnits(code, cursor));
  const start = toCodePoints(code, span.start);
  const end = toCodePoints(code, span.end);
  return {
    status: "ok",
    matches: items.map(({ text }) => text),
    cursor_start: start,
    cursor_end: end,
    metadata: { _jupyter_types_experimental: items.map((item) => ({ start, end, ...item })) },
  };
}

function plain(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  return (parts ?? []).map((part) => part.text).join("");
}

function tagText(tag: ts.JSDocTagInfo): string {
  return `@${tag.name} ${plain(tag.text)}`.trimEnd();
}

/** The content of `inspect_reply`: the type in code, then the doc comment. */
function inspect(compiler: Compiler, declared: string, code: string, cursor: number): Json {
  const info = compiler.inspect(declared, code, toUnits(code, cursor)) as ts.QuickInfo | undefined;
  if (!info) return { status: "ok", found: false, data: {}, metadata: {} };
  const signature = plain(info.displayParts);
  const docs = [plain(info.documentation), ...(info.tags ?? []).map(tagText)].filter((text) => text !== "");
  return {
    status: "ok",
    found: true,
    data: {
      "text/plain": [signature, ...docs].join("\n\n"),
      "text/markdown": [`\`\`\`typescript\n${signature}\n\`\`\``, ...docs].join("\n\n"),
    },
    metadata: {},
  };
}

const INDENT = "  ";

const CLOSED_BY = new Map([
  [ts.SyntaxKind.OpenBraceToken, ts.SyntaxKind.CloseBraceToken],
  [ts.SyntaxKind.TemplateHead, ts.SyntaxKind.CloseBraceToken],
  [ts.SyntaxKind.OpenParenToken, ts.SyntaxKind.CloseParenToken],
  [ts.SyntaxKind.OpenBracketToken, ts.SyntaxKind.CloseBracketToken],
]);

/** The number of brackets that are open at the end. In a template, text continues after the brace that closes an expression. */
function openBrackets(code: string): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code);
  const open: ts.SyntaxKind[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const innermost = open.at(-1);
    if (CLOSED_BY.has(kind)) open.push(kind);
    else if (innermost !== undefined && kind === CLOSED_BY.get(innermost)) {
      const textContinues =
        innermost === ts.SyntaxKind.TemplateHead &&
        scanner.reScanTemplateToken(false) === ts.SyntaxKind.TemplateMiddle;
      if (!textContinues) open.pop();
    }
  }
  return open.length;
}

const UNTERMINATED_STRING = 1002;

/** Longer texts take too long to check while the user types. */
const MAX_CHECKED_LENGTH = 200_000;

/** The content of `is_complete_reply`: the code is complete, incomplete, invalid, or unknown (not a text, or too long). */
export function isComplete(code: unknown): Json {
  if (typeof code !== "string" || code.length > MAX_CHECKED_LENGTH) return { status: "unknown" };
  const { diagnostics = [] } = ts.transpileModule(CELL_PREFIX + code, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  if (diagnostics.length === 0) return { status: "complete" };
  const end = code.trimEnd().length + CELL_PREFIX.length;
  // In incomplete code the errors are at the end. An unterminated string is an error, because it cannot continue on the next line.
  const isIncomplete = diagnostics.every((d) => (d.start ?? 0) >= end && d.code !== UNTERMINATED_STRING);
  if (!isIncomplete) return { status: "invalid" };
  return { status: "incomplete", indent: INDENT.repeat(openBrackets(code)) };
}

import { escapeHtml } from "../../core/html";
import { deepestNesting, isNestedDeeper } from "../../core";
import type { DisplayOutput, Output, ResultOutput } from "../format/nbformat";
import { ansiHtml } from "./ansiHtml";
import { imageUrl } from "./imageUrl";
import { markdownHtml } from "./markdownHtml";
import { safeHtml, type Addresses } from "./safeHtml";

/** One output of a cell as HTML. */
export function outputHtml(output: Output, addresses?: Addresses): string {
  switch (output.output_type) {
    case "stream":
      return `<pre class="${output.name === "stderr" ? "stderr" : "stdout"}">${ansiHtml(output.text)}</pre>`;
    case "error":
      return `<pre class="error">${ansiHtml(output.traceback.join("\n") || `${output.ename}: ${output.evalue}`)}</pre>`;
    default:
      return displayHtml(output, addresses);
  }
}

/** A display in its richest format that works without scripts. */
function displayHtml({ data, metadata }: DisplayOutput | ResultOutput, addresses?: Addresses): string {
  const text = (type: string) => (typeof data[type] === "string" ? data[type] : undefined);
  const html = text("text/html");
  if (html !== undefined) return `<div class="html">${safeHtml(html, addresses)}</div>`;
  const url = imageUrl(data);
  if (url !== undefined)
    return `<img src="${url}" alt="${escapeHtml(text("text/plain") ?? "picture")}"${size(metadata)}>`;
  const markdown = text("text/markdown") ?? text("text/latex");
  if (markdown !== undefined) return `<div class="markdown">${markdownHtml(markdown, addresses)}</div>`;
  return `<pre>${ansiHtml(text("text/plain") ?? jsonText(Object.values(data)[0] ?? null))}</pre>`;
}

function jsonText(value: unknown): string {
  return isNestedDeeper(value, deepestNesting)
    ? `[data nested more than ${deepestNesting} levels deep]`
    : JSON.stringify(value, null, 2);
}

/** The size that a kernel requests, such as half the pixels for high-resolution screens. */
function size(metadata: Record<string, unknown>): string {
  const asked =
    Object.values(metadata).find((value) => typeof value === "object" && value !== null) ?? metadata;
  return (["width", "height"] as const)
    .map((name) => [name, (asked as Record<string, unknown>)[name]] as const)
    .map(([name, value]) => (typeof value === "number" ? ` ${name}="${value}"` : ""))
    .join("");
}

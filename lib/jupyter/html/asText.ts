import { escapeHtml } from "../../core/html";

const longest = 10_000;

/** A sentence that says why something is shown as text, followed by the start of its source. */
export function asText(source: string, reason: string, what = "HTML"): string {
  const rest = source.length - longest;
  const cut = rest > 0 ? `\n… and ${rest} more characters` : "";
  const sentence = `This ${what} is shown as text: ${escapeHtml(reason)}.`;
  return `<p class="note">${sentence}</p><pre>${escapeHtml(source.slice(0, longest))}${cut}</pre>`;
}

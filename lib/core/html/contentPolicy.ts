import { createHash } from "node:crypto";

/**
 * The `<meta>` element with the content security policy of every page we write: it loads nothing, submits no form, and runs no scripts
 * except those given here, which the browser recognizes by their hash.
 */
export function contentPolicy(scripts: readonly string[] = []): string {
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const rules = [
    "default-src 'none'",
    ...(hashes.length > 0 ? [`script-src ${hashes.join(" ")}`] : []),
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}">`;
}

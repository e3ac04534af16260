import { check } from "../../core/errors";
import { isSafeLink } from "../../core/html/isSafeLink";

/** Everything of a tag up to its end, past quoted values; the text that follows is left. */
const tag = /^[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*/;
const attribute = /([^\s"'=<>]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
const paint = /^(?:fill|stroke|filter|mask|clip-path|cursor|style|marker(?:-\w+)?|[a-z]+-color)$/i;
/** An address elsewhere, or an escape of CSS that could spell one. */
const elsewhere = /\\|url\((?!\s*(?:["']|&quot;)?#)/i;
const inDocument = /^\s*(?:#|data:image\/[\w.+-]+(?:;[\w=.-]+)*,)/i;

/**
 * An SVG without the addresses of what it would load: the libraries behind PNG and PDF open any file that they find named, and browsers
 * ask networks. Places in the document and data: URLs of pictures stay, and so do safe links.
 */
export function withoutFiles(svg: string, caller: string): string {
  check(
    !/<!ENTITY/i.test(svg),
    () => `${caller}: svg must not declare entities (<!ENTITY …>). Write their values in their places.`,
  );
  // In XML no value and no text holds a "<": each one begins a tag.
  const [first, ...parts] = svg.split("<");
  return [first, ...parts.map(withoutFile)].join("<");
}

function withoutFile(part: string): string {
  if (!/href|url\(|\\/i.test(part)) return part;
  const [opening] = tag.exec(part) ?? [part];
  const isLink = /^(?:[\w.-]+:)?a[\s>]/.test(opening);
  const cleaned = opening.replace(attribute, (whole, name: string, equals: string, quoted: string) => {
    const value = quoted.slice(1, -1);
    const isKept = /^(?:.*:)?href$/i.test(name)
      ? inDocument.test(value) || (isLink && isPlainLink(value))
      : !paint.test(name) || !elsewhere.test(value);
    return isKept ? whole : `${name}${equals}""`;
  });
  return cleaned + part.slice(opening.length);
}

/** A reference such as &#106; could spell anything; "&amp;" is what links have. */
const isPlainLink = (value: string) => !/&(?!amp;)/.test(value) && isSafeLink(value);

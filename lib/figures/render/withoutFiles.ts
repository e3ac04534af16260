import { check } from "../../core";
import { isSafeLink } from "../../core/html";

/** A tag up to its end, including quoted values, without the text that follows. */
const tag = /^[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*/;
const attribute = /([^\s"'=<>]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
const paint = /^(?:fill|stroke|filter|mask|clip-path|cursor|style|marker(?:-\w+)?|[a-z]+-color)$/i;
/** An external address, or a CSS escape that could spell one. */
const elsewhere = /\\|url\((?!\s*(?:["']|&quot;)?#)/i;
const inDocument = /^\s*(?:#|data:image\/[\w.+-]+(?:;[\w=.-]+)*,)/i;

/**
 * An SVG without external addresses, because the libraries for PNG and PDF open any file that an SVG names, and browsers load from the
 * network. Keeps references within the document, data: URLs of pictures, and safe links.
 */
export function withoutFiles(svg: string, caller: string): string {
  check(
    !/<!ENTITY/i.test(svg),
    () => `${caller}: svg must not declare entities (<!ENTITY …>). Write their values instead.`,
  );
  // In XML no value and no text contains a "<": each one starts a tag.
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

/** A character reference such as &#106; could spell anything; only "&amp;" is allowed. */
const isPlainLink = (value: string) => !/&(?!amp;)/.test(value) && isSafeLink(value);

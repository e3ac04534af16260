import { html as standard, type DefaultTreeAdapterTypes, type Token } from "parse5";
import { isSafeLink } from "../../core/html";
import { asText } from "./asText";
import { allowedDeclarations, allowedStyleSheet, isAllowedValue } from "./sanitize/allowedCss";
import { allowedName, isAllowedAttribute, type Language } from "./sanitize/allowedElements";
import { parseBounded, TooComplex } from "./sanitize/parseBounded";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Converts the addresses in HTML. */
export interface Addresses {
  /** The data URL of a picture; undefined if the page must not have it. */
  picture: (address: string) => string | undefined;
  /** The address of a link for the page. */
  link: (address: string) => string;
}

const asTheyAre: Addresses = { picture: () => undefined, link: (address) => address };

const passes = 4;

/**
 * HTML from a notebook as part of a page. Keeps only elements, attributes, addresses and styles that are known to be harmless, and
 * closes open elements. The result is parsed again until it no longer changes, so that browsers read it in the same way. HTML that is
 * too complex, or that never settles, is shown as text.
 */
export function safeHtml(html: string, given: Addresses = asTheyAre): string {
  try {
    let text = writeNodes(parseBounded(html), "html", given);
    for (let i = 1; i < passes; i++) {
      const again = writeNodes(parseBounded(text), "html", asTheyAre);
      if (again === text) return text;
      text = again;
    }
    return asText(html, "browsers might read it in several ways");
  } catch (error) {
    if (error instanceof TooComplex) return asText(html, error.message);
    throw error;
  }
}

const languages = new Map<string, Language>([
  [standard.NS.HTML, "html"],
  [standard.NS.SVG, "svg"],
  [standard.NS.MATHML, "math"],
]);

const empty = new Set(["br", "hr", "img", "input", "col", "wbr"]);
/** Parsers drop the first line break in these elements. */
const linesBegin = new Set(["pre", "textarea"]);

function writeNodes(nodes: ChildNode[], within: Language, addresses: Addresses): string {
  return nodes.map((node) => writeNode(node, within, addresses)).join("");
}

function writeNode(node: ChildNode, within: Language, addresses: Addresses): string {
  if (node.nodeName === "#text" && "value" in node) return escapeText(node.value);
  if (!("tagName" in node)) return "";
  const language = languages.get(node.namespaceURI);
  // Parsers disagree about HTML within SVG or MathML.
  if (language === undefined || (within !== "html" && language !== within)) return "";
  const name = allowedName(language, node.tagName);
  if (name === undefined) return "";
  const opening = `<${name}${writeAttributes(node, language, name, addresses)}>`;
  if (language === "html" && empty.has(name)) return opening;
  const content =
    name === "style" ? writeStyle(node, language) : writeNodes(node.childNodes, language, addresses);
  const line = language === "html" && linesBegin.has(name) && content.startsWith("\n") ? "\n" : "";
  return `${opening}${line}${content}</${name}>`;
}

/** The text of a style element is escaped in SVG, but not in HTML. */
function writeStyle({ childNodes }: Element, language: Language): string {
  const css = allowedStyleSheet(childNodes.map((node) => ("value" in node ? node.value : "")).join(""));
  return language === "html" ? css : escapeText(css);
}

function writeAttributes(node: Element, language: Language, name: string, addresses: Addresses): string {
  const kept = node.attrs.flatMap((attribute) => {
    const full = fullName(attribute);
    if (!isAllowedAttribute(language, name, full)) return [];
    const value = allowedAttribute(language, name, full, attribute.value, addresses);
    return value === undefined ? [] : [[full, value] satisfies Written];
  });
  const attributes = language === "html" && name === "img" ? withText(node, kept) : kept;
  return attributes
    .map(([key, value]) => ` ${key}="${escapeText(value).replaceAll('"', "&quot;")}"`)
    .join("");
}

/** The safe value of an allowed attribute; undefined if there is none. */
function allowedAttribute(
  language: Language,
  element: string,
  attribute: string,
  value: string,
  { picture, link }: Addresses,
): string | undefined {
  if (attribute === "style") return allowedDeclarations(value) || undefined;
  if (attribute === "src") return dataPicture(picture(value) ?? value);
  if (attribute === "target") return value === "_blank" ? value : undefined;
  if (element === "input" && attribute === "type")
    return /^(?:image|file|password|submit|reset)$/i.test(value) ? "text" : value;
  if (attribute === "href" || attribute === "xlink:href") {
    if (element === "image") return dataPicture(value);
    if (element !== "a") return value.startsWith("#") ? value : undefined;
    const address = language === "html" ? link(value) : value;
    return isSafeLink(address) ? address : undefined;
  }
  // Such as fill="url(#gradient)".
  return language === "svg" && value.includes("(") && !isPlainAttribute(attribute) && !isAllowedValue(value)
    ? undefined
    : value;
}

/** SVG attributes whose values are not styles. */
const isPlainAttribute = (name: string) => /^(?:class|id|title|lang|role|aria-.*)$/.test(name);

const dataPicture = (address: string) =>
  /^data:image\/[\w.+-]+(?:;[\w=.-]+)*,/i.test(address) ? address : undefined;

type Written = readonly [name: string, value: string];

/** A missing picture is replaced by its alternative text, or else its address. */
function withText({ attrs }: Element, kept: Written[]): Written[] {
  const address = attrs.find(({ name }) => name === "src")?.value;
  const has = (name: string) => kept.some(([key, value]) => key === name && value !== "");
  if (!address || /^\s*data:/i.test(address) || has("src") || has("alt")) return kept;
  return [...kept.filter(([key]) => key !== "alt"), ["alt", address.slice(0, 200)]];
}

const fullName = ({ prefix, name }: Token.Attribute) => (prefix ? `${prefix}:${name}` : name);

const escapeText = (text: string) =>
  text.replace(/[&<>\u00a0]/g, (character) =>
    character === "&" ? "&amp;" : character === "<" ? "&lt;" : character === ">" ? "&gt;" : "&nbsp;",
  );

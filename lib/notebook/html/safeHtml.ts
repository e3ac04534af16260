import {
  defaultTreeAdapter,
  html as standard,
  parseFragment,
  serialize,
  type DefaultTreeAdapterTypes,
} from "parse5";
import { escapeHtml } from "../../common/escapeHtml";
import { isSafeAttribute, safeName } from "./safeElements";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What becomes of the addresses that HTML names. */
export interface Addresses {
  /** The data URL of a picture; undefined leaves its address as it is. */
  picture: (address: string) => string | undefined;
  /** The address of a link as the page should have it. */
  link: (address: string) => string;
}

const asTheyAre: Addresses = { picture: () => undefined, link: (address) => address };

/** Browsers nest no deeper than this either. */
const deepest = 500;
const passes = 4;

/**
 * HTML from a notebook as part of a page: what is left open is closed, and what runs code, loads something or leads away is gone.
 * It is read again until nothing changes, so that browsers read the same; what never settles is shown as text.
 */
export function safeHtml(html: string, given: Addresses = asTheyAre): string {
  let addresses = given;
  let text = html;
  for (let i = 0; i < passes; i++) {
    const safe = onePass(text, addresses);
    if (i > 0 && safe === text) return safe;
    text = safe;
    addresses = asTheyAre;
  }
  return `<pre>${escapeHtml(html)}</pre>`;
}

function onePass(html: string, addresses: Addresses): string {
  const around = defaultTreeAdapter.createElement("div", standard.NS.HTML, []);
  const fragment = parseFragment(around, html, { scriptingEnabled: false });
  fragment.childNodes = safeNodes(fragment.childNodes, addresses, 0);
  return serialize(fragment, { scriptingEnabled: false });
}

/** Makes the nodes of a tree safe in their place; returns those that may stay. */
function safeNodes(nodes: ChildNode[], addresses: Addresses, depth: number): ChildNode[] {
  if (depth > deepest) return [];
  return nodes.filter((node) => {
    if (!("tagName" in node)) return node.nodeName === "#text";
    const name = safeName(node.tagName, node.attrs);
    if (name === undefined) return false;
    node.attrs = node.attrs
      .map((attribute) => ({
        ...attribute,
        value: readdress(node, attribute.name, attribute.value, addresses),
      }))
      .filter((attribute) => isSafeAttribute(node.tagName, attribute));
    node.childNodes = safeNodes(node.childNodes, addresses, depth + 1);
    node.nodeName = node.tagName = name;
    keepFirstLine(node);
    return true;
  });
}

function readdress(
  { tagName }: Element,
  attribute: string,
  value: string,
  { picture, link }: Addresses,
): string {
  if (tagName === "img" && attribute === "src") return picture(value) ?? value;
  return tagName === "a" && attribute === "href" ? link(value) : value;
}

/** Parsers take the first line break in these elements for decoration. */
function keepFirstLine({ tagName, childNodes: [first] }: Element): void {
  if (!["pre", "listing", "textarea"].includes(tagName)) return;
  if (first && "value" in first && first.value.startsWith("\n")) first.value = `\n${first.value}`;
}

import { parse, parseFragment, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const forbidden = new Set(
  "script iframe frame frameset object embed applet base link form template noscript portal fencedframe foreignobject set animate animatemotion animatetransform feimage annotation-xml audio video source".split(
    " ",
  ),
);
const forbiddenAttributes = new Set(
  "action formaction srcdoc ping srcset poster background data longdesc http-equiv".split(" "),
);

/**
 * What a browser would run, load or follow in a page of a notebook, found without the help of the code that wrote it: by reading the
 * page anew, with and without scripts.
 */
export function pageDangers(page: string, cells: number): string[] {
  return [true, false].flatMap((scriptingEnabled) => {
    const document = parse(page, { scriptingEnabled });
    const html = childrenOf(document).find(({ tagName }) => tagName === "html")!;
    const body = childrenOf(html).find(({ tagName }) => tagName === "body")!;
    const [main, ...others] = childrenOf(body);
    const sections = childrenOf(main).filter(({ tagName }) => tagName === "section");
    const isWhole =
      others.length === 0 &&
      main.tagName === "main" &&
      sections.length === cells &&
      childrenOf(main).length === cells;
    return [...(isWhole ? [] : ["content has left its cell"]), ...dangersIn(body)];
  });
}

/** The same for an SVG of its own. */
export const svgDangers = (svg: string): string[] => dangersIn(parseFragment(svg));

function dangersIn(root: Node): string[] {
  const dangers: string[] = [];
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ("tagName" in node) dangers.push(...dangersOf(node));
    if ("childNodes" in node) for (const child of node.childNodes) stack.push(child);
  }
  return dangers;
}

function dangersOf(element: Element): string[] {
  const name = element.tagName.toLowerCase();
  const dangers = element.attrs.flatMap(({ prefix, name: attribute, value }) =>
    isDangerous(name, attribute.toLowerCase(), value)
      ? [`<${name} ${prefix ? `${prefix}:` : ""}${attribute}="${value.slice(0, 80)}">`]
      : [],
  );
  if (forbidden.has(name) || name === "meta") dangers.push(`<${name}>`);
  if (name === "style") {
    const css = element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
    if (loads(css)) dangers.push(`<style>${css.slice(0, 80)}`);
  }
  return dangers;
}

function isDangerous(element: string, attribute: string, value: string): boolean {
  if (attribute.startsWith("on") || forbiddenAttributes.has(attribute)) return true;
  if (attribute === "style") return loads(value);
  if (attribute === "src") return !/^data:image\//i.test(value);
  if (attribute === "href") {
    return element === "a" ? !isHarmlessLink(value) : !/^(?:$|#|data:image\/)/i.test(value);
  }
  return (
    ["fill", "stroke", "filter", "mask", "clip-path", "marker-start"].includes(attribute) &&
    /\\|url\((?!#)/i.test(value)
  );
}

/** Reads an address as browsers do. */
function isHarmlessLink(value: string): boolean {
  const base = "http://base.invalid/";
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
  return url === undefined || ["http:", "https:", "mailto:", "tel:", "ftp:", "file:"].includes(url.protocol);
}

function loads(css: string): boolean {
  const texts = css.replace(/"[^"]*"|'[^']*'/g, "");
  return /url\((?!\s*["']?#)|@import|expression\s*\(|image-set|behavior|-moz-binding|\\|position:\s*(?:fixed|absolute)/i.test(
    texts,
  );
}

const childrenOf = (node: Node): Element[] =>
  "childNodes" in node ? node.childNodes.filter((child): child is Element => "tagName" in child) : [];

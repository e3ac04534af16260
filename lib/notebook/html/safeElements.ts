/** Elements that run code, load pages, act on the whole page, or hide what they hold from this check. */
const unwelcome = new Set([
  ...["script", "template", "meta", "link", "base", "title"],
  ...[
    "iframe",
    "frame",
    "frameset",
    "noframes",
    "object",
    "embed",
    "noembed",
    "applet",
    "param",
    "portal",
    "fencedframe",
  ],
]);

/** Elements that give way to others: what a page without scripts should show, and text that nothing would end. */
const replacements = new Map([
  ["noscript", "div"],
  ["plaintext", "pre"],
  ["xmp", "pre"],
]);

/** Attributes that send somewhere, or hold a page of their own. */
const unwelcomeAttributes = new Set(["action", "formaction", "ping", "srcdoc", "http-equiv"]);

const addresses = new Set(["href", "src", "poster", "background", "cite", "longdesc", "data", "srcset"]);
const welcomeSchemes = /^(?:https?|mailto|tel|ftp|file|data):/i;
const welcomeData = /^data:(?:image|audio|video|font)\//i;

export interface Attribute {
  name: string;
  value: string;
}

/** What an element is called in a page that must not do anything; undefined when it may not be there. */
export function safeName(name: string, attributes: Attribute[]): string | undefined {
  const plain = name.toLowerCase();
  if (unwelcome.has(plain) || isAddressAnimation(plain, attributes)) return undefined;
  return replacements.get(plain) ?? (/^[a-z][\w.:-]*$/i.test(name) ? name : "span");
}

/** Whether an element may keep an attribute. */
export function isSafeAttribute(element: string, { name, value }: Attribute): boolean {
  const plain = name.toLowerCase().replace(/^.*:/, "");
  if (plain.startsWith("on") || unwelcomeAttributes.has(plain)) return false;
  return !addresses.has(plain) || isSafeAddress(element, plain, value);
}

/** Browsers overlook blanks and control characters in front of and within the scheme. */
function isSafeAddress(element: string, attribute: string, value: string): boolean {
  // eslint-disable-next-line no-control-regex
  const address = value.replace(/[\u0000-\u0020\u007f-\u00a0]/g, "");
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) return true;
  if (!welcomeSchemes.test(address)) return false;
  const isLink = attribute === "href" && !/image$/i.test(element);
  return !/^data:/i.test(address) || (!isLink && welcomeData.test(address));
}

/** SVG can set an address after the page has loaded. */
function isAddressAnimation(name: string, attributes: Attribute[]): boolean {
  return (
    /^(?:set|animate.*)$/.test(name) &&
    attributes.some(
      (attribute) => attribute.name.toLowerCase() === "attributename" && /href|^on/i.test(attribute.value),
    )
  );
}

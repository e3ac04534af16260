/** The languages of a page, by parse5's names for their namespaces. */
export type Language = "html" | "svg" | "math";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The attributes of each element, besides those that every element may have. */
type Elements = Map<string, Set<string>>;

const elements = (lines: string, attributes = ""): [string, Set<string>][] =>
  words(lines).map((name) => [name, new Set(attributes === "" ? [] : words(attributes))]);

const cell = "align valign width height bgcolor colspan rowspan headers scope abbr nowrap";

const htmlElements: Elements = new Map([
  ...elements(
    "abbr address article aside b bdi bdo big center cite code dd dfn dt em figcaption figure footer",
  ),
  ...elements(
    "header hgroup i kbd main mark nav rp rt ruby s samp search section small strike strong sub sup tt",
  ),
  ...elements("u var wbr summary legend dl dir menu fieldset datalist"),
  ...elements("span div p h1 h2 h3 h4 h5 h6 pre caption blockquote", "align"),
  ...elements("br", "clear"),
  ...elements("hr", "align size width color noshade"),
  ...elements("font", "color face size"),
  ...elements("a", "href target name"),
  ...elements("img", "src alt width height align border hspace vspace"),
  ...elements("ul", "type compact"),
  ...elements("ol", "type start reversed compact"),
  ...elements("li", "type value"),
  ...elements("del ins time", "datetime"),
  ...elements("q data", "value"),
  ...elements("details", "open"),
  ...elements("table", "align width height bgcolor border cellpadding cellspacing frame rules summary"),
  ...elements("thead tbody tfoot tr", "align valign bgcolor height"),
  ...elements("td th", cell),
  ...elements("col colgroup", "align valign span width"),
  ...elements("progress meter", "value max min low high optimum"),
  ...elements("label output", "for"),
  ...elements("button", "disabled"),
  ...elements("input", "type value checked disabled min max step size placeholder readonly"),
  ...elements("select", "disabled multiple size"),
  ...elements("optgroup option", "label value selected disabled"),
  ...elements("textarea", "rows cols disabled readonly placeholder"),
  ...elements("style"),
]);

/** HTML elements that are removed with their content. Other elements that are not allowed become a span. */
const vanishing = new Set(
  words(
    "script template meta link base title head iframe frame frameset noframes object embed noembed applet param portal fencedframe source track area",
  ),
);

/** Elements that are replaced by others: content for pages without scripts, and raw text that no tag would end. */
const replacements = new Map([
  ["noscript", "div"],
  ["plaintext", "pre"],
  ["listing", "pre"],
  ["xmp", "pre"],
]);

const svgElements: Elements = new Map([
  ...elements("svg symbol", "viewBox preserveAspectRatio version baseProfile refX refY x y width height"),
  ...elements("g defs switch title desc style"),
  ...elements("a", "href target"),
  ...elements("path", "d pathLength"),
  ...elements("rect", "x y width height rx ry pathLength"),
  ...elements("circle", "cx cy r pathLength"),
  ...elements("ellipse", "cx cy rx ry pathLength"),
  ...elements("line", "x1 y1 x2 y2 pathLength"),
  ...elements("polyline polygon", "points pathLength"),
  ...elements("text tspan", "x y dx dy rotate textLength lengthAdjust"),
  ...elements("textPath", "href startOffset method spacing side"),
  ...elements("use", "href x y width height"),
  ...elements("image", "href x y width height preserveAspectRatio"),
  ...elements("linearGradient", "href x1 y1 x2 y2 gradientUnits gradientTransform spreadMethod"),
  ...elements("radialGradient", "href cx cy r fx fy fr gradientUnits gradientTransform spreadMethod"),
  ...elements("stop", "offset"),
  ...elements("clipPath", "clipPathUnits"),
  ...elements("mask", "x y width height maskUnits maskContentUnits"),
  ...elements(
    "pattern",
    "href x y width height viewBox preserveAspectRatio patternUnits patternContentUnits patternTransform",
  ),
  ...elements("marker", "viewBox preserveAspectRatio refX refY markerWidth markerHeight markerUnits orient"),
  ...elements("filter", "x y width height filterUnits primitiveUnits"),
  ...elements(
    "feGaussianBlur feOffset feFlood feBlend feColorMatrix feComposite feMerge feMergeNode feDropShadow feMorphology",
    "in in2 result x y width height stdDeviation dx dy mode type values operator k1 k2 k3 k4 radius flood-color flood-opacity edgeMode",
  ),
]);

const mathElements: Elements = new Map([
  ...elements("math", "display alttext"),
  ...elements("mi mn mtext ms mrow mphantom merror msqrt mroot mstyle msub msup msubsup semantics none"),
  ...elements("mprescripts mmultiscripts"),
  ...elements(
    "mo",
    "form fence separator stretchy symmetric largeop movablelimits accent lspace rspace minsize maxsize linebreak",
  ),
  ...elements("mspace", "linebreak"),
  ...elements("mpadded", "lspace voffset"),
  ...elements("mfrac", "linethickness bevelled numalign denomalign"),
  ...elements("mover munder munderover", "accent accentunder align"),
  ...elements(
    "mtable",
    "align columnalign rowalign columnspacing rowspacing columnlines rowlines frame side width",
  ),
  ...elements("mtr mtd mlabeledtr", "columnalign rowalign columnspan rowspan"),
  ...elements("menclose", "notation"),
  ...elements("annotation", "encoding"),
]);

const everywhere = new Set(words("class id style title lang dir role hidden"));
const inSvg = new Set(
  words(`transform transform-origin fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width opacity color display visibility overflow clip-path clip-rule mask filter
    marker-start marker-mid marker-end paint-order vector-effect stop-color stop-opacity font-family font-size font-style font-variant
    font-weight font-stretch text-anchor text-decoration text-rendering dominant-baseline alignment-baseline baseline-shift letter-spacing
    word-spacing writing-mode direction shape-rendering image-rendering color-interpolation color-interpolation-filters pointer-events
    mix-blend-mode xmlns xmlns:xlink xml:space xml:lang aria-roledescription`),
);
const inMath = new Set(
  words(`mathvariant mathsize mathcolor mathbackground displaystyle scriptlevel width height depth xmlns`),
);

/** The name of an element in a page without scripts; undefined if it must be removed with its content. */
export function allowedName(language: Language, name: string): string | undefined {
  if (language === "svg") return svgElements.has(name) ? name : undefined;
  if (language === "math") return mathElements.has(name) ? name : undefined;
  if (vanishing.has(name)) return undefined;
  return htmlElements.has(name) ? name : (replacements.get(name) ?? "span");
}

/** Whether an allowed element may have an attribute. Its value is checked elsewhere. */
export function isAllowedAttribute(language: Language, element: string, attribute: string): boolean {
  if (everywhere.has(attribute) || /^aria-[a-z]+$/.test(attribute)) return true;
  if (language === "html") return htmlElements.get(element)?.has(attribute) ?? false;
  const [own, common] = language === "svg" ? [svgElements, inSvg] : [mathElements, inMath];
  const plain = attribute === "xlink:href" ? "href" : attribute;
  return common.has(plain) || (own.get(element)?.has(plain) ?? false);
}

/** Properties that change how their own element looks. */
const properties = new Set(
  `align-content align-items align-self alignment-baseline aspect-ratio backdrop-filter background background-blend-mode background-clip
  background-color background-image background-origin background-position background-repeat background-size baseline-shift border
  border-block border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
  border-bottom-width border-collapse border-color border-inline border-left border-left-color border-left-style border-left-width
  border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top
  border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom box-shadow
  box-sizing break-after break-before break-inside caption-side caret-color clear clip-path clip-rule color color-scheme column-count
  column-gap column-rule column-span column-width columns content counter-increment counter-reset cursor direction display
  dominant-baseline empty-cells fill fill-opacity fill-rule filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink
  flex-wrap float font font-family font-feature-settings font-kerning font-size font-stretch font-style font-variant
  font-variant-numeric font-weight gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end
  grid-column-gap grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas
  grid-template-columns grid-template-rows height hyphens image-rendering inset isolation justify-content justify-items justify-self
  left letter-spacing line-height list-style list-style-position list-style-type margin margin-block margin-bottom margin-inline
  margin-left margin-right margin-top marker-end marker-mid marker-start mask math-depth math-shift math-style max-height max-width
  min-height min-width mix-blend-mode object-fit object-position opacity order orphans outline outline-color outline-offset
  outline-style outline-width overflow overflow-wrap overflow-x overflow-y padding padding-block padding-bottom padding-inline
  padding-left padding-right padding-top page-break-after page-break-before page-break-inside paint-order place-content place-items
  place-self pointer-events position quotes resize right row-gap shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tab-size table-layout text-align
  text-align-last text-anchor text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent
  text-overflow text-rendering text-shadow text-transform text-underline-offset text-wrap top transform transform-origin unicode-bidi
  user-select vector-effect vertical-align visibility white-space widows width word-break word-spacing word-wrap writing-mode z-index`
    .trim()
    .split(/\s+/),
);

const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp var env repeat minmax fit-content
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient matrix
  matrix3d translate translatex translatey translate3d scale scalex scaley rotate skew skewx skewy perspective blur brightness contrast
  drop-shadow grayscale hue-rotate invert opacity saturate sepia counter counters polygon circle ellipse`
    .trim()
    .split(/\s+/),
);

const quoted = /"[^"\\<>\n]*"|'[^'\\<>\n]*'/g;
const inDocument = /\burl\(\s*["']?#[\w.:-]+["']?\s*\)/gi;

/** Whether a value is allowed: words, numbers, colors, strings and known functions, but nothing that loads a resource. */
export function isAllowedValue(value: string): boolean {
  const rest = value.replace(inDocument, " ").replace(quoted, " ");
  if (!/^[\p{L}\p{N}\s#%.,()+*/!_-]*$/u.test(rest)) return false;
  return [...rest.matchAll(/([\w-]*)\(/g)].every(
    ([, name]) => name === "" || functions.has(name.toLowerCase()),
  );
}

/** The declarations of a style attribute that only change how its element looks. */
export function allowedDeclarations(css: string): string {
  return splitOutside(withoutComments(css), ";").flatMap(allowedDeclaration).join("; ");
}

function allowedDeclaration(declaration: string): string[] {
  const colon = declaration.indexOf(":");
  if (colon < 0) return [];
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration.slice(colon + 1).trim();
  const plain = property.replace(/^-(?:webkit|moz|ms)-/, "");
  if (!properties.has(plain) && !/^--[\w-]+$/.test(property)) return [];
  // Content positioned relative to the window could cover the page.
  if (plain === "position" && !/^(?:static|relative)$/i.test(value)) return [];
  return value !== "" && isAllowedValue(value) ? [`${property}: ${value}`] : [];
}

const selector = /^[\p{L}\p{N}\s.#*>+~:,()[\]="'|^$_-]+$/u;
const mediaQuery = /^@media[\p{L}\p{N}\s():,./-]+$/u;

/** The rules of a style sheet that only change how elements look. Of the at-rules, only @media is kept. */
export function allowedStyleSheet(css: string): string {
  return allowedRules(withoutComments(css), 0).join("\n");
}

function allowedRules(css: string, depth: number): string[] {
  return blocksOf(css).flatMap(({ prelude, body }) => {
    if (prelude.startsWith("@")) {
      const isAllowed = depth === 0 && mediaQuery.test(prelude);
      return isAllowed ? [`${prelude} {${allowedRules(body, depth + 1).join(" ")}}`] : [];
    }
    const isAllowed = selector.test(prelude) && !/["']/.test(prelude.replace(quoted, ""));
    return isAllowed ? [`${prelude} {${allowedDeclarations(body)}}`] : [];
  });
}

interface Block {
  /** A selector or an at-rule. */
  prelude: string;
  body: string;
}

/** The top-level blocks of a style sheet; rules without a block, such as @import, are left out. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let i = 0; i < css.length; i++) {
    const character = css[i];
    if (character === "{" && depth++ === 0) open = i;
    else if (character === ";" && depth === 0) start = i + 1;
    else if (character === "}") {
      if (depth === 1) blocks.push({ prelude: css.slice(start, open).trim(), body: css.slice(open + 1, i) });
      if (depth <= 1) start = i + 1;
      depth = Math.max(0, depth - 1);
    }
  }
  return blocks;
}

/** Splits at a character, except within quotes and parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function withoutComments(css: string): string {
  const [first, ...others] = css.split("/*");
  return [
    first,
    ...others.map((part) => {
      const end = part.indexOf("*/");
      return end < 0 ? "" : ` ${part.slice(end + 2)}`;
    }),
  ].join("");
}

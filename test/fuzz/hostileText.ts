import type { Random } from "../../lib/core/values/random";

export const oneOf = <T>(random: Random, items: readonly T[]): T => items[random.integer(items.length)];

/** Addresses that a page must not load, follow or obey, and some that it may. */
const addresses = [
  ..."javascript:alert(1)|JaVaScRiPt:alert(1)| java\tscript:alert(1)|&#106;avascript:alert(1)|vbscript:x|data:text/html,<script>1</script>".split(
    "|",
  ),
  ..."data:image/svg+xml,<svg onload=x>|data:image/png;base64,AA==|http://127.0.0.1/x.png|//e.org/x|https://e.org|/etc/passwd|../x.png".split(
    "|",
  ),
  ..."file:///etc/passwd|#a|a.png|mailto:a@b.c|\u0001javascript:x|blob:x|filesystem:x|about:blank|x:y|ftp://e.org".split(
    "|",
  ),
];

const elements =
  "a b i p div span table tr td th tbody caption col form input button select option textarea title style script noscript template iframe object embed base meta link img image svg math mi mo mtext mglyph malignmark annotation-xml foreignObject desc path use animate set feImage h1 pre listing plaintext xmp nobr font br hr li ul dl dd body html head frameset frame details audio video source marquee isindex keygen custom-element".split(
    " ",
  );

const attributes =
  "href src xlink:href action formaction srcdoc style class id onload onerror onclick ONFOCUS background poster srcset data ping http-equiv content to from values attributeName fill filter mask cite longdesc name target type width height colspan encoding xmlns xmlns:xlink is slot".split(
    " ",
  );

const styles = [
  "color: red",
  "background: url(http://e.org/x)",
  "background:url(javascript:x)",
  "fill: url(#a)",
  "width: expression(alert(1))",
  "behavior: url(x)",
  "@import 'http://e.org/x'; a {}",
  "a { background: \\75rl(http://e.org) }",
  "position: fixed; inset: 0",
  "a{}</style><script>1</script>",
  "@media print { b { color: red } }",
  "p > b { color: red; content: '}' }",
  "font-family: 'a;b'",
];

/** Strings that have led sanitizers astray. */
const classics = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<svg><animate href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a></svg>",
  "<svg><foreignObject><iframe srcdoc='<script>1</script>'></iframe></foreignObject></svg>",
  "<math><annotation-xml encoding='text/html'><style><img src=x onerror=alert(1)></style></annotation-xml></math>",
  "<svg><style><![CDATA[</style><script>alert(1)</script>]]></style></svg>",
  '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
  '<a href="javascript&colon;alert(1)">x</a>',
  "<img src=x:x onerror\n=\nalert(1)//",
  "</section></main></body></html><script>alert(1)</script>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<xmp></xmp><img src=x onerror=1>",
  "<textarea></textarea><title></title></textarea>",
  '<svg><a xlink:href="javascript:alert(1)"><circle r=9 /></a></svg>',
  "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1) />#x'></use></svg>",
  "<table><td background=javascript:alert(1)><style>*{background:url(//e.org)}</style>",
];

const markdown = [
  "# heading\n",
  "- item\n",
  "> quote\n",
  "    code\n",
  "```ts\nconst a = `${1}`;\n```\n",
  "|a|b|\n|-|-|\n|1|2|\n",
  '[a](b "c")',
  "![a](b)",
  "[a]: javascript:x\n",
  "<https://e.org>",
  "https://e.org/a?b=c&d",
  "**bold** _it_ `code`",
  "***",
  "\n\n",
  "[",
  "](",
  "`",
  "\\",
  "<!-- ",
  "<div>\n\n",
];

const tex = [
  ..."$ $$ { } ^ _ \\frac \\sqrt \\left( \\right) \\begin{matrix} \\end{matrix} & \\\\ x 1 + \\text{ \\def\\a{\\a\\a} \\a \\href{javascript:x}{y} \\color{red} ' \\over \\begin{align} \\end{align}".split(
    " ",
  ),
  "\\includegraphics{http://e.org/x.png}",
  "\\html{<script>}",
  "\\class{x}{y}",
  "\\style{background:url(//e.org)}{x}",
  "\n",
];

const ansi = [
  "\u001b[",
  "31m",
  "1;38;5;",
  "0m",
  "\u001b]8;;http://e.org\u0007",
  "\r",
  "\b",
  "\n",
  "text",
  "\u001b",
  ";",
  "<b>",
  "\u0000",
  "2K",
];

function tag(random: Random): string {
  const name = oneOf(random, elements);
  if (random.integer(4) === 0) return `</${name}>`;
  const count = random.integer(4);
  const list = Array.from({ length: count }, () => {
    const key = oneOf(random, attributes);
    const value = key === "style" ? oneOf(random, styles) : oneOf(random, addresses);
    const quote = oneOf(random, ['"', "'", ""]);
    return ` ${key}=${quote}${value}${quote}`;
  });
  return `<${name}${list.join("")}${oneOf(random, [">", ">", ">", "/>", ""])}`;
}

/** Kinds of text, each with a source of pieces. */
const pieces = {
  html: (random: Random) =>
    oneOf(random, [
      () => tag(random),
      () => tag(random),
      () => oneOf(random, classics),
      () => `<style>${oneOf(random, styles)}</style>`,
      () =>
        oneOf(random, [
          "text",
          "&lt;",
          "<!--",
          "-->",
          "<![CDATA[",
          "]]>",
          "\u0000",
          "\n",
          "<",
          '"',
          "&nbsp;",
        ]),
    ])(),
  markdown: (random: Random) =>
    oneOf(random, [() => oneOf(random, markdown), () => pieces.html(random), () => oneOf(random, tex)])(),
  tex: (random: Random) => oneOf(random, tex),
  ansi: (random: Random) => oneOf(random, ansi),
} as const;

export type TextKind = keyof typeof pieces;

/** A mix of pieces of one kind; now and then one is repeated by the thousand, or single characters are changed. */
export function hostileText(random: Random, kind: TextKind): string {
  const parts = Array.from({ length: 1 + random.integer(12) }, () => {
    const piece = pieces[kind](random);
    return random.integer(40) === 0 ? piece.repeat(1 + random.integer(3000)) : piece;
  });
  const text = parts.join(kind === "tex" ? " " : "");
  return random.integer(3) === 0 ? mutated(random, text) : text;
}

function mutated(random: Random, text: string): string {
  let result = text;
  for (let i = 1 + random.integer(4); i > 0; i--) {
    const at = random.integer(result.length + 1);
    const change = oneOf(random, [
      "",
      "<",
      ">",
      '"',
      "'",
      "\u0000",
      "/",
      "\ud800",
      "\u00a0",
      result.slice(at, at + 20),
    ]);
    result = result.slice(0, at) + change + result.slice(at + random.integer(3));
  }
  return result;
}

export const hostileAddress = (random: Random): string => oneOf(random, addresses);

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { safeHtml } from "../../../lib/jupyter/html/safeHtml";

function assertBecomes(cases: [html: string, safe: string][]): void {
  for (const [html, safe] of cases) assert.equal(safeHtml(html), safe, html);
}

/** The names of all attributes in a page, as a browser without scripts reads it. */
function attributes(node: DefaultTreeAdapterTypes.Node): string[] {
  const own = "attrs" in node ? node.attrs.map(({ name }) => name) : [];
  return "childNodes" in node ? [...own, ...node.childNodes.flatMap(attributes)] : own;
}

describe("safeHtml", () => {
  it("closes what is open and drops ends that have no beginning", () => {
    assertBecomes([
      ["<table><tr><td>x", "<table><tbody><tr><td>x</td></tr></tbody></table>"],
      ["a</div></section></main>b", "ab"],
      ["<b>x<!-- open", "<b>x</b>"],
      ["<textarea>", "<textarea></textarea>"],
      ["<plaintext>c</div>", "<pre>c&lt;/div&gt;</pre>"],
    ]);
  });

  it("drops what runs code, loads something or leads the page away", () => {
    assertBecomes([
      ["a<script>1</script><SCRIPT src=x></SCRIPT>b", "ab"],
      ['a<meta http-equiv="refresh" content="0;url=http://a">b<BASE href="x"><link href=x>', "ab"],
      ['<me<meta>ta http-equiv="refresh">', '<span>ta http-equiv="refresh"&gt;</span>'],
      ["a<iframe srcdoc='<p>'></iframe><object data=x></object><embed src=x>b", "ab"],
      ["<body onload=x><b onclick=x>y</b>", "<b>y</b>"],
      ["<form action=x><button formaction=y>z</button></form>", "<span><button>z</button></span>"],
      ['<a href=" java\nscript:x">y</a><a href="&#1;javascript:x">z</a>', "<a>y</a><a>z</a>"],
      ['<a href="data:text/html,x">y</a><img src="data:text/html,x">', "<a>y</a><img>"],
      ['<svg><script>1</script><a xlink:href="javascript:x">y</a></svg>', "<svg><a>y</a></svg>"],
      ['<svg><a><set attributeName="href" to="javascript:x"></set></a></svg>', "<svg><a></a></svg>"],
    ]);
  });

  it("keeps styles, pictures, SVG, MathML, links, and what a page without scripts should show", () => {
    for (const html of [
      "<style>p > b {}</style>",
      '<img src="data:image/png;base64,AA==" alt="x">',
      '<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><use xlink:href="#g"></use></svg>',
      "<math><msqrt><mfrac><mi>x</mi><mn>2</mn></mfrac></msqrt></math>",
      '<a href="https://e.org" target="_blank">x</a><a href="mailto:a@b.c">y</a><a href="#z">z</a>',
      "<pre>\n\n\nx</pre>",
    ]) {
      assert.equal(safeHtml(html), html);
    }
    assert.equal(safeHtml("<noscript><b>x</b></noscript>"), "<div><b>x</b></div>");
  });

  it("cannot be led to write what browsers would read otherwise", () => {
    const pieces = [
      ...[
        "<math>",
        "<mtext>",
        "<table>",
        "<mglyph>",
        "<style>",
        "<!--",
        "-->",
        "</style>",
        "<svg>",
        "<p>",
        "</p>",
      ],
      ...[
        "<form>",
        "</form>",
        "<title>",
        "</title>",
        "<noscript>",
        "</noscript>",
        "<a id='",
        "'>",
        '<b title="',
        '">',
      ],
      ...[
        "<img src=1 onerror=x>",
        "<textarea>",
        "</textarea>",
        "<select>",
        "<template>",
        "<foreignObject>",
        "<xmp>",
        "\n",
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const safe = safeHtml(parts.join(""));
        assert.equal(safeHtml(safe), safe);
        assert.ok(!attributes(parse(`<main><div>${safe}</div></main>`)).includes("onerror"), safe);
      }),
      { numRuns: 1000 },
    );
  });

  it("shows HTML that is nested too deeply as text, and says so", () => {
    assert.match(safeHtml("<div>".repeat(500)), /^(<div>)+(<\/div>)+$/);
    assert.match(
      safeHtml("<div>".repeat(5_000)),
      /^<p class="note">This HTML is shown as text: its elements are nested more than 512 levels deep\.<\/p><pre>&lt;div&gt;/,
    );
  });

  it("keeps only elements that it knows, and unknown ones as spans", () => {
    assertBecomes([
      ["<x-widget data-a=1 class=b>c</x-widget>", '<span class="b">c</span>'],
      ["<marquee>a</marquee><video src=x>b</video>", "<span>a</span><span>b</span>"],
      ["<svg><foreignObject><b>x</b></foreignObject><g></g></svg>", "<svg><g></g></svg>"],
      ["<svg><desc><b>x</b>y</desc></svg>", "<svg><desc>y</desc></svg>"],
      ["<math><annotation-xml encoding='text/html'><b>x</b></annotation-xml></math>", "<math></math>"],
      ["<math><mtext><b>x</b>y</mtext></math>", "<math><mtext>y</mtext></math>"],
    ]);
  });

  it("keeps only attributes that it knows, with values that load nothing", () => {
    assertBecomes([
      ['<td background="x" colspan="2" data-x="y" is="z">a</td>', "a"],
      ['<b data-x="y" is="z" slot="s" class="c">a</b>', '<b class="c">a</b>'],
      ['<img src="http://e.org/a.png" srcset="b.png 2x">', '<img alt="http://e.org/a.png">'],
      ['<svg><image href="http://e.org/a.png"></image></svg>', "<svg><image></image></svg>"],
      ['<svg><use href="x.svg#a"></use></svg>', "<svg><use></use></svg>"],
      ['<svg><g fill="url(http://e.org#a)"></g></svg>', "<svg><g></g></svg>"],
      ['<input type="password" name="p" formaction="x">', '<input type="text">'],
    ]);
    for (const html of [
      '<svg><g fill="url(#a)" transform="rotate(45)"></g></svg>',
      '<table class="dataframe" border="1"><tbody><tr style="text-align: right"><td colspan="2">a</td></tr></tbody></table>',
      '<input type="checkbox" checked="" disabled="">',
    ]) {
      assert.equal(safeHtml(html), html);
    }
  });

  it("keeps the styles of tables and of kernels' displays", () => {
    assertBecomes([
      [
        "<style scoped>\n .dataframe tbody tr th:only-of-type { vertical-align: middle; }\n</style>",
        "<style>.dataframe tbody tr th:only-of-type {vertical-align: middle}</style>",
      ],
      ['<b style="color:red;position:fixed;background:url(//e.org)">x</b>', '<b style="color: red">x</b>'],
    ]);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  allowedDeclarations,
  allowedStyleSheet,
  isAllowedValue,
} from "../../../../lib/jupyter/html/sanitize/allowedCss";

describe("allowedDeclarations", () => {
  it("keeps what changes the look of an element", () => {
    for (const css of [
      "color: #ff0000; font: bold 12px/1.5 'DejaVu Sans', sans-serif",
      "width: calc(100% - 2em) !important",
      "background: linear-gradient(90deg, rgba(1, 2, 3, .5) 10%, transparent 0)",
      "image-rendering: pixelated",
      "--accent: red; color: var(--accent)",
      "content: 'a;b'; fill: url(#gradient)",
    ]) {
      assert.equal(allowedDeclarations(css), css);
    }
  });

  it("drops what loads something, covers the page or hides its meaning", () => {
    for (const css of [
      "background: url(http://e.org)",
      "background: URL( 'x' )",
      "background: u\\72l(x)",
      "background-image: image-set('x' 1x)",
      "width: expression(alert(1))",
      "-moz-binding: url(x)",
      "behavior: url(x)",
      "position: fixed",
      "position: absolute",
      "unknown: 1",
      "color: 'red",
      "color",
      "color:",
    ]) {
      assert.equal(allowedDeclarations(css), "", css);
    }
  });

  it("is not confused by what separates declarations", () => {
    assert.equal(allowedDeclarations("background: url(a;color:b); color: red"), "color: red");
    assert.equal(allowedDeclarations('content: "a;b"; ; color : red;'), 'content: "a;b"; color: red');
  });
});

describe("allowedStyleSheet", () => {
  it("keeps plain rules and media queries", () => {
    const css = 'a > b:hover, .c[d="e"] {color: red}\n@media (max-width: 5px) {p {margin: 0}}';
    assert.equal(allowedStyleSheet(css), css);
  });

  it("drops other rules, and what could end the style element", () => {
    assert.equal(
      allowedStyleSheet(
        "@import 'x'; @font-face { src: url(x) } /* a { */ b { color: red } @supports (a) { c {} }",
      ),
      "b {color: red}",
    );
    assert.equal(allowedStyleSheet("a</style><script>{color: red} b {content: '</style>'}"), "b {}");
    assert.equal(allowedStyleSheet("a { b { color: red } } c {}"), "a {}\nc {}");
  });
});

describe("isAllowedValue", () => {
  it("knows functions by name", () => {
    assert.ok(isAllowedValue("rotate(45)"));
    assert.ok(!isAllowedValue("element(#a)"));
    assert.ok(!isAllowedValue("url(#a) url(b)"));
  });
});

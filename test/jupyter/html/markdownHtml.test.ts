import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markdownHtml } from "../../../lib/jupyter/html/markdownHtml";

describe("markdownHtml", () => {
  it("sets formulas, but not prices", () => {
    assert.match(markdownHtml("an $x_1$ of _it_, $a_2$"), /<msub>.*<em>it<\/em>.*<msub>/);
    assert.match(markdownHtml("$$\nx\n$$"), /<math display="block"/);
    assert.equal(markdownHtml("5 $ or 6 $, $5 and $6"), "<p>5 $ or 6 $, $5 and $6</p>\n");
    assert.doesNotMatch(markdownHtml("`$x$`"), /<math/);
    assert.equal(markdownHtml("$6 and `$x$`"), "<p>$6 and <code>$x$</code></p>\n");
  });

  it("sets bare environments, whatever their lines begin with", () => {
    for (const [source, rows] of [
      ["\\begin{equation}\nx\n\\end{equation}", 1],
      ["text\n\\begin{align}\na &= b \\\\\n- c &= d\n\\end{align}\nmore", 2],
      ["> \\begin{align*}\n> a &= b\n> \\end{align*}", 1],
      ["before \\begin{equation}x\\end{equation} behind", 1],
    ] as const) {
      const html = markdownHtml(source);
      assert.equal(html.match(/<mtr>/g)?.length, rows, source);
      assert.doesNotMatch(html, /begin|end\{|<li>/);
    }
    assert.doesNotMatch(markdownHtml("$$\n- x\n$$"), /<li>/);
  });

  it("leaves a formula that does not end before the next paragraph as it is", () => {
    assert.equal(markdownHtml("- $$x\n\ny $$"), "<ul>\n<li>$$x</li>\n</ul>\n<p>y $$</p>\n");
    assert.equal(markdownHtml("\\begin{align}\n\nx"), "<p>\\begin{align}</p>\n<p>x</p>\n");
  });

  it("shows formulas that are too deep, or that macros make too long, as text", () => {
    assert.match(markdownHtml(`$${"\\left(".repeat(1000)}x$`), /class="note">This formula is shown as text/);
    const bomb = `$$\\def\\a{${"x".repeat(7000)}}${"\\a".repeat(1200)}$$`;
    const before = process.cpuUsage();
    assert.match(markdownHtml(bomb), /Too many expansions/);
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  });

  it("colors TypeScript", () => {
    assert.match(
      markdownHtml("```ts\nconst a = `<`;\n```"),
      /<span class="keyword">const<\/span> a = .*&lt;/,
    );
  });

  it("takes HTML as Jupyter does, as far as it is safe", () => {
    assert.equal(
      markdownHtml('H<sub>2</sub>O<br>x <img src="p.png" width="5" onload="x()">'),
      '<p>H<sub>2</sub>O<br>x <img width="5" alt="p.png"></p>\n',
    );
    assert.match(
      markdownHtml("<details><summary>s</summary>\n\n**t**\n"),
      /^<details><summary>s<\/summary>\n<p><strong>t<\/strong><\/p>\n<\/details>$/,
    );
  });

  it("names headings as Jupyter does", () => {
    assert.match(markdownHtml("## My `first` *heading*"), /^<h2 id="My-first-heading">/);
  });

  it("links bare addresses, but not the names of files", () => {
    assert.equal(
      markdownHtml("https://e.org/a, README.md"),
      '<p><a href="https://e.org/a">https://e.org/a</a>, README.md</p>\n',
    );
  });
});

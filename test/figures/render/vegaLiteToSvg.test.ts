import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { Figure, vegaLiteToSvg } from "../../../lib";
import { thumbnail } from "../../../lib/figures/parts/thumbnails";
import { temporaryFolder } from "../../support/temporary";
import { says, toyImages } from "../support";

const chart = (parts: object) => ({
  $schema: "https://vega.github.io/schema/vega-lite/v5.json",
  data: { values: [{ a: 1, url: "https://e.org/?a&b" }] },
  mark: "point",
  encoding: { x: { field: "a", type: "quantitative" } },
  ...parts,
});
const linked = (href: unknown) =>
  chart({ encoding: { x: { field: "a", type: "quantitative" }, href: { value: href } } });
const image = (url: string) => chart({ mark: { type: "image", url, width: 9, height: 9 } });

/** A folder "notebook" with data.csv, picture.png and symbolic links to a folder "secret" next to it. */
function folders(t: TestContext) {
  const root = temporaryFolder(t);
  const [folder, secret] = ["notebook", "secret"].map((name) => path.join(root, name));
  for (const each of [folder, secret]) {
    mkdirSync(each);
    writeFileSync(path.join(each, "data.csv"), "a\n7\n");
    writeFileSync(
      path.join(each, "picture.png"),
      Buffer.from(thumbnail(toyImages(1), 0).split(",")[1], "base64"),
    );
  }
  for (const name of ["data.csv", "picture.png"])
    symlinkSync(path.join(secret, name), path.join(folder, `linked-${name}`));
  return { folder, secret };
}

describe("links of charts", () => {
  it("are left out when they would run code, and the chart is drawn", async () => {
    for (const href of ["javascript:alert(1)", " JAVASCRIPT:alert(1)", "data:text/html,x", 3, "vbscript:x"]) {
      const svg = await vegaLiteToSvg(linked(href));
      assert.match(svg, /aria-roledescription="point"/);
      assert.doesNotMatch(svg, /script:|data:text|xlink:href/i);
    }
  });

  it("stay when they are harmless", async () => {
    assert.match(
      await vegaLiteToSvg(linked("https://e.org/?a&b")),
      /<a xlink:href="https:\/\/e\.org\/\?a&amp;b"/,
    );
  });
});

describe("files of charts", () => {
  it("are read in the folder and in those that are allowed, data and pictures", async (t) => {
    const { folder, secret } = folders(t);
    const data = { data: { url: "data.csv" } };
    assert.match(await vegaLiteToSvg(chart(data), { folder }), />7<\/text>/);
    assert.match(
      await vegaLiteToSvg(image("picture.png"), { folder }),
      /<image[^>]* xlink:href="data:image\/png;base64,/,
    );
    const allowRead = [secret];
    assert.match(
      await vegaLiteToSvg(chart({ data: { url: "linked-data.csv" } }), { folder, allowRead }),
      />7<\/text>/,
    );
    assert.match(
      await vegaLiteToSvg(image("../secret/picture.png"), { folder, allowRead }),
      /xlink:href="data:image/,
    );
  });

  it("are refused elsewhere, by whatever name", async (t) => {
    const { folder, secret } = folders(t);
    for (const url of ["../secret/data.csv", "linked-data.csv", `file://${secret}/data.csv`, "/etc/passwd"]) {
      await assert.rejects(
        vegaLiteToSvg(chart({ data: { url } }), { folder }),
        says(/^vegaLiteToSvg: ".*" may not be read: it lies outside .*notebook\. Allow .*--allow-read/),
      );
    }
    for (const url of ["../secret/picture.png", "linked-picture.png", `${secret}/picture.png`]) {
      await assert.rejects(vegaLiteToSvg(image(url), { folder }), says(/may not be read: it lies outside/));
      const missing: string[] = [];
      const svg = await vegaLiteToSvg(image(url), { folder, onMissingPicture: (text) => missing.push(text) });
      assert.match(svg, /<image[^>]* xlink:href=""/);
      assert.equal(missing.length, 1);
    }
  });

  it("are those of the current folder when a figure draws itself", async (t) => {
    const { folder } = folders(t);
    const content = chart({ data: { url: "data.csv" } });
    const figure = new Figure(content, "seven");
    await assert.rejects(figure.toSvg(), says(/cannot be loaded: ENOENT/));
    assert.match(await figure.toSvg({ folder }), />7<\/text>/);
    await figure.save(path.join(folder, "f.svg"), { folder });
    const elsewhere = new Figure({ ...content, data: { url: path.join(folder, "data.csv") } }, "seven");
    await assert.rejects(elsewhere.toPng(), says(/may not be read.*allowRead/));
    assert.ok((await elsewhere.toPng({ allowRead: [folder] })).length > 0);
  });

  it("never come from a network, but may be data: URLs", async (t) => {
    let visits = 0;
    const server = createServer((_request, response) => {
      visits++;
      response.end("a\n7\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    for (const url of [
      `http://127.0.0.1:${port}/a.csv`,
      `//127.0.0.1:${port}/a.csv`,
      "ftp://127.0.0.1/a.csv",
    ]) {
      await assert.rejects(vegaLiteToSvg(chart({ data: { url } })), says(/never use the network/));
      await assert.rejects(vegaLiteToSvg(image(url.replace("csv", "png"))), says(/never use the network/));
    }
    assert.equal(visits, 0);
    const inside = { url: "data:text/csv,a%0A7", format: { type: "csv" } };
    assert.match(await vegaLiteToSvg(chart({ data: inside })), />7<\/text>/);
  });
});

describe("expressions of charts", () => {
  it("are interpreted, not compiled", async () => {
    for (const expression of [
      "constructor.constructor('return process')()",
      "datum.constructor.constructor('x')()",
    ]) {
      const drawn = vegaLiteToSvg(chart({ transform: [{ calculate: expression, as: "b" }] }));
      await drawn.catch((error: unknown) => {
        assert.match(String(error), /UserError: vegaLiteToSvg: /);
      });
    }
    assert.match(
      await vegaLiteToSvg(chart({ transform: [{ calculate: "datum.a + 4", as: "a" }] })),
      />5<\/text>/,
    );
  });
});

describe("texts of charts", () => {
  it("stay texts, whatever they look like", async () => {
    const values = [{ a: 1, b: `<image href='/x.png' onload="y" fill='url(//e.org)'>` }];
    const encoding = { x: { field: "a", type: "quantitative" }, y: { field: "b", type: "nominal" } };
    const svg = await vegaLiteToSvg(chart({ data: { values }, encoding }));
    assert.match(
      svg,
      /aria-label="[^"]*&lt;image href='\/x\.png' onload=&quot;y&quot; fill='url\(\/\/e\.org\)'&gt;"/,
    );
  });
});

describe("paint of charts", () => {
  it("names nothing elsewhere", async () => {
    for (const color of ["url(http://e.org/#a)", "\\75rl(http://e.org/#a)"]) {
      assert.doesNotMatch(
        await vegaLiteToSvg(chart({ background: color, mark: { type: "bar", color } })),
        /e\.org/,
      );
    }
  });
});

describe("very deep specifications", () => {
  it("are refused in one sentence", async () => {
    const title: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    await assert.rejects(vegaLiteToSvg(chart({ title })), says(/nested more than 500 levels deep/));
  });
});

describe("specifications that would take Vega-Lite seconds", () => {
  const long = "x".repeat(1e6);
  const many = new Array<number>(1e6).fill(1);
  for (const [part, sentence] of [
    [{ config: long }, /spec\.config must have at most 100000 characters/],
    [{ config: { axisX: long } }, /spec\.config\.axisX must have at most 100000 characters/],
    [{ encoding: many }, /spec\.encoding must have at most 100000 entries, got an array of 1000000 values/],
    [{ name: "x".repeat(1001) }, /spec\.name must be a text of at most 1000 characters/],
    [{ name: Buffer.alloc(9) }, /spec\.name must be a text of at most 1000 characters, got a Buffer/],
    [{ transform: many }, /spec\.transform must have at most 100000 entries, got an array of 1000000 values/],
    [{ layer: [{ mark: "point", title: many }] }, /spec\.layer\.title must have at most 100000 entries/],
    [{ data: { values: new Array(1e9) } }, /spec\.data\.values must have no arrays with holes/],
  ] as const) {
    it(`are refused at once: ${Object.keys(part).join()}, ${String(sentence)}`, async () => {
      await assert.rejects(vegaLiteToSvg(chart(part)), says(sentence));
    });
  }

  it("are not those with many rows, also under a name", async () => {
    const rows = Array.from({ length: 100_001 }, () => ({ a: 1 }));
    const svg = await vegaLiteToSvg(
      chart({
        datasets: { rows },
        data: { name: "rows" },
        transform: [{ aggregate: [{ op: "count", as: "a" }] }],
      }),
    );
    assert.match(svg, /aria-label="a: 100001"/);
  });
});

describe("warnings", () => {
  it("are collected from Vega", async () => {
    const warnings: string[] = [];
    await vegaLiteToSvg(
      chart({ encoding: { x: { field: "a", type: "quantitative" }, flavour: { field: "a" } } }),
      { onWarning: (message) => warnings.push(message) },
    );
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /flavour/);
  });
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { PNG } from "pngjs";
import { Figure } from "../../../lib";
import { temporaryFolder } from "../../support/temporary";
import { drawsWell, inkOf, says, sizeOf } from "../support";

const toy = () =>
  new Figure(
    {
      title: "A toy, γ = 0.99 </script>",
      data: { values: [1, 2, 3].map((a) => ({ a, b: a * a })) },
      mark: { type: "point", tooltip: true },
      encoding: { x: { field: "a", type: "quantitative" }, y: { field: "b", type: "quantitative" } },
    },
    "three points",
  );

describe("Figure", () => {
  it("is a Vega-Lite v5 specification with its data inside", () => {
    const { spec } = toy();
    assert.equal(spec.$schema, "https://vega.github.io/schema/vega-lite/v5.json");
    assert.equal((spec.data as { values: unknown[] }).values.length, 3);
  });

  it("draws itself, light and dark", () => drawsWell(toy()));

  it("saves itself in every format, and makes the folders", async (t) => {
    const folder = temporaryFolder(t);
    const figure = toy();
    const file = (ending: string) => path.join(folder, "a", "b", `toy${ending}`);
    for (const ending of [".svg", ".png", ".pdf", ".html", ".json"]) await figure.save(file(ending));
    const svg = readFileSync(file(".svg"), "utf8");
    assert.match(svg, /^<svg /);
    const png = PNG.sync.read(readFileSync(file(".png")));
    assert.equal(png.width, 2 * sizeOf(svg)[0]);
    assert.match(readFileSync(file(".pdf"), "latin1"), /^%PDF-1\.[0-9][^]*DejaVuSans[^]*%%EOF\s*$/);
    assert.match(readFileSync(file(".html"), "utf8"), /^<!doctype html>[^]*<\/html>\s*$/);
    assert.deepEqual(
      JSON.parse(readFileSync(file(".json"), "utf8")),
      JSON.parse(JSON.stringify(figure.spec)),
    );
  });

  it("gives a PNG of any scale", async () => {
    const figure = toy();
    const [width, height] = sizeOf(await figure.toSvg());
    const png = PNG.sync.read(await figure.toPng({ scale: 3 }));
    assert.deepEqual([png.width, png.height], [3 * width, 3 * height]);
    await assert.rejects(
      figure.toPng({ scale: 0 }),
      says(/scale must be in \(0, 20\]: 2 for screens, 4 for print, got 0/),
    );
  });

  it("refuses endings it does not know, and writes nothing", async (t) => {
    const file = path.join(temporaryFolder(t), "toy.gif");
    await assert.rejects(
      toy().save(file),
      says(/figure\.save: the file must end in \.svg, \.png, \.pdf, \.html, \.json, got ".*toy\.gif"\./),
    );
    assert.ok(!existsSync(file));
  });

  it("shows itself in a notebook as chart, picture and line", async () => {
    const display = Reflect.get(toy(), Symbol.for("Jupyter.display")) as () => Promise<
      Record<string, unknown>
    >;
    const bundle = await display.call(toy());
    assert.deepEqual(Object.keys(bundle), ["application/vnd.vegalite.v5+json", "image/png", "text/plain"]);
    assert.deepEqual(bundle["application/vnd.vegalite.v5+json"], toy().spec);
    assert.ok(inkOf(PNG.sync.read(Buffer.from(bundle["image/png"] as string, "base64"))) > 0.005);
    assert.equal(bundle["text/plain"], "Figure: three points");
  });

  it("is one line in a terminal", () => {
    assert.equal(String(toy()), "Figure: three points");
    assert.equal(inspect(toy()), "Figure: three points");
  });

  it("changes its theme without changing", () => {
    const light = toy();
    const dark = light.withTheme("dark");
    assert.equal(light.theme, "light");
    assert.equal(dark.theme, "dark");
    assert.deepEqual({ ...light.spec, config: 0 }, { ...dark.spec, config: 0 });
    assert.notDeepEqual(light.spec.config, dark.spec.config);
    assert.throws(
      () => light.withTheme("sepia" as "dark"),
      says(/theme must be "light" or "dark", got "sepia"/),
    );
  });

  it("says what is wrong with a specification that cannot be drawn", () =>
    assert.rejects(
      new Figure({ mark: 3 }, "nothing").toSvg(),
      says(/vegaLiteToSvg: this Vega-Lite specification cannot be drawn/),
    ));

  it("loads the drawing libraries only when it draws", () => {
    const heavy = "Object.keys(require.cache).some((file) => /node_modules.*(vega|resvg|pdfkit)/.test(file))";
    const script = `require(${JSON.stringify(path.resolve("dist/lib/index.js"))}); console.log(${heavy})`;
    assert.equal(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim(), "false");
  });
});

import { readFile } from "node:fs/promises";
import { contentPolicy, escapeHtml } from "../../core/html";
import type { VegaLiteSpec } from "./spec";

/**
 * A page with all its scripts inside, which draws the figure offline in any browser. Its policy forbids other scripts. Vega interprets
 * expressions instead of compiling them, so that it does not need `eval`.
 */
export async function interactivePage(spec: VegaLiteSpec, title: string): Promise<string> {
  const libraries = await Promise.all(
    libraryFiles.map(async (file) => withoutMap(await readFile(require.resolve(file), "utf8"))),
  );
  const drawing = `\nconst spec = ${JSON.stringify(spec).replaceAll("<", "\\u003c")};\n${script}\n`;
  const { background } = spec.config as { background: string };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${contentPolicy([...libraries, drawing])}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style(background)}</style>
${libraries.map((code) => `<script>${code}</script>`).join("\n")}
</head>
<body>
<div id="figure" role="img" aria-label="${escapeHtml(title)}"></div>
<div id="tooltip" hidden></div>
<script>${drawing}</script>
</body>
</html>
`;
}

const libraryFiles = [
  "vega/build/vega.min.js",
  "vega-lite/build/vega-lite.min.js",
  "vega-interpreter/build/vega-interpreter.min.js",
];

/** Removes the reference to a source map, a file that the page does not have. */
const withoutMap = (code: string) => code.replace(/\/\/# sourceMappingURL=.*\s*$/, "");

const style = (background: string) => `
body { margin: 24px; background: ${background}; }
#tooltip { position: fixed; z-index: 1; padding: 6px 8px; border-radius: 4px; pointer-events: none;
  font: 12px/1.4 "DejaVu Sans", Verdana, sans-serif; color: #1b1e23; background: #fffffff2; box-shadow: 0 1px 6px #0005; }
#tooltip b { font-weight: normal; color: #6b7280; padding-right: 6px; }
#tooltip img { display: block; min-width: 84px; margin-top: 4px; image-rendering: pixelated; }
`;

/** Shows a field named "image" as a picture, as JupyterLab's tooltips do. */
const script = `
const tooltip = document.getElementById("tooltip");
function showTooltip(handler, event, item, value) {
  tooltip.hidden = value == null || value === "";
  if (tooltip.hidden) return;
  const rows = typeof value === "object" ? Object.entries(value) : [["", value]];
  tooltip.replaceChildren(...rows.map(([name, content]) => {
    if (name === "image") return Object.assign(document.createElement("img"), { src: content, alt: "" });
    const row = document.createElement("div");
    row.append(Object.assign(document.createElement("b"), { textContent: name }), String(content));
    return row;
  }));
  const { width, height } = tooltip.getBoundingClientRect();
  tooltip.style.left = Math.max(0, Math.min(event.clientX + 12, innerWidth - width)) + "px";
  tooltip.style.top = Math.max(0, Math.min(event.clientY + 12, innerHeight - height)) + "px";
}
new vega.View(vega.parse(vegaLite.compile(spec).spec, null, { ast: true }), {
  renderer: "svg", container: "#figure", hover: true, tooltip: showTooltip, expr: vega.expressionInterpreter,
}).runAsync();
`;

import path from "node:path";
import { contentPolicy, escapeHtml } from "../core/html";
import { picturesOf } from "../datasets";
import { encodePng, pngUrl } from "../figures/render";
import { isFile } from "../io/files";
import type { Answer } from "./searchTable";

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
section { margin: 2rem 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figure img { width: 100%; height: 10rem; object-fit: contain; background: #8881; border-radius: 4px; }
figcaption { font-size: 13px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.query img { width: auto; max-width: 16rem; }
.soft { opacity: .7; }
`;

/** The longer side of a picture on the page, in pixels. */
const side = 200;

/** The answers as a page that needs no other files. `folder` holds the pictures; without it, there are only their names. */
export async function searchPage(
  answers: readonly Answer[],
  folder: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const place = (name: string) => (folder === undefined ? undefined : placeIn(folder, name));
  const shown = answers.flatMap(({ query, file, hits }) => [
    file ?? place(query),
    ...hits.map(({ name }) => place(name)),
  ]);
  const pictures = await thumbnails(new Set(shown.filter((file) => file !== undefined)), signal);
  const image = (file: string | undefined, name: string) => {
    const url = pictures.get(file ?? "");
    return url === undefined ? "" : `<img src="${url}" alt="${escapeHtml(name)}">`;
  };
  const sections = answers.map(({ query, file, hits }) => {
    const found = hits.map(({ name, distance, class: label }) => {
      const caption = `${escapeHtml(name)}<br><span class="soft">${distance.toFixed(4)}${label == null ? "" : ` · ${escapeHtml(label)}`}</span>`;
      return `<figure>${image(place(name), name)}<figcaption>${caption}</figcaption></figure>`;
    });
    return `<section>\n<h2>${escapeHtml(query)}</h2>\n<figure class="query">${image(file ?? place(query), query)}</figure>\n<div class="grid">\n${found.join("\n")}\n</div>\n</section>`;
  });
  return [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${contentPolicy()}`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>Nearest pictures</title>\n<style>${style}</style>\n</head>\n<body>\n<h1>Nearest pictures</h1>`,
    ...sections,
    "</body>\n</html>\n",
  ].join("\n");
}

/** The picture of that name, if it lies in the folder. A feature file may be anybody's: its names must not lead out of the folder. */
function placeIn(folder: string, name: string): string | undefined {
  const file = path.resolve(folder, name);
  const inside = path.relative(path.resolve(folder), file);
  const leaves = inside === "" || inside.split(path.sep)[0] === ".." || path.isAbsolute(inside);
  return leaves || !isFile(file) ? undefined : file;
}

/** Small copies of pictures as addresses of `<img>`; those that cannot be read are left out. */
async function thumbnails(files: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for await (const { file, pixels, shape } of picturesOf([...files], {
    longerSide: side,
    onBroken: () => undefined,
    signal,
  })) {
    const [height, width] = shape;
    const rgba = new Uint8Array(4 * height * width).fill(255);
    for (let p = 0; p < height * width; p++) rgba.set(pixels.subarray(3 * p, 3 * p + 3), 4 * p);
    urls.set(file, pngUrl(encodePng({ width, height, pixels: rgba })));
  }
  return urls;
}

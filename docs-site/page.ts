import { contentPolicy, escapeHtml } from "../lib/core/html";
import { pageStyle } from "../lib/jupyter/html/pageStyle";

/** A link of the menu or of the search. */
export interface Link {
  title: string;
  /** Relative to the site. */
  address: string;
}

/** The menu, which is the same on all pages. */
export interface Menu {
  groups: readonly { title: string; links: readonly Link[] }[];
  /** What the search box finds. */
  names: readonly Link[];
}

/** Colors for dark screens, the menu beside the text on wide ones, and the parts of the reference. */
const siteStyle = `
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ink: #e6edf3; --soft: #9aa4af; --line: #3d444d; --field: #161b22; }
  body { background: #0d1117; }
  .keyword { color: #d2a8ff; } .string { color: #7ee787; } .number { color: #79c0ff; } a { color: #79b8ff; }
  img { background: white; border-radius: 4px; }
}
body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; box-sizing: border-box; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: 14px; }
nav h2 { font-size: 13px; margin: 1.2em 0 .3em; color: var(--soft); } nav ul { list-style: none; margin: 0; padding: 0; }
nav input { box-sizing: border-box; width: 100%; padding: .35rem .5rem; font: inherit; } nav a { text-decoration: none; }
nav a[aria-current] { font-weight: 600; color: inherit; }
main { box-sizing: border-box; width: 100%; margin: 0; padding: 1.5rem 2rem 4rem; }
main > .markdown { margin: 0; } .markdown h1 { line-height: 1.2; margin-top: 0; }
article { margin: 2.2rem 0; padding-top: .4rem; border-top: 1px solid var(--line); } article h2 { margin: .6rem 0; }
pre.box { background: var(--field); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .6rem 0; }
td, th { text-align: left; vertical-align: top; } table { margin: .6rem 0; } td p { margin: 0; } .wide { overflow-x: auto; }
.where { color: var(--soft); font-size: 14px; } summary { color: var(--soft); font-size: 14px; cursor: pointer; } i:target::before { content: "▶ "; color: #b3261e; font-style: normal; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); } nav ul { display: flex; flex-wrap: wrap; gap: .1rem .9rem; } main { padding: 1rem; } }
`;

/** Lists the names that contain what is typed; Enter opens the first. */
const searchScript = (names: readonly Link[]) => `
const names = ${JSON.stringify(names.map(({ title, address }) => [title, address])).replaceAll("<", "\\u003c")};
const box = document.getElementById("search"), found = document.getElementById("found");
box.addEventListener("input", () => {
  const text = box.value.trim().toLowerCase();
  const at = (name) => name.toLowerCase().indexOf(text);
  const hits = text === "" ? [] : names.filter(([name]) => at(name) >= 0);
  hits.sort(([a], [b]) => at(a) - at(b) || a.length - b.length);
  found.replaceChildren(...hits.slice(0, 12).map(([name, address]) => {
    const link = Object.assign(document.createElement("a"), { href: address, textContent: name });
    const line = document.createElement("li");
    line.append(link);
    return line;
  }));
});
box.addEventListener("keydown", (event) => {
  if (event.key === "Enter") found.querySelector("a")?.click();
});
`;

/** A page of the site. Its only script is the search; it loads nothing. */
export function sitePage(menu: Menu, { title, address }: Link, content: string): string {
  const script = searchScript(menu.names);
  const groups = menu.groups.map(
    (group) =>
      `<h2>${escapeHtml(group.title)}</h2><ul>${group.links.map((link) => menuLine(link, address)).join("")}</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${contentPolicy([script])}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}${siteStyle}</style>
</head>
<body>
<nav>
<a href="index.html"><b>ssdml</b></a>
<p><input id="search" type="search" placeholder="Search names" aria-label="Search names" autocomplete="off"></p><ul id="found"></ul>
${groups.join("\n")}
</nav>
<main>
${content}
</main>
<script>${script}</script>
</body>
</html>
`;
}

const menuLine = ({ title, address }: Link, current: string) =>
  `<li><a href="${escapeHtml(address)}"${address === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;

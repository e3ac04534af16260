// npm run docs: writes the reference, the guides, the notebooks and the sources of all public names as a site that opens from the disk.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { guideHtml, readGuides } from "./guides";
import { notebookPages } from "./notebooks";
import { overviewHtml } from "./overview";
import { sitePage, type Link, type Menu } from "./page";
import { publicNames } from "./publicNames";
import { addressOf, topicHtml, type Reference } from "./reference";
import { root } from "./root";
import { recordSchemas } from "./schemas";
import { sourceAddress, sourceHtml } from "./sources";
import { topics } from "./topics";

const folder = path.join(root, "out", "api");
const names = publicNames();
const notebooks = notebookPages(folder);
const guides = readGuides();
const reference: Reference = {
  names: new Map(names.map((entry) => [entry.name, entry])),
  topics,
  schemas: recordSchemas(),
  notebooks,
};
const guideLinks = guides.map(({ id, title }): Link => ({ title, address: `guide-${id}.html` }));
const menu: Menu = {
  groups: [
    { title: "Reference", links: topics.map(({ id, title }) => ({ title, address: `${id}.html` })) },
    { title: "Guides", links: guideLinks },
    {
      title: "Notebooks",
      links: notebooks.map(({ id, title }) => ({ title, address: `notebook-${id}.html` })),
    },
  ],
  names: names.flatMap(({ name }) => ({ title: name, address: addressOf(name, topics) ?? "index.html" })),
};

const write = (link: Link, content: string) => {
  writeFileSync(path.join(folder, link.address), sitePage(menu, link, content));
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
write({ title: "ssdml", address: "index.html" }, overviewHtml(reference));
for (const topic of topics)
  write({ title: topic.title, address: `${topic.id}.html` }, topicHtml(topic, reference));
for (const [i, guide] of guides.entries()) write(guideLinks[i], guideHtml(guide, folder));
for (const { id, html } of notebooks) writeFileSync(path.join(folder, `notebook-${id}.html`), html);
for (const file of new Set(names.map((entry) => entry.file))) {
  const lines = new Set(names.filter((entry) => entry.file === file).map(({ line }) => line));
  write({ title: file, address: sourceAddress(file) }, sourceHtml(file, lines, folder));
}
console.log(
  `${names.length} names, ${guides.length} guides and ${notebooks.length} notebooks are in ${path.relative(process.cwd(), folder)}/index.html`,
);

import { readFileSync } from "node:fs";
import path from "node:path";
import { codeHtml } from "../lib/jupyter/html/codeHtml";
import { markdownHtml } from "../lib/jupyter/html/markdownHtml";
import { addressOf, type Reference } from "./reference";
import { root } from "./root";

/** The steps of the method in their order, each with its functions, after the example of the README. */
export function overviewHtml({ names, topics }: Reference): string {
  const steps = topics.map(({ title, id, story, names: own }) => {
    const callable = own.filter((name) => /function|class/.test(names.get(name)?.kind ?? ""));
    const links = callable.map((name) => `<a href="${addressOf(name, topics)}"><code>${name}</code></a>`);
    return `<li><h2><a href="${id}.html">${title}</a></h2>${markdownHtml(story)}<p>${links.join(" ")}</p></li>`;
  });
  return `<h1>ssdml</h1>
<p>Semi-supervised deep metric learning. A few labels and many unlabeled images teach a network to place images of the same class close together.</p>
<pre class="box"><code>${codeHtml(firstExample())}</code></pre>
<p>The rest of this page follows the data through the method. Tests run the example of every function; “As a whole program” below an example
shows it with its import and its data, ready to be copied.</p>
<ol>${steps.join("\n")}</ol>`;
}

function firstExample(): string {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  return /```ts\n([\s\S]*?)```/.exec(readme)?.[1].trimEnd() ?? "";
}

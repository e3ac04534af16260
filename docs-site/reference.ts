import * as ssdml from "ssdml";
import { escapeHtml } from "../lib/core/html";
import { anything } from "../lib/core/options";
import { codeHtml } from "../lib/jupyter/html/codeHtml";
import { markdownHtml } from "../lib/jupyter/html/markdownHtml";
import type { NotebookPage } from "./notebooks";
import { programOf } from "./programs";
import type { Member, PublicName } from "./publicNames";
import { showResult } from "./results";
import type { OptionRow } from "./schemas";
import { sourceAddress } from "./sources";
import type { Topic } from "./topics";

/** What the entries of the reference are made from. */
export interface Reference {
  names: ReadonlyMap<string, PublicName>;
  topics: readonly Topic[];
  schemas: ReadonlyMap<string, readonly OptionRow[]>;
  notebooks: readonly NotebookPage[];
}

/** Where the entry of a public name is: "graph.html#knnGraph". */
export function addressOf(name: string, topics: readonly Topic[]): string | undefined {
  const topic = topics.find(({ names }) => names.includes(name));
  return topic && `${topic.id}.html#${name}`;
}

/** The order of the entries of a page. */
const kinds: readonly PublicName["kind"][] = ["class", "function", "value", "type"];

/** The page of a topic. */
export function topicHtml(topic: Topic, reference: Reference): string {
  const own = topic.names.flatMap((name) => reference.names.get(name) ?? []);
  const entries = kinds.flatMap((kind) =>
    own.filter((entry) => entry.kind === kind).map((entry) => entryHtml(entry, reference)),
  );
  return `<h1>${escapeHtml(topic.title)}</h1>${markdownHtml(topic.story)}${entries.join("\n")}`;
}

function entryHtml(entry: PublicName, reference: Reference): string {
  const { name, kind, text, examples, file, line } = entry;
  return `<article id="${name}">
<h2>${name}</h2>
<pre class="box"><code>${linked(codeHtml(entry.signature), reference, name)}</code></pre>
${markdownHtml(text.replace(/\{@link (\w+)\}/g, "`$1`"))}
${kind === "value" ? valueHtml(name) : ""}
${fieldsHtml(entry, reference)}
${membersHtml(entry.members, reference)}
${examples.map((example) => exampleHtml(example, reference)).join("\n")}
<p class="where"><a href="${sourceAddress(file)}#L${line}">${escapeHtml(file)}:${line}</a>${usesHtml(name, reference)}</p>
</article>`;
}

/** An example, and behind it the program that the tests run: with its import and its data. */
function exampleHtml(example: string, { names }: Reference): string {
  const program = programOf(example, new Set(names.keys()));
  return `<p class="where">Example</p><pre class="box"><code>${codeHtml(example)}</code></pre>
<details><summary>As a whole program</summary><pre class="box"><code>${codeHtml(program)}</code></pre></details>`;
}

function fieldsHtml({ name, kind, fields, optionsType }: PublicName, reference: Reference): string {
  if (fields.length === 0) return "";
  const users = [...reference.names.values()].filter(
    (user) => user.kind !== "type" && user.optionsType === name && name !== user.name,
  );
  const isType = kind === "type";
  const rows = reference.schemas.get(isType ? (users[0]?.name ?? "") : name) ?? [];
  const of =
    isType && users.length > 0
      ? `Options of ${users.map((user) => linkTo(user.name, reference)).join(", ")}`
      : "";
  const title = isType ? of : `Options${optionsType ? `, ${linkTo(optionsType, reference)}` : ""}`;
  const lines = fields.map((field) => fieldRow(field, rows, reference));
  const isOptions = rows.length > 0;
  return `${title && `<p class="where">${title}</p>`}<div class="wide"><table><tr><th>name</th><th>type</th>${isOptions ? "<th>default</th>" : ""}<th></th></tr>${lines.join("")}</table></div>`;
}

function fieldRow(
  { name, type, isOptional, text }: Member,
  rows: readonly OptionRow[],
  reference: Reference,
): string {
  const row = rows.find((option) => option.name === name);
  const words =
    row && row.words !== anything().words
      ? ` <span class="where">Must be ${escapeHtml(row.words)}.</span>`
      : "";
  const standard =
    rows.length === 0 ? "" : `<td>${row?.default ? `<code>${escapeHtml(row.default)}</code>` : ""}</td>`;
  return `<tr><td><code>${name}${isOptional ? "?" : ""}</code></td><td><code>${linked(codeHtml(type), reference)}</code></td>${standard}<td>${markdownHtml(text)}${words}</td></tr>`;
}

function membersHtml(members: readonly Member[], reference: Reference): string {
  const lines = members.map(
    ({ name, type, text }) =>
      `<tr><td><code>${name}${linked(codeHtml(type.startsWith("(") && !type.includes("=>") ? type : `: ${type}`), reference)}</code></td><td>${markdownHtml(text)}</td></tr>`,
  );
  return lines.length > 0
    ? `<p class="where">Members</p><div class="wide"><table>${lines.join("")}</table></div>`
    : "";
}

/** The value of a constant, such as the defaults of a method, as it is now. */
function valueHtml(name: string): string {
  const value = (ssdml as unknown as Record<string, unknown>)[name];
  const text = name === "tf" ? "" : showResult(value);
  return text === "" || text.length > 3000 ? "" : `<pre class="box"><code>${codeHtml(text)}</code></pre>`;
}

function usesHtml(name: string, { notebooks }: Reference): string {
  const links = notebooks
    .filter(({ uses }) => uses.has(name))
    .map(({ id, title }) => `<a href="notebook-${id}.html">${escapeHtml(title)}</a>`);
  return links.length > 0 ? ` · used in ${links.join(", ")}` : "";
}

const linkTo = (name: string, { topics }: Reference) => {
  const address = addressOf(name, topics);
  return address === undefined ? escapeHtml(name) : `<a href="${address}">${name}</a>`;
};

/** Code in which the public names are links. */
function linked(html: string, reference: Reference, except = ""): string {
  return html.replace(/<[^>]*>|&\w+;|[A-Za-z_$][\w$]*/g, (part) =>
    part !== except && reference.names.has(part) && /^[A-Z]/.test(part) ? linkTo(part, reference) : part,
  );
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as ssdml from "ssdml";
import { sitePage } from "../../docs-site/page";
import { publicNames } from "../../docs-site/publicNames";
import { addressOf, topicHtml } from "../../docs-site/reference";
import { recordSchemas } from "../../docs-site/schemas";
import { topics } from "../../docs-site/topics";

const names = publicNames();
const schemas = recordSchemas();
const reference = {
  names: new Map(names.map((entry) => [entry.name, entry])),
  topics,
  schemas,
  notebooks: [{ id: "01-x", title: "A <notebook>", html: "", uses: new Set(["knnGraph"]) }],
};

describe("the topics of the reference", () => {
  it("hold every public name, each once", () => {
    const listed = topics.flatMap((topic) => topic.names);
    assert.deepEqual(
      listed.filter((name, i) => listed.indexOf(name) !== i),
      [],
      "names in two topics",
    );
    assert.deepEqual([...listed].sort(), names.map(({ name }) => name).sort());
  });

  it("are complete: what the package exports at run time is listed", () => {
    const known = new Set(names.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(ssdml).filter((name) => !known.has(name) && name !== "default"),
      [],
    );
  });
});

describe("the entry of a function", () => {
  const html = topicHtml(
    topics.find(({ id }) => id === "graph")!,
    reference,
  );
  const entry = /<article id="knnGraph">[\s\S]*?<\/article>/.exec(html)?.[0] ?? "";

  it("has its options with the default of the schema and of the documented defaults", () => {
    const [k] = schemas.get("knnGraph") ?? [];
    assert.equal(k.default, String(ssdml.graphDefaults.k));
    assert.match(entry, new RegExp(`k\\?</code>.*<code>${k.default}</code>.*Neighbors per point`, "s"));
  });

  it("does not say that an option must be anything", () => {
    const topic = topics.find(({ names: listed }) => listed.includes("embeddingScatter"))!;
    const page = topicHtml(topic, reference);
    assert.match(page, /Must be a whole number/);
    assert.doesNotMatch(page, /Must be anything/);
  });

  it("links to the types, the line of the source and the notebooks that use it", () => {
    assert.match(entry, /<a href="values\.html#MatrixLike">MatrixLike<\/a>/);
    assert.match(entry, /<a href="source-lib-graph-knn-knnGraph\.html#L\d+">/);
    assert.match(entry, /<a href="notebook-01-x\.html">A &lt;notebook&gt;<\/a>/);
  });

  it("has no options that the schemas do not know", () => {
    const unknown = names
      .filter(({ kind, optionsType }) => kind === "function" && optionsType !== undefined)
      .flatMap(({ name, fields }) => {
        const rows = schemas.get(name);
        if (rows === undefined) return [];
        const options = new Set(rows.map((row) => row.name));
        return fields.filter((field) => !options.has(field.name)).map((field) => `${name}: ${field.name}`);
      });
    assert.deepEqual(unknown, []);
  });
});

describe("the options", () => {
  it("each say what they mean, in the reference and under Shift-Tab", () => {
    const silent = names
      .filter(({ kind }) => kind !== "type")
      .flatMap(({ name, fields }) =>
        fields.filter(({ text }) => text === "").map((field) => `${name}: ${field.name}`),
      );
    assert.deepEqual(silent, []);
  });

  it("each name their default, where the schema has one", () => {
    const silent = names
      .filter(({ kind }) => kind !== "type")
      .flatMap(({ name, fields }) => {
        const rows = schemas.get(name) ?? [];
        const isSilent = (field: { name: string; text: string }) =>
          rows.some((row) => row.name === field.name && row.default !== "" && row.default !== "undefined") &&
          !/default/i.test(field.text);
        return fields.filter(isSilent).map((field) => `${name}: ${field.name}`);
      });
    assert.deepEqual(silent, []);
  });
});

describe("a page of the site", () => {
  it("runs its search alone, and keeps names from ending the script", () => {
    const link = { title: "</script><b>", address: "graph.html#a" };
    const html = sitePage({ groups: [], names: [link] }, { title: "<T>", address: "t.html" }, "<p>text</p>");
    assert.match(html, /default-src 'none'; script-src 'sha256-[^']+'; /);
    assert.equal(html.match(/<\/script>/g)?.length, 1);
    assert.match(html, /<title>&lt;T&gt;<\/title>/);
  });

  it("knows where each name is", () => {
    assert.equal(addressOf("knnGraph", topics), "graph.html#knnGraph");
    assert.equal(addressOf("nothing", topics), undefined);
  });
});

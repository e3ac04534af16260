import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import type { FetchEvent } from "../../../lib/io/download/events";
import { fillCache } from "../../../lib/datasets/files/fillCache";
import type { Recipe } from "../../../lib/datasets/files/recipe";
import { sendBytes } from "../../support/loopback";
import { contents, packed, toyDataset, toySource } from "../support/toyRecipe";

async function fill(recipe: Recipe, folder: string, signal?: AbortSignal): Promise<FetchEvent[]> {
  const events: FetchEvent[] = [];
  for await (const event of fillCache(recipe, folder, signal)) events.push(event);
  return events;
}

describe("fillCache", () => {
  it("uses the first source that delivers, and leaves no other files", async (t) => {
    const { recipe, folder, home } = await toyDataset(t);
    const events = await fill(recipe, folder);
    for (const [name, content] of Object.entries(contents)) {
      assert.deepEqual(fs.readFileSync(path.join(folder, name)), content);
    }
    assert.equal(fs.readFileSync(path.join(folder, "source.txt"), "utf8"), "the living server\n");
    assert.deepEqual(fs.readdirSync(path.join(home, "datasets")), ["toy"]);
    assert.deepEqual(fs.readdirSync(path.join(home, "downloads")), []);

    const steps = events
      .filter(({ kind }) => kind === "step")
      .map((event) => (event as { message: string }).message);
    assert.equal(steps.length, 3);
    assert.match(steps[1], /no: The download of images\.gz failed \(127\.0\.0\.1:\d+: ECONNREFUSED\)\./);
    const last = events.findLast((event) => event.kind === "download" && event.file === "images.gz");
    assert.deepEqual(last, {
      kind: "download",
      file: "images.gz",
      received: packed["images.gz"].length,
      total: packed["images.gz"].length,
    });
  });

  it("names every source it tried if none delivers", async (t) => {
    const { recipe, folder, home } = await toyDataset(t, (_, response) => {
      response.statusCode = 404;
      response.end();
    });
    await assert.rejects(fill(recipe, folder), (error: Error) => {
      assert.equal(error.name, "UserError");
      assert.match(
        error.message,
        /^Toy could not be fetched \(the dead server: .*ECONNREFUSED\); the living server: .*images\.gz answered 404\)\. /,
      );
      assert.match(
        error.message,
        /put its files \(images, labels; from https:\/\/toy\.example\) into a folder/,
      );
      return true;
    });
    assert.deepEqual(fs.readdirSync(path.join(home, "datasets")), []);
  });

  it("does not wait long for a silent server", async (t) => {
    const { recipe, folder } = await toyDataset(t, () => undefined);
    const started = performance.now();
    await assert.rejects(fill(recipe, folder), /nothing came for 5 s/);
    assert.ok(performance.now() - started < 15_000);
  });

  it("resumes where a killed process stopped, and removes its incomplete files", async (t) => {
    const { recipe, folder, home, server } = await toyDataset(t);
    const downloads = path.join(home, "downloads", "toy");
    fs.mkdirSync(downloads, { recursive: true });
    fs.writeFileSync(path.join(downloads, "images.gz.part"), packed["images.gz"].subarray(0, 150_000));
    fs.mkdirSync(path.join(home, "datasets", ".staging-toy"), { recursive: true });
    fs.writeFileSync(path.join(home, "datasets", ".staging-toy", "images"), "half");
    await fill(recipe, folder);
    assert.deepEqual(
      server.requests.map(({ path: asked, headers }) => [asked, headers.range]),
      [
        ["/images.gz", "bytes=150000-"],
        ["/labels.gz", undefined],
      ],
    );
    assert.deepEqual(fs.readdirSync(path.join(home, "datasets")), ["toy"]);
  });

  it("rejects a download that was tampered with or truncated", async (t) => {
    const wrong = Buffer.from(packed["images.gz"]);
    wrong[100] ^= 1;
    const tampered = await toyDataset(t, (request, response) => {
      sendBytes(request, response, wrong);
    });
    await assert.rejects(
      fill(tampered.recipe, tampered.folder),
      /images\.gz arrived corrupt \(sha256 .*and was deleted/,
    );
    assert.ok(!fs.existsSync(tampered.folder));

    const cut = await toyDataset(t, (_, response) => {
      response.setHeader("content-length", packed["images.gz"].length);
      response.write(packed["images.gz"].subarray(0, 10), () => response.destroy());
    });
    await assert.rejects(fill(cut.recipe, cut.folder), /download of images\.gz failed/);
    assert.ok(!fs.existsSync(cut.folder));
  });

  it("rejects a source whose files are missing or differ from the published ones", async (t) => {
    const { recipe, folder, server } = await toyDataset(t);
    const living = toySource("the living server", server.address);
    const others = recipe.files.map((file) => ({ ...file, sha256: "0".repeat(64) }));
    await assert.rejects(
      fill({ ...recipe, files: others, sources: [living] }, folder),
      /its images is not the published one: its sha256 is [0-9a-f]+, not 0000/,
    );
    const more = [...recipe.files, { name: "more", size: 1, sha256: "" }];
    await assert.rejects(fill({ ...recipe, files: more, sources: [living] }, folder), /it lacks more of Toy/);
    assert.ok(!fs.existsSync(folder));
  });

  it("stops at once when aborted: no file has a final name, and the part is kept for the next time", async (t) => {
    const controller = new AbortController();
    const { recipe, folder, home } = await toyDataset(t, (request, response) => {
      if (request.url === "/labels.gz") controller.abort();
      else sendBytes(request, response, packed["images.gz"]);
    });
    await assert.rejects(fill(recipe, folder, controller.signal), { name: "AbortError" });
    assert.deepEqual(fs.readdirSync(path.join(home, "datasets")), []);
    assert.deepEqual(fs.readdirSync(path.join(home, "downloads", "toy")), ["images.gz"]);
  });

  it("allows one holder at a time", async (t) => {
    const { recipe, folder } = await toyDataset(t);
    const results = await Promise.allSettled([fill(recipe, folder), fill(recipe, folder)]);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason)] : [],
    );
    assert.equal(reasons.length, 1);
    assert.match(reasons[0], /Another fetch of Toy is running \(process \d+ on .*\)\. Wait/);
  });

  it("says in one sentence that it cannot write", async (t) => {
    const { recipe, home } = await toyDataset(t);
    fs.mkdirSync(home);
    fs.writeFileSync(path.join(home, "datasets"), "a file");
    await assert.rejects(
      fill(recipe, path.join(home, "datasets", "toy")),
      /^UserError: Cannot write to .*datasets: /,
    );
  });
});

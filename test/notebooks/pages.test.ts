import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium, type Browser } from "playwright-core";
import { notebookHtml, readNotebook } from "../../lib/jupyter";
import { temporaryFolder } from "../support/temporary";
import { folder, names } from "./committed";

const executablePath = "/usr/bin/chromium";

describe(
  "the notebooks as pages",
  { skip: !existsSync(executablePath) && `${executablePath} is not there` },
  () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    });
    after(() => browser.close());

    for (const name of names) {
      it(`${name} shows its charts, offline and without complaints`, async (t) => {
        const notebook = await readNotebook(path.join(folder, name));
        const file = path.join(temporaryFolder(t), "page.html");
        writeFileSync(file, notebookHtml(notebook, { title: name, folder }));
        const page = await browser.newPage();
        const complaints: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
        });
        page.on("pageerror", ({ message }) => complaints.push(message));
        page.on("request", (request) => {
          if (/^https?:/.test(request.url())) complaints.push(`asks for ${request.url()}`);
        });
        await page.goto(pathToFileURL(file).href);
        const widths = await page
          .locator("img")
          .evaluateAll((images) =>
            images.map((image) => (image as { naturalWidth?: number }).naturalWidth ?? 0),
          );
        await page.close();
        assert.deepEqual(complaints, []);
        assert.ok(widths.length > 0, "there are pictures");
        assert.ok(widths.every((width) => width > 0));
      });
    }
  },
);

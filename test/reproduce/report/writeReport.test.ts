import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { reproductionReport, writeReport } from "../../../lib/reproduce";
import { temporaryFolder } from "../../support/temporary";
import { cells, report } from "./cells";

const executablePath = "/usr/bin/chromium";
const noBrowser = !existsSync(executablePath) && `${executablePath} is not there`;

describe("writeReport", () => {
  it("writes Markdown, HTML and the figure; before there is a number, no figure", async (t) => {
    const folder = temporaryFolder(t);
    await writeReport(reproductionReport(cells, []), folder);
    assert.deepEqual(readdirSync(folder).sort(), ["report.html", "report.md"]);
    assert.doesNotMatch(readFileSync(path.join(folder, "report.md"), "utf8"), /report\.svg/);
    const files = await writeReport(report, folder);
    assert.deepEqual(
      files.map((file) => path.basename(file)),
      ["report.md", "report.html", "report.svg", "report.png"],
    );
    const svg = readFileSync(path.join(folder, "report.svg"), "utf8");
    assert.match(svg, /Table 1 at smoke scale/);
    assert.ok(readFileSync(path.join(folder, "report.html"), "utf8").includes(svg));
    assert.equal(readFileSync(path.join(folder, "report.png")).subarray(1, 4).toString(), "PNG");
  });

  it("writes a page that browsers show without complaints", { skip: noBrowser }, async (t) => {
    const folder = temporaryFolder(t);
    await writeReport(report, folder);
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    t.after(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(pathToFileURL(path.join(folder, "report.html")).href);
    const box = await page.locator("figure svg").boundingBox();
    assert.ok(box && box.width > 100 && box.height > 100);
    const collapse = "getComputedStyle(document.querySelector('table')).borderCollapse";
    assert.equal(await page.evaluate(collapse), "collapse", "the style applies");
    assert.deepEqual(complaints, []);
  });
});

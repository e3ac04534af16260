import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { embeddingScatter, trainingCurves } from "../../../lib";
import { temporaryFolder } from "../../support/temporary";
import { toyImages, toyPoints } from "../support";

const browser = "/usr/bin/chromium";
const skip = existsSync(browser) ? false : `there is no ${browser} here`;

/** Opens a page without a network and hands over what its console said. */
async function visit(file: string, look: (page: Page, problems: string[]) => Promise<void>): Promise<void> {
  const instance = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  try {
    const context = await instance.newContext({ offline: true });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      if (!/^(file|data):/.test(request.url())) problems.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("#figure svg");
    await look(page, problems);
  } finally {
    await instance.close();
  }
}

describe("the HTML page of a figure", { skip }, () => {
  const { x, labels } = toyPoints(12, 3);

  it("shows the chart without a network and without a word in the console", async (t) => {
    const file = path.join(temporaryFolder(t), "scatter.html");
    await embeddingScatter(x, labels, { title: "A </script> & B" }).save(file);
    await visit(file, async (page, problems) => {
      const box = await page.locator("#figure svg").boundingBox();
      assert.ok(box && box.width > 300 && box.height > 300);
      assert.equal(await page.locator("#figure .mark-symbol.role-mark path").count(), 12);
      assert.match(await page.locator("#figure svg").innerHTML(), /A &lt;\/script&gt; &amp; B/);
      assert.deepEqual(problems, []);
    });
  });

  it("shows the picture of the point under the pointer, and picks classes in the legend", async (t) => {
    const file = path.join(temporaryFolder(t), "scatter.html");
    await embeddingScatter(x, labels, { images: toyImages(12) }).save(file);
    await visit(file, async (page, problems) => {
      const points = page.locator("#figure .mark-symbol.role-mark path");
      await points.first().hover();
      const tooltip = page.locator("#tooltip");
      await tooltip.waitFor({ state: "visible" });
      assert.match(await tooltip.innerText(), /class\s*0\s+point\s*0/);
      assert.match((await tooltip.locator("img").getAttribute("src")) ?? "", /^data:image\/png/);
      assert.ok(
        await tooltip
          .locator("img")
          .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
      );
      const faint = () => page.locator('#figure .mark-symbol.role-mark path[fill-opacity="0.06"]').count();
      assert.equal(await faint(), 0);
      await page.locator("#figure .role-legend-label text").first().click();
      assert.equal(await faint(), 8);
      assert.deepEqual(problems, []);
    });
  });

  it("runs no scripts but its own, and asks for nothing", async (t) => {
    const file = path.join(temporaryFolder(t), "scatter.html");
    await embeddingScatter(x, labels).save(file);
    const text = readFileSync(file, "utf8");
    assert.match(text, /script-src 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+'; style-src/);
    assert.doesNotMatch(text.slice(0, 2000), /unsafe-eval/);
    writeFileSync(file, text.replace("</body>", "<script>document.title = 'changed';</script></body>"));
    await visit(file, async (page, problems) => {
      assert.notEqual(await page.title(), "changed");
      assert.match(problems.join(), /Content Security Policy/);
    });
  });

  it("shows several panels", async (t) => {
    const file = path.join(temporaryFolder(t), "curves.html");
    const row = (epoch: number) => ({
      epoch,
      partition: 1,
      loss: 1 / epoch,
      spread: epoch / 3,
      learningRate: 1e-4 / epoch,
    });
    await trainingCurves([row(1), row(2)])
      .withTheme("dark")
      .save(file);
    await visit(file, async (page, problems) => {
      assert.equal(await page.locator("#figure .mark-line path").count(), 3);
      const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      assert.equal(background, "rgb(20, 23, 28)");
      assert.deepEqual(problems, []);
    });
  });
});

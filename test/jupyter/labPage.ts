import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { chromium, type Locator, type Page } from "playwright-core";
import { eventually } from "../support/notebooks";
import { python } from "./python";

export const chromiumProgram = "/usr/bin/chromium";

/** Starts `ssdml lab` in a folder and returns the address of the notebook in it, with the token, once it answers. */
export async function startLab(t: TestContext, folder: string, notebook: string): Promise<string> {
  const bin = path.resolve("bin", "ssdml.cjs");
  const child = spawn(process.execPath, [bin, "lab", folder, "--no-browser"], {
    env: {
      ...process.env,
      PATH: `${path.dirname(python)}${path.delimiter}${process.env.PATH ?? ""}`,
      SSDML_HOME: path.join(folder, ".home"),
      JUPYTER_CONFIG_DIR: path.join(folder, ".config"),
      JUPYTER_DATA_DIR: path.join(folder, ".data"),
      JUPYTERLAB_SETTINGS_DIR: path.join(folder, ".settings"),
      JUPYTERLAB_WORKSPACES_DIR: path.join(folder, ".workspaces"),
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGINT");
    await once(child, "close");
  });
  const address = /http:\/\/127\.0\.0\.1:\d+\/lab\?token=\w+/;
  await eventually(() => address.test(printed) || child.exitCode !== null, "JupyterLab tells its address");
  const found = address.exec(printed)?.[0];
  if (found === undefined) throw new Error(`JupyterLab did not start:\n${printed}`);
  return found.replace("/lab?", `/lab/tree/${notebook}?`);
}

/** A notebook in a browser. */
export class LabPage {
  /** What the page's console called an error. */
  readonly errors: string[] = [];
  private shots = 0;

  private constructor(readonly page: Page) {
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
  }

  static async open(address: string): Promise<LabPage> {
    const browser = await chromium.launch({ executablePath: chromiumProgram, args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    const lab = new LabPage(page);
    await page.goto(address);
    await page.locator(".jp-Notebook .jp-CodeCell").first().waitFor();
    return lab;
  }

  async close(): Promise<void> {
    await this.shoot("end");
    await this.page.context().browser()?.close();
  }

  cell(number: number): Locator {
    return this.page.locator(".jp-Notebook .jp-CodeCell").nth(number - 1);
  }

  /** Everything that a cell shows. */
  output(number: number): Locator {
    return this.cell(number).locator(".jp-OutputArea-output");
  }

  /** Starts a cell. */
  async run(number: number): Promise<void> {
    await this.cell(number).locator(".jp-InputArea-editor").click();
    await this.page.keyboard.press("Control+Enter");
  }

  /** Waits until a cell has been run, by its number in brackets. */
  async ran(number: number): Promise<void> {
    await this.cell(number)
      .locator(".jp-InputArea-prompt", { hasText: /\[\d+\]/ })
      .waitFor();
  }

  /** Presses the keys of a command of the notebook, such as i i. */
  async command(...keys: string[]): Promise<void> {
    await this.page.keyboard.press("Escape");
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** What the kernel does, as the status bar shows it. */
  async status(state: "Idle" | "Busy"): Promise<void> {
    await this.page.locator("#jp-main-statusbar").getByText(`TypeScript (ssdml) | ${state}`).waitFor();
  }

  /** Asks for the completions of a cell's text, again where JupyterLab lost patience; the names that are proposed. */
  async complete(number: number): Promise<string[]> {
    await this.cell(number).locator(".jp-InputArea-editor").click();
    await this.page.keyboard.press("Control+End");
    const proposals = this.page.locator(".jp-Completer:not(.lm-mod-hidden) .jp-Completer-match");
    for (let attempt = 0; attempt < 10 && (await proposals.count()) === 0; attempt++) {
      await this.page.keyboard.press("Tab");
      const shown = proposals.first().waitFor({ timeout: 3000 });
      await shown.catch(() => undefined);
    }
    return proposals.allInnerTexts();
  }

  /** Saves a picture of the page when SSDML_SCREENSHOTS names a folder. */
  async shoot(name: string): Promise<void> {
    const folder = process.env.SSDML_SCREENSHOTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${++this.shots}-${name}.png`) });
  }
}

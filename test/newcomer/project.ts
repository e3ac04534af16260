import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { PNG } from "pngjs";
import { random } from "../../lib/core/values/random";
import { temporaryFolder } from "../support/temporary";

const checkout = path.join(__dirname, "..", "..", "..");
const bin = path.join(checkout, "bin", "ssdml.cjs");

/** An empty project of somebody who has just installed ssdml, with a home and a user folder of its own. */
export interface Project {
  folder: string;
  /** Runs `ssdml` with these words. */
  ssdml: (...words: string[]) => Outcome;
  /** Runs a script of the newcomer's. */
  script: (text: string) => Outcome;
}

export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

export function newProject(t: TestContext): Project {
  const root = temporaryFolder(t);
  const folder = path.join(root, "project");
  for (const name of ["project", "home", "project/node_modules"]) mkdirSync(path.join(root, name));
  symlinkSync(checkout, path.join(folder, "node_modules", "ssdml"), "junction");
  const env = { ...process.env, HOME: path.join(root, "home"), SSDML_HOME: path.join(root, "user") };
  const node = (...words: string[]) =>
    spawnSync(process.execPath, words, { cwd: folder, env, encoding: "utf8", timeout: 120_000 });
  return {
    folder,
    ssdml: (...words) => node(bin, ...words),
    script(text) {
      writeFileSync(path.join(folder, "script.mjs"), text);
      return node("script.mjs");
    },
  };
}

const colors: [name: string, color: [number, number, number]][] = [
  ["blue", [40, 60, 200]],
  ["green", [40, 180, 60]],
  ["red", [210, 50, 40]],
  ["yellow", [220, 210, 60]],
];

/** Writes noisy pictures of 32 × 32 pixels, one folder per class. The classes differ in color, or in brightness if they are gray. */
export function writePictures(folder: string, perClass: number, { gray = false } = {}): void {
  const noise = random(1);
  colors.forEach(([name, color], number) => {
    mkdirSync(path.join(folder, name), { recursive: true });
    for (let i = 0; i < perClass; i++) {
      const png = new PNG({ width: 32, height: 32 });
      for (let at = 0; at < png.data.length; at += 4) {
        const light = 40 * noise.normal();
        const pixel = gray ? [50 + 50 * number, 50 + 50 * number, 50 + 50 * number] : color;
        for (let c = 0; c < 3; c++) png.data[at + c] = Math.min(255, Math.max(0, pixel[c] + light));
        png.data[at + 3] = 255;
      }
      writeFileSync(path.join(folder, name, `${i}.png`), PNG.sync.write(png));
    }
  });
}

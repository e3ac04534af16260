import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../common/errors";
import { type Outcome, runProgram, tellingLine } from "./runProgram";

/** Runs npm: the one that runs us, or the one on the PATH. */
export async function npm(words: string[], folder: string, signal?: AbortSignal): Promise<Outcome> {
  const running = process.env.npm_execpath;
  const [program, first] = running?.endsWith("npm-cli.js")
    ? [process.execPath, [running]]
    : [process.platform === "win32" ? "npm.cmd" : "npm", []];
  const outcome = await runProgram(program, [...first, ...words], { folder, signal });
  if (!outcome.found) {
    throw new UserError(
      "npm was not found. It comes with Node.js: install it, or put it on the PATH, and try again.",
    );
  }
  return outcome;
}

/** Fetches the tarball of an npm package, and nothing that it depends on, and unpacks it into `folder`. */
export async function fetchNpmPackage(
  name: string,
  version: string,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  const packed = await npm(["pack", `${name}@${version}`, "--loglevel=error"], folder, signal);
  if (!packed.succeeded) {
    throw new UserError(
      `npm could not fetch ${name} ${version}: ${tellingLine(packed.errors)}. ` +
        "Check the network connection and npm's registry setting, and run the command again.",
    );
  }
  const tarball = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const unpacked = await runProgram("tar", ["-xzf", tarball, "--strip-components=1"], { folder, signal });
  if (!unpacked.found) throw new UserError("The program tar was not found. Install it and try again.");
  if (!unpacked.succeeded) {
    throw new UserError(`tar could not unpack ${tarball}: ${tellingLine(unpacked.errors)}.`);
  }
  await fs.rm(path.join(folder, tarball));
}

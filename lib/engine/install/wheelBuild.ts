import fs from "node:fs/promises";
import path from "node:path";
import { checkDiskSpace } from "../../common/fetch/diskSpace";
import { bytesPresent, download } from "../../common/fetch/download";
import { type FetchEvent, step } from "../../common/fetch/events";
import { shownAddress } from "../../common/fetch/request";
import { compileBinding, findCompiler } from "./compileBinding";
import { indexAddress } from "./indexAddress";
import { projectFiles, type SizedFile, wheelMetadata, withSize } from "./packageIndex";
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
  signal?: AbortSignal | undefined;
}

/** What to do about a file that an index does not deliver. */
const advice = "Run the command again, or name another package index with --index URL.";

/** How much larger what we unpack is than its wheel, measured: 2.2 to 3.3 for TensorFlow, 1.57 for NVIDIA's. */
const unpackedPerByte = { tensorflow: 3.4, companions: 1.6 };

/** The headers that the binding includes, directly or through others; the wheel has 270 MB of them. */
const neededHeaders = /^(tensorflow\/c|tensorflow\/core\/platform|tsl\/platform|xla\/tsl\/c)\//;

/** Builds the package's binding against the TensorFlow of a PyPI wheel. */
export async function* buildFromWheel(options: WheelBuildOptions): AsyncGenerator<FetchEvent, void> {
  const { target, packageFolder, nodeHeaders, downloads, signal } = options;
  const compiler = await findCompiler(process.env, signal);
  const index = await indexAddress(options.index, signal);

  yield step(`Asking the package index ${shownAddress(index)} for ${target.project} ${target.version}.`);
  const tensorflow = await findTensorflow(target, index, signal);
  let companions: SizedFile[] = [];
  if (target.extra !== undefined) {
    const metadata =
      (await wheelMetadata(tensorflow, signal)) ??
      (await readWheelMetadata(yield* download(tensorflow, downloads, { advice, signal })));
    companions = await findCompanions(extraRequirements(metadata, target.extra), target, index, signal);
  }

  await checkDiskSpace(downloads, await bytesNeeded(tensorflow, companions, downloads));
  const wheels: string[] = [];
  for (const file of [tensorflow, ...companions]) {
    yield step(`Downloading ${file.filename} (${Math.round(file.size / 1e6)} MB).`);
    wheels.push(yield* download(file, downloads, { advice, signal }));
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
  index: string,
  signal?: AbortSignal,
): Promise<SizedFile> {
  const wish = {
    ...target,
    versionText: target.version,
    accepts: (version: string) => version === target.version,
  };
  return withSize(chooseWheel(await projectFiles(index, target.project, signal), wish), signal);
}

/** The newest wheel that satisfies each requirement. */
export function findCompanions(
  requirements: Requirement[],
  { platformTag, platformName }: WheelTarget,
  index: string,
  signal?: AbortSignal,
): Promise<SizedFile[]> {
  return Promise.all(
    requirements.map(async (requirement) => {
      const files = await projectFiles(index, requirement.project, signal);
      return withSize(chooseWheel(files, { ...requirement, platformTag, platformName }), signal);
    }),
  );
}

/**
 * Where an entry of a wheel goes. TensorFlow's libraries look for CUDA's in `$ORIGIN/../nvidia/…/lib`, which
 * from `deps/lib` is `deps/nvidia`: the same neighbourhood as in Python's site-packages.
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

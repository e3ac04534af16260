import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import { isSecure, step, type FetchEvent } from "../../io/download";
import { runProgram, tellingLine } from "../../io/processes";
import { bindingPath } from "./compileBinding";
import { type EngineRecord, installableEngines, type InstallableEngine } from "./installedEngine";
import { answers, fetchNpmPackage, installOwnBuild, ownBuildAddress } from "./npmPackage";
import { buildFromWheel } from "./wheelBuild";
import { wheelTarget } from "./wheelTarget";

export interface BuildOptions {
  name: InstallableEngine;
  /** A folder for the engine (`engine/`) and for files that only the build needs. */
  staging: string;
  downloads: string;
  index?: string | undefined;
  sha256?: string | undefined;
  /** The engine must see a GPU. */
  needsGpu: boolean;
  signal?: AbortSignal | undefined;
}

type Building = AsyncGenerator<FetchEvent, EngineRecord>;

/** Versions that are known to work together. */
const versions = { package: "4.22.0", nodeHeaders: "1.9.0", protobuf: "3.21.4" };

/**
 * Makes an engine in `<staging>/engine`: the npm package's own build if its download host answers and the result works, otherwise a
 * binding built against the TensorFlow wheel.
 */
export async function* buildEngine(options: BuildOptions): Building {
  const { name, signal } = options;
  const { packageName, engine, packageFolder } = layout(options);
  yield step(`Fetching ${packageName} ${versions.package} from the npm registry.`);
  await fetchNpmPackage(packageName, versions.package, packageFolder, signal);

  const address = await ownBuildAddress(packageFolder, signal);
  if (address === undefined) {
    yield step(`The package has no ${name} build for this machine: building against the PyPI wheel.`);
  } else if (!isSecure(new URL(address))) {
    yield step(
      `The package's own build is not offered over https (${address}): building against the PyPI wheel.`,
    );
  } else if (await answers(address, signal)) {
    yield step(
      `${new URL(address).host} answers: installing the package's own build (about a minute). ` +
        "No checksum of it is published, so its integrity depends on https alone.",
    );
    try {
      await fs.rm(engine, { recursive: true });
      await installOwnBuild(packageName, versions.package, engine, signal);
      return engineRecord(options, "npm", await verify(options));
    } catch (error) {
      signal?.throwIfAborted();
      yield step(`That failed (${(error as Error).message}): building against the PyPI wheel instead.`);
      await fs.rm(engine, { recursive: true, force: true });
      await fetchNpmPackage(packageName, versions.package, packageFolder, signal);
    }
  } else {
    yield step(`${new URL(address).host} does not answer: building against the PyPI wheel instead.`);
  }
  return yield* buildAgainstWheel(options);
}

async function* buildAgainstWheel(options: BuildOptions): Building {
  const { name, staging, downloads, index, sha256, signal } = options;
  const { packageFolder, engine } = layout(options);
  const target = wheelTarget(name);
  // The only dependency that the backend loads besides TensorFlow.js, which comes from this library.
  const protobuf = path.join(engine, "node_modules", "google-protobuf");
  await fetchNpmPackage("google-protobuf", versions.protobuf, protobuf, signal);
  const nodeHeaders = path.join(staging, "node-api-headers");
  await fetchNpmPackage("node-api-headers", versions.nodeHeaders, nodeHeaders, signal);
  const headers = path.join(nodeHeaders, "include");
  yield* buildFromWheel({ target, packageFolder, nodeHeaders: headers, downloads, index, sha256, signal });

  yield step("Checking that the binding loads.");
  try {
    return engineRecord(options, "wheel", await verify(options));
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(
      `The ${name} engine was built but does not work on this machine: ${(error as Error).message}. ` +
        "Use the webgpu or wasm engine instead; both come with npm install.",
    );
  }
}

/** What a binding reports about itself. */
interface BindingReport {
  /** TensorFlow's version. */
  tensorflow: string;
  /** Whether it computes on a GPU. */
  gpu: boolean;
}

const reportProgram = `
  const binding = require(process.argv[1]);
  console.log(JSON.stringify({ tensorflow: binding.TF_Version, gpu: binding.isUsingGpuDevice() }));
`;

/** Loads a binding in a separate process, so that a broken one cannot crash this process. */
async function loadBinding(file: string, signal?: AbortSignal): Promise<BindingReport> {
  const { succeeded, output, errors } = await runProgram(process.execPath, ["-e", reportProgram, file], {
    environment: { ...process.env, TF_CPP_MIN_LOG_LEVEL: "3" },
    signal,
  });
  if (!succeeded) throw new Error(`the binding does not load: ${tellingLine(errors)}`);
  return JSON.parse(output) as BindingReport;
}

async function verify(options: BuildOptions): Promise<BindingReport> {
  const report = await loadBinding(path.join(layout(options).packageFolder, bindingPath), options.signal);
  if (options.needsGpu && !report.gpu) throw new Error("TensorFlow does not see the GPU");
  return report;
}

function layout({ name, staging }: BuildOptions) {
  const packageName = installableEngines[name];
  const engine = path.join(staging, "engine");
  return { packageName, engine, packageFolder: path.join(engine, "node_modules", packageName) };
}

function engineRecord(
  { name }: BuildOptions,
  source: EngineRecord["source"],
  { tensorflow }: BindingReport,
): EngineRecord {
  const packageName = installableEngines[name];
  return {
    name,
    package: packageName,
    packageVersion: versions.package,
    tensorflow,
    source,
    binding: path.join("node_modules", packageName, bindingPath),
    installedAt: new Date().toISOString(),
  };
}

import { UserError } from "../../core";
import type { InstallableEngine } from "./installedEngine";

/** The TensorFlow that the binding is built against, and where its wheel has the required files. */
export interface WheelTarget {
  project: string;
  version: string;
  platformTag: RegExp;
  platformName: string;
  /** The shared libraries inside the wheel's `tensorflow/`, each with its other names. */
  libraries: { file: string; links: string[] }[];
  /** An extra whose requirements are needed as well. */
  extra?: string;
}

export interface System {
  platform: string;
  arch: string;
  /** The C library is musl (Alpine Linux), for which there are no TensorFlow wheels. */
  musl: boolean;
}

const version = "2.21.0";

const linuxLibraries = [
  { file: "libtensorflow_cc.so.2", links: ["libtensorflow.so.2", "libtensorflow.so"] },
  { file: "libtensorflow_framework.so.2", links: ["libtensorflow_framework.so"] },
];

const macLibraries = [
  { file: "libtensorflow_cc.2.dylib", links: ["libtensorflow.2.dylib", "libtensorflow.dylib"] },
  { file: "libtensorflow_framework.2.dylib", links: ["libtensorflow_framework.dylib"] },
];

const linuxX64 = { version, platformName: "Linux x64", platformTag: /^(many)?linux.*_x86_64$/ };
const linuxArm = { version, platformName: "Linux arm64", platformTag: /^(many)?linux.*_aarch64$/ };
const macArm = { version, platformName: "macOS arm64", platformTag: /^macosx_.*_(arm64|universal2)$/ };

/** Engine, platform and processor → wheel. Other combinations have no TensorFlow wheel to build against. */
const targets: Record<string, WheelTarget> = {
  "tensorflow linux x64": { ...linuxX64, project: "tensorflow-cpu", libraries: linuxLibraries },
  "tensorflow linux arm64": { ...linuxArm, project: "tensorflow", libraries: linuxLibraries },
  "tensorflow darwin arm64": { ...macArm, project: "tensorflow", libraries: macLibraries },
  "cuda linux x64": { ...linuxX64, project: "tensorflow", libraries: linuxLibraries, extra: "and-cuda" },
};

/** The wheel for this machine. Throws with advice on what to use instead if there is none. */
export function wheelTarget(engine: InstallableEngine, system: System = thisSystem()): WheelTarget {
  const { platform, arch, musl } = system;
  const target = musl ? undefined : targets[`${engine} ${platform} ${arch}`];
  if (target !== undefined) return target;
  const name = `${platform} ${arch}${musl ? " with musl" : ""}`;
  throw new UserError(
    `The ${engine} engine cannot be built on ${name}: there is no TensorFlow ${version} wheel to build against. ` +
      "Use the webgpu engine (any GPU) or the wasm engine (any processor); both come with npm install.",
  );
}

function thisSystem(): System {
  const { platform, arch } = process;
  return { platform, arch, musl: platform === "linux" && !usesGlibc() };
}

function usesGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

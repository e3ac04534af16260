import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { type Loopback, loopback, sendBytes } from "../../../support/loopback";
import { storedZip } from "./storedZip";
import { temporaryFolder, withEnvironment } from "../../../support/temporary";

export interface ToyWorld {
  home: string;
  /** The options of the installation: the toy index, and the checksum of its wheel. */
  toys: { index: string; sha256: string };
  server: Loopback;
  /** Changes what the world does; set before the installation. */
  settings: {
    /** The answer of the host with the npm package's own build. */
    ownBuild: number;
    /** What the index says the wheel's sha256 is. */
    sha256: string;
    /** What the index sends as the wheel. */
    wheel: Buffer;
    /** Called before the wheel is sent. */
    beforeWheel: () => void;
  };
}

/** Compiles nothing: what it writes as the binding is JavaScript. */
const toyCompiler = `
  const words = process.argv.slice(2);
  if (words[0] === "--version") process.exit(0);
  require("fs").writeFileSync(words[words.indexOf("-o") + 1],
    'exports.TF_Version = "2.21.0"; exports.isUsingGpuDevice = () => false;');
`;

/** Lets \`require\` read a binding that is JavaScript. */
const toyLoader = `require.extensions[".node"] = require.extensions[".js"];`;

/** Knows \`npm pack\` for the two packages, and an \`npm install\` that fails. */
const toyNpm = `
  const fs = require("fs"), path = require("path"), { execFileSync } = require("child_process");
  const [command, wanted] = process.argv.slice(2);
  if (command !== "pack") { console.error("npm error toy npm installs nothing"); process.exit(1); }
  const files = wanted.startsWith("node-api-headers") ? { "include/node_api.h": "" } : {
    "package.json": JSON.stringify({ scripts: { install: "node scripts/install.js cpu" } }),
    "scripts/install.js": 'require("./resources").downloadAndUnpackResource(process.env.TOY_OWN_BUILD)',
    "binding/binding.cc": "",
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join("package", path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join("package", name), text);
  }
  execFileSync("tar", ["-czf", wanted.replace(/^@/, "").replace(/[/@]/g, "-") + ".tgz", "package"]);
`;

export const wheelName = "tensorflow_cpu-2.21.0-cp313-cp313-manylinux_2_27_x86_64.whl";

const wheel = storedZip({
  "tensorflow/libtensorflow_cc.so.2": "cc",
  "tensorflow/libtensorflow_framework.so.2": "framework",
  "tensorflow/include/tensorflow/c/c_api.h": "// c",
  "tensorflow/python/pywrap.so": "not needed",
});

/** npm, a compiler, a package index and an empty user folder, all made up: an installation without a network. */
export async function toyWorld(t: TestContext): Promise<ToyWorld> {
  const folder = temporaryFolder(t);
  const sha256 = createHash("sha256").update(wheel).digest("hex");
  const settings: ToyWorld["settings"] = {
    ownBuild: 404,
    sha256,
    wheel,
    beforeWheel: () => undefined,
  };
  const server = await loopback(t, (request, response) => {
    if (request.url === "/own-build.tar.gz") {
      response.statusCode = settings.ownBuild;
      response.end();
    } else if (request.url === "/simple/tensorflow-cpu/") {
      response.setHeader("content-type", "application/vnd.pypi.simple.v1+json");
      const hashes = { sha256: settings.sha256 };
      const file = { filename: wheelName, url: `../../${wheelName}`, hashes, size: wheel.length };
      response.end(JSON.stringify({ files: [file] }));
    } else {
      settings.beforeWheel();
      sendBytes(request, response, settings.wheel);
    }
  });
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };
  const home = path.join(folder, "home");
  withEnvironment(t, {
    SSDML_HOME: home,
    npm_execpath: write("npm-cli.js", toyNpm),
    CXX: `${process.execPath} ${write("compiler.js", toyCompiler)}`,
    NODE_OPTIONS: `--require ${write("loader.js", toyLoader)}`,
    TOY_OWN_BUILD: `${server.address}/own-build.tar.gz`,
    PIP_INDEX_URL: undefined,
  });
  const toys = { index: `${server.address}/simple`, sha256 };
  return { home, toys, server, settings };
}

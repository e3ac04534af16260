// Runs at the end of `npm install` in a checkout: compiles the library and makes `import … from "ssdml"` resolve
// here without publishing, also for resolvers that do not know package self-reference (stock tslab).
const { execFileSync } = require("node:child_process");
const { existsSync, mkdirSync, rmSync, symlinkSync } = require("node:fs");
const path = require("node:path");

const root = path.dirname(__dirname);
process.chdir(root);

if (existsSync("tsconfig.json")) {
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-b", "lib"], { stdio: "inherit" });
  const self = path.join("node_modules", "ssdml");
  mkdirSync("node_modules", { recursive: true });
  rmSync(self, { recursive: true, force: true });
  symlinkSync(process.platform === "win32" ? root : "..", self, "junction");
}

// Runs after the compiler: rewrites dist/lib/index.js so that a folder of lib/ is loaded when one of its names is first used.
// Loading all of them takes longer than everything else in require("ssdml").
const fs = require("node:fs");
const path = require("node:path");

const file = path.join(__dirname, "..", "dist", "lib", "index.js");
const lazily =
  "const lazily = (load) => { let loaded; return new Proxy({}, { get: (_, name) => (loaded ??= load())[name] }); };";

const compiled = fs.readFileSync(file, "utf8");
if (!compiled.includes(lazily)) {
  const lazy = compiled
    .replace(/^"use strict";$/m, `"use strict"; ${lazily}`)
    .replace(/^var (\w+) = require\(("\.\/[^"]+")\);$/gm, "var $1 = lazily(() => require($2));");
  fs.writeFileSync(file, lazy);
}

// Runs after the compiler: rewrites dist/lib/index.js so that a folder of lib/ is loaded when one of its names is first used, and what is
// exported as a namespace, such as `tf`, when one of its members is. Loading all of it takes longer than everything else in require("ssdml").
const fs = require("node:fs");
const path = require("node:path");

const file = path.join(__dirname, "..", "dist", "lib", "index.js");
const lazily =
  "const lazily = (load) => { let loaded; return new Proxy({}, { get: (_, name) => (loaded ??= load())[name] }); };";

/** An object that gets the members of a module at its first use. Unlike `lazily`, it can be listed, as a public object must be. */
function lazyNamespace(load) {
  const members = {};
  let isFilled = false;
  const fill = () => {
    Object.defineProperties(members, Object.getOwnPropertyDescriptors(load()));
    isFilled = true;
  };
  const fillsFirst = (use) => [
    use,
    (...words) => {
      if (!isFilled) fill();
      return Reflect[use](...words);
    },
  ];
  const uses = ["get", "set", "has", "ownKeys", "getOwnPropertyDescriptor"];
  return new Proxy(members, Object.fromEntries(uses.map(fillsFirst)));
}

const compiled = fs.readFileSync(file, "utf8");
if (!compiled.includes(lazily)) {
  const lazy = compiled
    .replace(/^"use strict";$/m, `"use strict"; ${lazily}`)
    .replace(/^(?:var|const) (\w+) = require\(("\.\/[^"]+")\);$/gm, "var $1 = lazily(() => require($2));")
    .replace(
      /^(exports\.\w+) = __importStar\(require\(("\.\/[^"]+")\)\);$/gm,
      "$1 = lazyNamespace(() => require($2));",
    );
  fs.writeFileSync(file, `${lazy}\n${lazyNamespace}\n`);
}

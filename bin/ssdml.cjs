#!/usr/bin/env node
// Plain old JavaScript, so that even a Node that is too old can read it and say so.
var major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error(
    "ssdml: needs Node 20 or newer, found " +
      process.version +
      ". Install a current Node and run the command again.",
  );
  process.exit(1);
}
require("../dist/lib/cli/main.js").main();

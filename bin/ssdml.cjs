#!/usr/bin/env node
// Plain old JavaScript, so that even a Node that is too old can read it and say so.
var path = require("path");
var main = path.join(__dirname, "..", "dist", "lib", "cli", "main.js");

function refuse(sentence) {
  console.error("ssdml: " + sentence);
  process.exit(1);
}

if (Number(process.versions.node.split(".")[0]) < 20) {
  refuse(
    "needs Node 20 or newer, found v" +
      process.versions.node +
      ". Install a current Node and run the command again.",
  );
}
if (!require("fs").existsSync(main)) {
  refuse("it is not built yet. Run npm install in " + path.dirname(__dirname) + ".");
}
require(main).main();

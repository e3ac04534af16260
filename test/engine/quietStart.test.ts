import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { it } from "node:test";
import { onEngine } from "./everyEngine";

const library = path.join(__dirname, "..", "..", "lib");

/** What a process that computes on TensorFlow prints to standard error. */
function errorsOf(environment: NodeJS.ProcessEnv): string {
  const program = `
    const util = require("node:util");
    delete util.isArray; // as in Node 23
    delete util.isNullOrUndefined;
    const { useEngine, tf } = require(${JSON.stringify(library)});
    useEngine("tensorflow").then(() => {
      tf.concat([tf.matMul(tf.ones([2, 2]), tf.ones([2, 2])), tf.ones([1, 2])]).dataSync();
      console.error("heard");
    });`;
  const inherited = { ...process.env };
  delete inherited.TF_CPP_MIN_LOG_LEVEL; // set by the engine in this process
  return spawnSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    env: { ...inherited, ...environment },
  }).stderr;
}

onEngine("tensorflow", () => {
  it("starts without messages and leaves standard error open, with or without oneDNN", () => {
    assert.equal(errorsOf({ TF_ENABLE_ONEDNN_OPTS: "1" }), "heard\n");
    assert.equal(errorsOf({ TF_ENABLE_ONEDNN_OPTS: "0" }), "heard\n");
  });

  it("prints TensorFlow's message about oneDNN if the log level asks for it", () => {
    assert.match(errorsOf({ TF_CPP_MIN_LOG_LEVEL: "0" }), /oneDNN custom operations are on/);
  });
});

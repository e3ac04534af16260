import "./quick-typescript";
import { parentPort } from "node:worker_threads";
import type { Question } from "./assistant";
import { Compiler } from "./compile";
import { assist } from "./tooling";

const compiler = new Compiler();

parentPort!.on("message", ({ declared, type, content }: Question) => {
  parentPort!.postMessage(assist(compiler, declared, type, content));
});

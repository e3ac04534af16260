import "./compile/typescript/quickTypescript";
import { parentPort, workerData } from "node:worker_threads";
import ts from "typescript";
import type { Question } from "./assist/assistant";
import { Compiler } from "./compile/compiler";
import { assist } from "./assist/assist";

ts.sys.getCurrentDirectory = () => workerData as string;
const compiler = new Compiler();

parentPort!.on("message", ({ declared, type, content }: Question) => {
  parentPort!.postMessage(assist(compiler, declared, type, content));
});

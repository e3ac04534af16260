export { npm, npmRegistry } from "./npm";
export { runProgram, tellingLine, type RunOptions } from "./runProgram";
export { answerRequests, Thread } from "./thread";

import { answerRequests } from "../../../lib/io/processes/thread";

/** What the thread of the tests is asked to do; it counts its answers. */
export type Errand = "count" | "fail" | "exit" | "hang" | "fail later" | (() => void);

let count = 0;

answerRequests(Promise.resolve(), async (errand: Errand) => {
  count++;
  if (errand === "fail") throw new RangeError("it fails");
  if (errand === "exit") process.exit();
  while (errand === "hang") await Promise.resolve();
  if (errand === "fail later") {
    setTimeout(() => {
      throw new Error("too late");
    }, 300);
  }
  return count;
});

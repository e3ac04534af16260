import type { RunTask } from "../runInChild";
import { JobWatch, type RemoteOptions } from "./jobWatch";

/** Runs cells as jobs of a scheduler. The cells that are started at the same time go into one batch, if its limit allows. */
export function remoteTasks(options: RemoteOptions): RunTask {
  const watch = new JobWatch(options);
  let isFollowing = false;
  return (task, { signal }) =>
    new Promise((resolve, reject) => {
      watch.add({ task, signal, resolve, reject });
      if (isFollowing) return;
      isFollowing = true;
      setImmediate(() => {
        void watch.follow().finally(() => (isFollowing = false));
      });
    });
}

import { writeFileSync } from "node:fs";
import path from "node:path";
import { random } from "../../lib/core/values";

/** Three Gaussian classes of forty feature vectors, as CSV. */
export function writeBlobs(folder: string): void {
  const draw = random(3);
  const rows = Array.from({ length: 120 }, (_, i) => {
    const features = Array.from({ length: 4 }, (_, j) =>
      (2 * Number(j === i % 3) + draw.normal()).toFixed(3),
    );
    return [`${i}.png`, "abc"[i % 3], ...features].join();
  });
  writeFileSync(path.join(folder, "x.csv"), ["file,class,t,u,v,w", ...rows].join("\n"));
}

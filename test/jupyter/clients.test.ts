import path from "node:path";
import { describe, it } from "node:test";
import { installKernel } from "../../lib/jupyter";
import { temporaryFolder } from "../support/temporary";
import { runPython, withoutJupyter } from "./python";

const client = (name: string) => path.resolve("test", "jupyter", "clients", name);

describe("our kernel under Jupyter's own clients", { skip: withoutJupyter, timeout: 300_000 }, () => {
  it("does for jupyter_client what a front end may ask of it", async (t) => {
    const folder = temporaryFolder(t);
    await installKernel(folder);
    await runPython([client("kernel.py")], { JUPYTER_PATH: folder });
  });

  it("passes Jupyter's own conformance tests", async (t) => {
    const folder = temporaryFolder(t);
    await installKernel(folder);
    await runPython([client("conformance.py")], { JUPYTER_PATH: folder });
  });

  it("runs notebooks for nbclient and papermill, and lines for jupyter console", async (t) => {
    const folder = temporaryFolder(t);
    await installKernel(folder);
    await runPython([client("notebooks.py"), folder], { JUPYTER_PATH: folder });
  });
});

import path from "node:path";
import { describe, it } from "node:test";
import { injectParameters, installKernel, readNotebook, writeNotebook } from "../../lib/jupyter";
import { runPython, withoutJupyter } from "../jupyter/python";
import { temporaryFolder } from "../support/temporary";
import { folder, names, smallParameters } from "./committed";

describe("the notebooks under nbclient", { skip: withoutJupyter }, () => {
  for (const name of names) {
    it(`${name} runs on small parameters`, { timeout: 300_000 }, async (t) => {
      const temporary = temporaryFolder(t);
      await installKernel(temporary);
      const notebook = await readNotebook(path.join(folder, name));
      const file = path.join(temporary, name);
      await writeNotebook(file, injectParameters(notebook, smallParameters(notebook)));
      const script = path.resolve("test", "jupyter", "clients", "execute.py");
      await runPython([script, folder, file], { JUPYTER_PATH: temporary });
    });
  }
});

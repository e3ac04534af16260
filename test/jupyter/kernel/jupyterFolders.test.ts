import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { activeEnvironment, kernelFolders, userDataFolder } from "../../../lib/jupyter/kernel/jupyterFolders";

describe("Jupyter's folders", { skip: process.platform !== "linux" }, () => {
  it("are searched in Jupyter's order: its path, the environments, the user, the system", () => {
    const folders = kernelFolders({
      JUPYTER_PATH: `/one${path.delimiter}${path.delimiter}/two`,
      VIRTUAL_ENV: "/venv",
      CONDA_PREFIX: "",
      XDG_DATA_HOME: "/data",
    });
    assert.deepEqual(folders, [
      "/one/kernels",
      "/two/kernels",
      "/venv/share/jupyter/kernels",
      "/data/jupyter/kernels",
      "/usr/local/share/jupyter/kernels",
      "/usr/share/jupyter/kernels",
    ]);
  });

  it("follow JUPYTER_DATA_DIR, and the active environment, of which there must be one", () => {
    assert.equal(userDataFolder({ JUPYTER_DATA_DIR: "/mine", XDG_DATA_HOME: "/data" }), "/mine");
    assert.equal(activeEnvironment({ CONDA_PREFIX: "/conda" }), "/conda");
    assert.throws(() => activeEnvironment({}), /no virtual environment is active\. Activate one/);
  });
});

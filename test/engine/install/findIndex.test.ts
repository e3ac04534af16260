import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { defaultIndex, findIndex } from "../../../lib/engine/install/findIndex";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

const noPip = !hasPip() && "there is no Python with pip";

function hasPip(): boolean {
  try {
    execFileSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("findIndex", () => {
  it("takes --index before PIP_INDEX_URL", async (t) => {
    withEnvironment(t, { PIP_INDEX_URL: "https://environment.example/simple" });
    const given = await findIndex("https://given.example/simple");
    assert.deepEqual(given, { address: "https://given.example/simple", trustedHosts: [] });
    assert.equal((await findIndex()).address, "https://environment.example/simple");
  });

  it("accepts http only on this machine, or if pip trusts the host", async (t) => {
    withEnvironment(t, { PIP_TRUSTED_HOST: undefined, PIP_CONFIG_FILE: "/dev/null" });
    assert.deepEqual((await findIndex("http://127.0.0.1:80/simple")).trustedHosts, []);
    await assert.rejects(findIndex("http://user:secret@mirror.example:8080/simple"), {
      name: "UserError",
      message:
        "--index is http://mirror.example:8080/simple, which is not https, so its files could be changed in transit. " +
        "Use an https address. If you trust the network to mirror.example:8080, tell pip, and it applies here too: " +
        "pip config set global.trusted-host mirror.example:8080",
    });
  });

  it("takes a host that PIP_TRUSTED_HOST names", async (t) => {
    withEnvironment(t, { PIP_TRUSTED_HOST: "other.example mirror.example" });
    const { trustedHosts } = await findIndex("http://mirror.example:8080/simple");
    assert.deepEqual(trustedHosts, ["mirror.example"]);
    await assert.rejects(findIndex("http://elsewhere.example/simple"), /which is not https/);
  });

  it("takes a host that pip's configuration file names", { skip: noPip }, async (t) => {
    const file = path.join(temporaryFolder(t), "pip.conf");
    const lines = ["[global]", "index-url = http://mirror.example/simple"];
    const environment = { PIP_CONFIG_FILE: file, PIP_INDEX_URL: undefined, PIP_TRUSTED_HOST: undefined };
    withEnvironment(t, environment);
    fs.writeFileSync(file, lines.join("\n"));
    await assert.rejects(
      findIndex(),
      /^UserError: pip's index-url is http:\/\/mirror\.example\/simple, which is not/,
    );
    fs.writeFileSync(file, [...lines, "trusted-host =", "  other.example", "  mirror.example:80"].join("\n"));
    assert.deepEqual(await findIndex(), {
      address: "http://mirror.example/simple",
      trustedHosts: ["mirror.example:80"],
    });
  });

  it("rejects anything that is not a web address", async () => {
    for (const address of ["somewhere", "ftp://a.example", "http://"]) {
      await assert.rejects(findIndex(address), {
        name: "UserError",
        message: `--index must be the https address of a Python package index, got "${address}".`,
      });
    }
  });

  it("says what to do if Python is missing", async (t) => {
    withEnvironment(t, { PIP_INDEX_URL: undefined, PATH: temporaryFolder(t) });
    await assert.rejects(findIndex(), {
      name: "UserError",
      message:
        /^Could not determine pip's index URL\. .* or give the address with --index URL \(or PIP_INDEX_URL\)\.$/,
    });
  });

  it("reads the address from pip's help, wrapped or not", () => {
    const start = "  -i, --index-url <url>       Base URL of the Python Package Index (default";
    const end = "). This should point to a repository (PEP 503).\n  --extra-index-url <url>  Extra URLs";
    assert.equal(defaultIndex(`${start} https://a.example/simple${end}`), "https://a.example/simple");
    assert.equal(
      defaultIndex(`${start}\n        https://my-\n        mirror.example/simple${end}`),
      "https://my-mirror.example/simple",
    );
    assert.equal(defaultIndex("No module named pip"), undefined);
  });
});

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { answers, ownBuildAddress } from "../../../lib/engine/install/npmPackage";
import { deadAddress, loopback } from "../../support/loopback";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

describe("answers", () => {
  it("is true for 200 to a HEAD request, false for anything else", async (t) => {
    const { address, requests } = await loopback(t, (request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      response.end();
    });
    assert.equal(await answers(`${address}/200`), true);
    assert.equal(requests[0]?.method, "HEAD");
    assert.equal(await answers(`${address}/403`), false);
    assert.equal(await answers(`${address}/503`), false);
    assert.equal(await answers(await deadAddress()), false);
  });

  it("gives up on a host that is silent", async (t) => {
    const { address } = await loopback(t, () => undefined);
    assert.equal(await answers(address, undefined, 50), false);
  });
});

describe("ownBuildAddress", () => {
  it("is what the package's install script would download, with the environment it knows", async (t) => {
    const folder = temporaryFolder(t);
    fs.mkdirSync(path.join(folder, "scripts"));
    fs.writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ scripts: { install: "node scripts/install.js gpu download" } }),
    );
    fs.writeFileSync(
      path.join(folder, "scripts", "install.js"),
      `require("rimraf");
       const address = process.env.TFJS_NODE_CDN_STORAGE + process.argv.slice(2).join("-");
       require("./resources").downloadAndUnpackResource(address, "deps", () => {});`,
    );
    withEnvironment(t, { TFJS_NODE_CDN_STORAGE: "https://mirror.example/" });
    assert.equal(await ownBuildAddress(folder), "https://mirror.example/gpu-download");
  });

  it("is undefined if the script rejects the platform", async (t) => {
    const folder = temporaryFolder(t);
    fs.writeFileSync(path.join(folder, "package.json"), '{"scripts":{"install":"node install.js"}}');
    fs.writeFileSync(path.join(folder, "install.js"), 'throw new Error("Unsupported system")');
    assert.equal(await ownBuildAddress(folder), undefined);
  });
});

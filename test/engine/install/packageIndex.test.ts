import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { projectFiles, wheelMetadata, withSize } from "../../../lib/engine/install/packageIndex";
import { deadAddress, loopback, sendBytes } from "../../support/loopback";

const sha256 = "0123456789abcdef".repeat(4);

const at = (address: string) => ({ address, trustedHosts: [] });

describe("the package index", () => {
  it("is read in its JSON form, without withdrawn files", async (t) => {
    const { address, requests } = await loopback(t, (_, response) => {
      response.setHeader("content-type", "application/vnd.pypi.simple.v1+json");
      const files = [
        { filename: "a-1.whl", url: "/files/a-1.whl", hashes: { sha256 }, size: 7, yanked: false },
        { filename: "a-2.whl", url: "/files/a-2.whl", hashes: { sha256 }, yanked: "broken" },
      ];
      response.end(JSON.stringify({ meta: { "api-version": "1.1" }, files }));
    });
    assert.deepEqual(await projectFiles(at(`${address}/simple`), "a"), [
      { filename: "a-1.whl", url: `${address}/files/a-1.whl`, sha256, size: 7 },
    ]);
    assert.equal(requests[0]?.path, "/simple/a/");
    assert.match(requests[0].headers.accept ?? "", /^application\/vnd\.pypi\.simple\.v1\+json/);
  });

  it("is read in its HTML form, with the size from the file's server", async (t) => {
    const { address, requests } = await loopback(t, (request, response) => {
      if (request.url !== "/simple/a/") {
        sendBytes(request, response, Buffer.alloc(42));
        return;
      }
      response.setHeader("content-type", "text/html");
      response.end(
        `<a href="../../a-1.whl#sha256=${sha256}" data-requires-python="&gt;=3">a-1.whl</a><br/>\n` +
          `<a data-yanked="" href="../../a-2.whl#sha256=${sha256}">a-2.whl</a>`,
      );
    });
    const files = await projectFiles(at(`${address}/simple/`), "a");
    assert.deepEqual(files, [{ filename: "a-1.whl", url: `${address}/a-1.whl`, sha256 }]);
    assert.equal((await withSize(files[0], at(address))).size, 42);
    assert.equal(requests.at(-1)?.method, "HEAD");
  });

  it("gets the user name and password of its address, also for its own files", async (t) => {
    const { address, requests } = await loopback(t, (_, response) => {
      response.setHeader("content-type", "text/html");
      response.end('<a href="/a-1.whl">a-1.whl</a> <a href="http://elsewhere.example/a-2.whl">a-2.whl</a>');
    });
    const files = await projectFiles(at(address.replace("//", "//user:p%40ss@")), "a");
    const authorization = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    assert.equal(requests[0]?.headers.authorization, authorization);
    assert.match(files[0].url, /\/\/user:p%40ss@127/);
    assert.equal(files[1].url, "http://elsewhere.example/a-2.whl");
  });

  it("gives a wheel's metadata if it has it", async (t) => {
    const { address } = await loopback(t, (request, response) => {
      response.statusCode = request.url === "/a.whl.metadata" ? 200 : 404;
      response.end("Name: a");
    });
    assert.equal(await wheelMetadata({ filename: "a.whl", url: `${address}/a.whl` }, at(address)), "Name: a");
    assert.equal(await wheelMetadata({ filename: "b.whl", url: `${address}/b.whl` }, at(address)), undefined);
  });

  it("gets one sentence each for a missing package, a missing checksum and no answer", async (t) => {
    const { address } = await loopback(t, (_, response) => {
      response.statusCode = 404;
      response.end();
    });
    await assert.rejects(projectFiles(at(`${address}/simple`), "a"), {
      name: "UserError",
      message: `The package index ${address}/simple has no package "a". Name another with --index URL.`,
    });
    await assert.rejects(withSize({ filename: "a.whl", url: address }, at(address)), {
      name: "UserError",
      message: /^The package index gives no sha256 for a\.whl/,
    });
    await assert.rejects(projectFiles(at(await deadAddress()), "a"), {
      name: "UserError",
      message: /^The package index does not answer \(127\.0\.0\.1:\d+: ECONNREFUSED\)\. /,
    });
  });

  it("is rejected if its page is not a list of files; files with invalid fields are skipped", async (t) => {
    let page = "";
    const { address } = await loopback(t, (_, response) => {
      response.setHeader("content-type", "application/vnd.pypi.simple.v1+json");
      response.end(page);
    });
    for (page of ["", "null", "[]", '{"files":7}']) {
      await assert.rejects(projectFiles(at(address), "a"), {
        name: "UserError",
        message: /^The package index .* does not list the files of "a" as PEP 691 requires\. /,
      });
    }
    const odd = [
      null,
      1,
      {},
      { filename: 1, url: "a" },
      { filename: "a" },
      { filename: "a", url: "http://[" },
    ];
    const whole = { filename: "a", url: "/a", hashes: { sha256: "abc" }, size: -1 };
    page = JSON.stringify({ files: [...odd, whole] });
    assert.deepEqual(await projectFiles(at(address), "a"), [{ filename: "a", url: `${address}/a` }]);
  });

  it("is not followed to a file without https", async () => {
    const file = { filename: "a.whl", url: "http://elsewhere.example/a.whl", sha256 };
    await assert.rejects(withSize(file, at("https://a.example/simple")), {
      name: "UserError",
      message: /^http:\/\/elsewhere\.example\/a\.whl is not secure: .* Use an https address\.$/,
    });
  });
});

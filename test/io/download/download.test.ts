import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { UserError } from "../../../lib/core/errors";
import { download, type DownloadOptions, type RemoteFile } from "../../../lib/io/download/download";
import type { DownloadEvent } from "../../../lib/io/download/events";
import { loopback, sendBytes } from "../../support/loopback";
import { temporaryFolder } from "../../support/temporary";

const bytes = Buffer.alloc(300_000, "wheel ");
const sha256 = createHash("sha256").update(bytes).digest("hex");

function file(address: string): RemoteFile {
  return { filename: "a.whl", url: `${address}/a.whl`, sha256, size: bytes.length };
}

async function collect(wanted: RemoteFile, folder: string, options: DownloadOptions = {}) {
  const events: DownloadEvent[] = [];
  const running = download(wanted, folder, { pauseMs: 1, ...options });
  for (;;) {
    const next = await running.next();
    if (next.done) return { events, path: next.value };
    events.push(next.value);
  }
}

describe("download", () => {
  it("downloads the file, reports its progress to the end, and leaves no part file", async (t) => {
    const folder = temporaryFolder(t);
    const { address } = await loopback(t, (request, response) => {
      sendBytes(request, response, bytes);
    });
    const { events, path: whole } = await collect(file(address), folder);
    assert.deepEqual(fs.readFileSync(whole), bytes);
    assert.deepEqual(fs.readdirSync(folder), ["a.whl"]);
    assert.deepEqual(events.at(-1), {
      kind: "download",
      file: "a.whl",
      received: bytes.length,
      total: bytes.length,
    });
  });

  it("resumes with a Range request after the connection was lost", async (t) => {
    const folder = temporaryFolder(t);
    const { address, requests } = await loopback(t, (request, response) => {
      if (requests.length > 1) {
        sendBytes(request, response, bytes);
        return;
      }
      response.setHeader("content-length", bytes.length);
      response.write(bytes.subarray(0, 100_000), () => response.destroy());
    });
    const { path: whole } = await collect(file(address), folder);
    assert.deepEqual(fs.readFileSync(whole), bytes);
    assert.deepEqual(
      requests.map(({ headers }) => headers.range),
      [undefined, "bytes=100000-"],
    );
  });

  it("resumes from the part file of a killed process", async (t) => {
    const folder = temporaryFolder(t);
    fs.writeFileSync(path.join(folder, "a.whl.part"), bytes.subarray(0, 200_000));
    const { address, requests } = await loopback(t, (request, response) => {
      sendBytes(request, response, bytes);
    });
    const { events, path: whole } = await collect(file(address), folder);
    assert.equal(requests[0]?.headers.range, "bytes=200000-");
    assert.ok(events.every(({ received }) => received > 200_000));
    assert.deepEqual(fs.readFileSync(whole), bytes);
  });

  it("starts over if the server does not support ranges, or if the part is longer than the file", async (t) => {
    const folder = temporaryFolder(t);
    const { address, requests } = await loopback(t, (_, response) => response.end(bytes));
    fs.writeFileSync(path.join(folder, "a.whl.part"), "something else");
    assert.deepEqual(fs.readFileSync((await collect(file(address), folder)).path), bytes);

    fs.rmSync(path.join(folder, "a.whl"));
    fs.writeFileSync(path.join(folder, "a.whl.part"), Buffer.alloc(bytes.length + 1));
    assert.deepEqual(fs.readFileSync((await collect(file(address), folder)).path), bytes);
    assert.equal(requests.at(-1)?.headers.range, undefined);
  });

  it("sends no request if the file is there, and replaces a corrupt one", async (t) => {
    const folder = temporaryFolder(t);
    const { address, requests } = await loopback(t, (request, response) => {
      sendBytes(request, response, bytes);
    });
    fs.writeFileSync(path.join(folder, "a.whl"), "corrupt");
    await collect(file(address), folder);
    assert.equal(requests.length, 1);
    await collect(file(address), folder);
    assert.equal(requests.length, 1);
    assert.deepEqual(fs.readFileSync(path.join(folder, "a.whl")), bytes);
  });

  it("deletes a file with the wrong sha256 and says so", async (t) => {
    const folder = temporaryFolder(t);
    const { address } = await loopback(t, (request, response) => {
      sendBytes(request, response, Buffer.alloc(bytes.length, "other "));
    });
    await assert.rejects(collect(file(address), folder), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /^a\.whl arrived corrupt \(sha256 .*, expected .*\) and was deleted\. Run/);
      return true;
    });
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  it("names the address that answers 404, and does not retry", async (t) => {
    const folder = temporaryFolder(t);
    const { address, requests } = await loopback(t, (_, response) => {
      response.statusCode = 404;
      response.end();
    });
    await assert.rejects(collect(file(address), folder, { advice: "Name another server." }), {
      name: "UserError",
      message: `${address}/a.whl answered 404. Name another server.`,
    });
    assert.equal(requests.length, 1);
  });

  it("tries a failing server several times, keeps the part, and then gives up", async (t) => {
    const folder = temporaryFolder(t);
    fs.writeFileSync(path.join(folder, "a.whl.part"), bytes.subarray(0, 1000));
    const { address, requests } = await loopback(t, (_, response) => {
      response.statusCode = 503;
      response.end();
    });
    await assert.rejects(collect(file(address), folder, { attempts: 3 }), {
      name: "UserError",
      message: /^The download of a\.whl failed \(127\.0\.0\.1:\d+ answered 503\)\. .*where it stopped\.$/,
    });
    assert.equal(requests.length, 3);
    assert.equal(fs.statSync(path.join(folder, "a.whl.part")).size, 1000);
  });

  it("treats a stalled connection as lost", async (t) => {
    const folder = temporaryFolder(t);
    const { address, requests } = await loopback(t, (request, response) => {
      if (requests.length > 1) sendBytes(request, response, bytes);
      else response.setHeader("content-length", bytes.length).write(bytes.subarray(0, 10));
    });
    await collect(file(address), folder, { stallMs: 100 });
    assert.equal(requests[1]?.headers.range, "bytes=10-");
  });

  it("stops at once when aborted, and keeps the part", async (t) => {
    const folder = temporaryFolder(t);
    const controller = new AbortController();
    const { address } = await loopback(t, (_, response) => {
      response.setHeader("content-length", bytes.length).write(bytes.subarray(0, 50_000));
    });
    const running = download(file(address), folder, { signal: controller.signal });
    await running.next();
    controller.abort();
    await assert.rejects(running.next(), { name: "AbortError" });
    assert.ok(fs.statSync(path.join(folder, "a.whl.part")).size > 0);
  });

  it("stops when a server sends too much, and keeps none of it", async (t) => {
    const folder = temporaryFolder(t);
    const { address } = await loopback(t, (_, response) => response.end(Buffer.alloc(3 * bytes.length)));
    await assert.rejects(collect(file(address), folder), {
      name: "UserError",
      message: `${address}/a.whl sends more than the 300000 bytes of a.whl. Run the command again.`,
    });
    assert.equal(fs.statSync(path.join(folder, "a.whl.part")).size, 0);
  });

  it("requests only files with plain names", async (t) => {
    const folder = temporaryFolder(t);
    const { address, requests } = await loopback(t, (_, response) => response.end(bytes));
    const inside = path.join(folder, "downloads");
    fs.mkdirSync(inside);
    for (const filename of [
      "../evil.whl",
      "/tmp/evil.whl",
      "a/evil.whl",
      "..",
      ".hidden",
      "",
      "a\\b",
      "a\0b",
    ]) {
      await assert.rejects(collect({ ...file(address), filename }, inside), {
        name: "UserError",
        message: /is not a plain file name, so it was not downloaded\. /,
      });
    }
    assert.equal(requests.length, 0);
    assert.deepEqual(fs.readdirSync(folder), ["downloads"]);
  });

  it("uses https only, unless the host is trusted", async (t) => {
    const folder = temporaryFolder(t);
    await assert.rejects(collect({ ...file("http://mirror.invalid"), size: 1 }, folder), {
      name: "UserError",
      message: /^http:\/\/mirror\.invalid\/a\.whl is not secure: .* Use an https address\.$/,
    });
    const options = { trustedHosts: ["mirror.invalid"], attempts: 1 };
    await assert.rejects(
      collect(file("http://mirror.invalid"), folder, options),
      /The download of a\.whl failed/,
    );
  });
});

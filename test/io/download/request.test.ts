import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NetworkError, request, responseText } from "../../../lib/io/download/request";
import { loopback } from "../../support/loopback";

describe("request", () => {
  it("follows redirects, and sends the password to the first server only", async (t) => {
    const other = await loopback(t, (_, response) => response.end("there"));
    const first = await loopback(t, (asked, response) => {
      const target = asked.url === "/start" ? "/next" : `${other.address}/end`;
      response.writeHead(302, { location: target }).end();
    });
    const response = await request(first.address.replace("//", "//user:secret@") + "/start", {
      headers: { range: "bytes=1-" },
    });
    assert.equal(response.url, `${other.address}/end`);
    assert.equal(await responseText(response, 100), "there");
    const seen = [...first.requests, ...other.requests].map(({ path, headers }) => [
      path,
      headers.authorization !== undefined,
      headers.range,
    ]);
    assert.deepEqual(seen, [
      ["/start", true, "bytes=1-"],
      ["/next", true, "bytes=1-"],
      ["/end", false, "bytes=1-"],
    ]);
  });

  it("does not follow a redirect to plain http on another machine, or retry", async (t) => {
    const { address, requests } = await loopback(t, (_, response) => {
      response.writeHead(301, { location: "http://mirror.invalid/a" }).end();
    });
    await assert.rejects(request(address, { attempts: 3 }), {
      name: "UserError",
      message: /^http:\/\/mirror\.invalid\/a is not secure/,
    });
    assert.equal(requests.length, 1);
  });

  it("gives up on circular redirects", async (t) => {
    const { address, requests } = await loopback(t, (_, response) => {
      response.writeHead(307, { location: "/" }).end();
    });
    await assert.rejects(
      request(address),
      (error) => error instanceof NetworkError && error.message.includes("more than 10 times"),
    );
    assert.equal(requests.length, 11);
  });

  it("is read only up to the limit", async (t) => {
    const { address } = await loopback(t, (_, response) => response.end("x".repeat(2e6)));
    await assert.rejects(responseText(await request(address), 1e6), {
      name: "UserError",
      message: `${address}/ sends more than 1 MB of text. Use another server.`,
    });
  });
});

import http from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface SeenRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
}

export interface Loopback {
  /** Such as http://127.0.0.1:40123, without a slash at the end. */
  address: string;
  requests: SeenRequest[];
}

/** A web server on this machine for the length of one test, which remembers what it was asked. */
export async function loopback(t: TestContext, answer: http.RequestListener): Promise<Loopback> {
  const requests: SeenRequest[] = [];
  const server = http.createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, requests };
}

/** An address at which nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = http.createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${port}`;
}

/** Sends bytes as file servers do: sizes told, and from the middle on when asked so. */
export function sendBytes(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  bytes: Uint8Array,
): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  response.statusCode = start > 0 ? 206 : 200;
  if (start > 0) response.setHeader("content-range", `bytes ${start}-${bytes.length - 1}/${bytes.length}`);
  response.setHeader("content-length", bytes.length - start);
  response.end(request.method === "HEAD" ? undefined : bytes.subarray(start));
}

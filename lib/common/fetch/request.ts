import { setTimeout as wait } from "node:timers/promises";

/** The network or the server failed in a way that may pass: worth another try. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

export interface RequestOptions {
  method?: "GET" | "HEAD";
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** How often to try in all, when the network fails. */
  attempts?: number;
}

/** `fetch` that takes addresses with a user name and password and tells passing failures from lasting ones. */
export async function request(address: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", headers = {}, signal, attempts = 1 } = options;
  const { url, authorization } = splitCredentials(address);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...authorization },
      signal: signal ?? null,
    });
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new NetworkError(`${url.host} answered ${response.status}`);
    }
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    if (attempts <= 1) throw asNetworkError(error, url);
    await wait(500, undefined, { signal });
    return request(address, { ...options, attempts: attempts - 1 });
  }
}

/** Turns what `fetch` and its body streams throw ("fetch failed", "terminated") into the underlying cause. */
export function asNetworkError(error: unknown, url: URL): NetworkError {
  if (error instanceof NetworkError) return error;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return new NetworkError(`${url.host}: ${code ?? message ?? "no answer"}`);
}

/** What to try when the network fails; Node's fetch knows proxies only when told. */
export function networkAdvice(environment: NodeJS.ProcessEnv = process.env): string {
  const proxy = environment.HTTPS_PROXY ?? environment.https_proxy;
  return proxy === undefined || environment.NODE_USE_ENV_PROXY === "1"
    ? "Check the network connection and run the command again."
    : "HTTPS_PROXY is set: with Node 24 or newer, run the command again with NODE_USE_ENV_PROXY=1.";
}

/** An address without its password, fit for messages. */
export function shownAddress(address: string): string {
  return splitCredentials(address).url.href;
}

function splitCredentials(address: string): { url: URL; authorization: Record<string, string> } {
  const url = new URL(address);
  const { username, password } = url;
  if (username === "" && password === "") return { url, authorization: {} };
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

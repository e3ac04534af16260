import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../../core";
import { checkAddress, redirectTarget } from "./secureAddress";
import { shownAddress, splitCredentials } from "./shownAddress";

/** A temporary failure of the network or the server, worth another try. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

export interface RequestOptions {
  method?: "GET" | "HEAD";
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Total number of tries if the network fails. */
  attempts?: number;
  /** Hosts that may be accessed over plain http: `host` or `host:port`. */
  trustedHosts?: readonly string[];
}

const mostRedirects = 10;

/**
 * `fetch` that accepts addresses with a user name and password, distinguishes temporary failures from permanent ones, and only
 * uses https (or servers on this machine), redirects included.
 */
export async function request(address: string, options: RequestOptions = {}): Promise<Response> {
  const { signal, attempts = 1 } = options;
  const { url } = splitCredentials(address);
  try {
    const response = await follow(address, options);
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new NetworkError(`${url.host} answered ${response.status}`);
    }
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UserError) throw error;
    if (attempts <= 1) throw asNetworkError(error, url);
    await wait(500, undefined, { signal });
    return request(address, { ...options, attempts: attempts - 1 });
  }
}

/** Sends the request and follows redirects. The user name and password go to the first server only. */
async function follow(address: string, options: RequestOptions): Promise<Response> {
  const { method = "GET", headers = {}, signal, trustedHosts } = options;
  const { url: first, authorization } = splitCredentials(address);
  checkAddress(first, trustedHosts);
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(url.origin === first.origin && authorization) },
      redirect: "manual",
      signal: signal ?? null,
    });
    const location = [301, 302, 303, 307, 308].includes(response.status) && response.headers.get("location");
    if (!location) return response;
    await response.body?.cancel();
    url = redirectTarget(url, location, trustedHosts);
  }
  throw new NetworkError(`${first.host} redirects more than ${mostRedirects} times`);
}

/** The body of a response as text. Rejects more than `limit` bytes before they fill the memory. */
export async function responseText(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) {
        throw new UserError(
          `${shownAddress(response.url)} sends more than ${limit / 1e6} MB of text. Use another server.`,
        );
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof TypeError ? asNetworkError(error, new URL(response.url)) : error;
  }
  return Buffer.concat(chunks).toString();
}

/** Turns what `fetch` and its body streams throw ("fetch failed", "terminated") into the underlying cause. */
export function asNetworkError(error: unknown, url: URL): NetworkError {
  if (error instanceof NetworkError) return error;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return new NetworkError(`${url.host}: ${code ?? message ?? "no answer"}`);
}

/** What to try if the network fails. Node's fetch uses proxies only if NODE_USE_ENV_PROXY is set. */
export function networkAdvice(environment: NodeJS.ProcessEnv = process.env): string {
  const proxy = environment.HTTPS_PROXY ?? environment.https_proxy;
  return proxy === undefined || environment.NODE_USE_ENV_PROXY === "1"
    ? "Check the network connection and run the command again."
    : "HTTPS_PROXY is set: with Node 24 or newer, run the command again with NODE_USE_ENV_PROXY=1.";
}

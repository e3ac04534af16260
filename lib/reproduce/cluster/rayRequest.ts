import http from "node:http";
import https from "node:https";
import { parseJson } from "../../io/files";
import { SchedulerError } from "./executor";

const timeoutMs = 60_000;

/**
 * Asks the dashboard of a Ray cluster and returns its JSON. Not with `fetch`: that sends a browser's headers, which Ray answers with 405.
 */
export function rayRequest(
  address: string,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<unknown> {
  const url = new URL(path, address);
  const { request } = url.protocol === "https:" ? https : http;
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const silent = (reason: string) =>
      new SchedulerError(
        `--on ray: no Ray cluster answers at ${address} (${reason}). Name the address of its dashboard with --ray-address.`,
      );
    const sent = request(url, { method, headers, timeout: timeoutMs }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("error", (error) => {
        reject(silent(error.message));
      });
      response.on("end", () => {
        try {
          resolve(answer(response.statusCode ?? 0, text, address));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    sent.on("error", (error: NodeJS.ErrnoException) => {
      reject(silent(error.code ?? error.message));
    });
    sent.end(body && JSON.stringify(body));
  });
}

function answer(status: number, text: string, address: string): unknown {
  if (status >= 400 && status !== 404) {
    // Ray answers errors with a Python traceback, whose last line says what is wrong.
    const line = text.trim().split("\n").at(-1) ?? "";
    throw new SchedulerError(`ray: ${address} answers ${status}: ${line.slice(0, 300)}`);
  }
  try {
    if (status === 404) throw new Error("not found");
    return parseJson(text, address);
  } catch {
    throw new SchedulerError(
      `--on ray: what answers at ${address} is not the dashboard of Ray. Name its address with --ray-address, such as http://127.0.0.1:8265.`,
    );
  }
}

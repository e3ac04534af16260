import http from "node:http";
import https from "node:https";
import { UserError } from "../core";

/** A server that does not answer must not hold up a run for long. */
const patienceMs = 10_000;

/** An MLflow server that says no, with its code, such as RESOURCE_DOES_NOT_EXIST. */
export class MlflowError extends UserError {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Calls a function of MLflow's REST API 2.0, such as "runs/create". With a body it posts, without one it gets. */
export type MlflowCall = (name: string, body?: object) => Promise<Record<string, unknown>>;

/** Talks to the server at an address, with the credentials of MLflow's environment variables where there are some. */
export function mlflowClient(address: URL, environment: NodeJS.ProcessEnv = process.env): MlflowCall {
  const headers = { "content-type": "application/json", ...authorization(address, environment) };
  const base = `${address.origin}${address.pathname.replace(/\/$/, "")}/api/2.0/mlflow/`;
  return async (name, body) => {
    const { status, text } = await send(base + name, headers, body).catch((error: unknown) => {
      throw new UserError(`no MLflow server answers at ${address.origin} (${reasonOf(error)}).`);
    });
    const answer = parsed(text);
    if (status === 200) return answer;
    const { error_code: code = `HTTP ${status}`, message = "" } = answer as Record<string, string>;
    throw new MlflowError(
      `the MLflow server at ${address.origin} refuses ${name.split("?")[0]}: ${code} ${firstLine(message)}`.trim(),
      code,
    );
  };
}

function send(
  address: string,
  headers: Record<string, string>,
  body: object | undefined,
): Promise<{ status: number; text: string }> {
  const { request } = address.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const signal = AbortSignal.timeout(patienceMs);
    const sent = request(address, { method, headers, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** A user and password in the address or the environment, or a token. */
function authorization(address: URL, environment: NodeJS.ProcessEnv): { authorization?: string } {
  const { MLFLOW_TRACKING_TOKEN: token } = environment;
  const user = decodeURIComponent(address.username) || environment.MLFLOW_TRACKING_USERNAME;
  const password = decodeURIComponent(address.password) || environment.MLFLOW_TRACKING_PASSWORD;
  if (user !== undefined && password !== undefined)
    return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { message: firstLine(text) };
  }
}

const firstLine = (text: string): string => text.trim().split("\n")[0].slice(0, 200);

const reasonOf = (error: unknown): string => {
  const { name, code, message } = error as NodeJS.ErrnoException;
  return name === "TimeoutError" || name === "AbortError"
    ? `no answer in ${patienceMs / 1000} s`
    : (code ?? message);
};

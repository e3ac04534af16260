import { UserError } from "../../common/errors";
import {
  networkAdvice,
  NetworkError,
  request,
  type RequestOptions,
  shownAddress,
} from "../../common/fetch/request";

/** A file that a Python package index offers. */
export interface IndexFile {
  filename: string;
  url: string;
  sha256?: string;
  size?: number;
}

/** What a download needs to know. */
export type SizedFile = Required<IndexFile>;

const accept =
  "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

/** The files of one project, withdrawn ("yanked") ones left out (PEP 503, PEP 691). */
export async function projectFiles(
  index: string,
  project: string,
  signal?: AbortSignal,
): Promise<IndexFile[]> {
  const address = new URL(`${project}/`, index.replace(/\/*$/, "/"));
  const response = await ask(address.href, { headers: { accept }, signal });
  if (response.status === 404) {
    throw new UserError(
      `The package index ${shownAddress(index)} has no package "${project}". Name another with --index URL.`,
    );
  }
  if (!response.ok) {
    throw new UserError(
      `The package index ${shownAddress(index)} answered ${response.status} for "${project}". ` +
        "Check the address, or name another with --index URL.",
    );
  }
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const found = isJson ? parseJsonPage(await response.json()) : parseHtmlPage(await response.text());
  return found.map((file) => ({ ...file, url: resolveAddress(file.url, response.url, address) }));
}

/** The file with its size; where the index does not tell it (the HTML form), its server is asked. */
export async function withSize(file: IndexFile, signal?: AbortSignal): Promise<SizedFile> {
  const { filename, url, sha256 } = file;
  if (sha256 === undefined) {
    throw new UserError(
      `The package index gives no sha256 for ${filename}, so it cannot be checked. Name another with --index URL.`,
    );
  }
  const size = file.size ?? (await askSize(url, signal));
  return { filename, url, sha256, size };
}

/** The METADATA of a wheel when it is served beside the wheel (PEP 658), else undefined. */
export async function wheelMetadata(file: IndexFile, signal?: AbortSignal): Promise<string | undefined> {
  const response = await ask(`${file.url}.metadata`, { signal });
  return response.ok ? response.text() : undefined;
}

async function ask(address: string, options: RequestOptions): Promise<Response> {
  try {
    return await request(address, { ...options, attempts: 3 });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    throw new UserError(`The package index does not answer (${error.message}). ${networkAdvice()}`);
  }
}

async function askSize(url: string, signal?: AbortSignal): Promise<number> {
  const response = await ask(url, { method: "HEAD", signal });
  const length = Number(response.headers.get("content-length"));
  if (response.ok && length > 0) return length;
  throw new UserError(
    `${shownAddress(url)} answered ${response.status} without a size. Name another package index with --index URL.`,
  );
}

interface JsonPage {
  files: {
    filename: string;
    url: string;
    hashes?: { sha256?: string };
    size?: number;
    yanked?: boolean | string;
  }[];
}

function parseJsonPage(page: unknown): IndexFile[] {
  return (page as JsonPage).files
    .filter(({ yanked }) => yanked === undefined || yanked === false)
    .map(({ filename, url, hashes, size }) => ({
      filename,
      url,
      ...(hashes?.sha256 !== undefined && { sha256: hashes.sha256 }),
      ...(size !== undefined && { size }),
    }));
}

function parseHtmlPage(page: string): IndexFile[] {
  const files: IndexFile[] = [];
  for (const [, attributes = "", text = ""] of page.matchAll(/<a\s([^>]*)>([^<]*)<\/a>/gi)) {
    const href = /href="([^"]*)"/i.exec(attributes)?.[1]?.replaceAll("&amp;", "&");
    if (href === undefined || /(^|\s)data-yanked/i.test(attributes)) continue;
    const [url = "", fragment = ""] = href.split("#");
    const sha256 = /sha256=([0-9a-f]{64})/i.exec(fragment)?.[1];
    files.push({ filename: text.trim(), url, ...(sha256 !== undefined && { sha256 }) });
  }
  return files;
}

/** Files on the index's own server are fetched with the index's user name and password. */
function resolveAddress(address: string, page: string, index: URL): string {
  const url = new URL(address, page);
  if (url.origin === index.origin) {
    url.username = index.username;
    url.password = index.password;
  }
  return url.href;
}

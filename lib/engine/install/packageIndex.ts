import { UserError } from "../../core";
import {
  networkAdvice,
  NetworkError,
  request,
  responseText,
  shownAddress,
  type RequestOptions,
} from "../../io/download";
import type { PackageIndex } from "./findIndex";

/** A file that a Python package index offers. */
export interface IndexFile {
  filename: string;
  url: string;
  sha256?: string;
  size?: number;
}

/** A file with everything that a download needs. */
export type SizedFile = Required<IndexFile>;

const accept =
  "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

/** Limit in bytes; the pages of PyPI's largest projects have a few MB. */
const largestPage = 100e6;

/** The files of one project, except withdrawn ("yanked") ones (PEP 503, PEP 691). */
export async function projectFiles(
  index: PackageIndex,
  project: string,
  signal?: AbortSignal,
): Promise<IndexFile[]> {
  const address = new URL(`${project}/`, index.address.replace(/\/*$/, "/"));
  const shown = shownAddress(index.address);
  const { response, text } = await ask(address.href, index, { headers: { accept }, signal });
  if (response.status === 404) {
    throw new UserError(
      `The package index ${shown} has no package "${project}". Name another with --index URL.`,
    );
  }
  if (!response.ok) {
    throw new UserError(
      `The package index ${shown} answered ${response.status} for "${project}". ` +
        "Check the address, or name another with --index URL.",
    );
  }
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const found = isJson ? parseJsonPage(text) : parseHtmlPage(text);
  if (found === undefined) {
    throw new UserError(
      `The package index ${shown} does not list the files of "${project}" as PEP 691 requires. Name another with --index URL.`,
    );
  }
  return found.flatMap((file) => {
    const url = resolveAddress(file.url, response.url, address);
    return url === undefined ? [] : [{ ...file, url }];
  });
}

/** The file with its size. If the index does not give it (the HTML form does not), asks the file's server. */
export async function withSize(
  file: IndexFile,
  index: PackageIndex,
  signal?: AbortSignal,
): Promise<SizedFile> {
  const { filename, url, sha256 } = file;
  if (sha256 === undefined) {
    throw new UserError(
      `The package index gives no sha256 for ${filename}, so it cannot be checked. Name another with --index URL.`,
    );
  }
  const size = file.size ?? (await askSize(url, index, signal));
  return { filename, url, sha256, size };
}

/** The METADATA of a wheel if the index serves it beside the wheel (PEP 658), else undefined. */
export async function wheelMetadata(
  file: IndexFile,
  index: PackageIndex,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { response, text } = await ask(`${file.url}.metadata`, index, { signal });
  return response.ok ? text : undefined;
}

async function ask(
  address: string,
  { trustedHosts }: PackageIndex,
  options: RequestOptions,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await request(address, { ...options, trustedHosts, attempts: 3 });
    return { response, text: await responseText(response, largestPage) };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    throw new UserError(`The package index does not answer (${error.message}). ${networkAdvice()}`);
  }
}

async function askSize(url: string, index: PackageIndex, signal?: AbortSignal): Promise<number> {
  const { response } = await ask(url, index, { method: "HEAD", signal });
  const length = Number(response.headers.get("content-length"));
  if (response.ok && Number.isSafeInteger(length) && length > 0) return length;
  throw new UserError(
    `${shownAddress(url)} answered ${response.status} without a size. Name another package index with --index URL.`,
  );
}

/** One file of the JSON form. The index may send anything, so nothing is assumed. */
type JsonFile = Partial<Record<"filename" | "url" | "hashes" | "size" | "yanked", unknown>>;

function parseJsonPage(text: string): IndexFile[] | undefined {
  let page: { files?: unknown } | null;
  try {
    page = JSON.parse(text) as { files?: unknown } | null;
  } catch {
    return undefined;
  }
  if (!Array.isArray(page?.files)) return undefined;
  return (page.files as (JsonFile | null)[]).flatMap((file) => {
    const { filename, url, hashes, size, yanked = false } = file ?? {};
    if (typeof filename !== "string" || typeof url !== "string" || yanked !== false) return [];
    const sha256 = asSha256((hashes as { sha256?: unknown } | null | undefined)?.sha256);
    const hasSize = Number.isSafeInteger(size) && (size as number) > 0;
    return [{ filename, url, ...(sha256 && { sha256 }), ...(hasSize && { size: size as number }) }];
  });
}

function asSha256(value: unknown): string | undefined {
  return typeof value === "string" && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : undefined;
}

function parseHtmlPage(page: string): IndexFile[] {
  const files: IndexFile[] = [];
  for (const [, attributes = "", text = ""] of page.matchAll(/<a\s([^>]*)>([^<]*)<\/a>/gi)) {
    const href = /href="([^"]*)"/i.exec(attributes)?.[1]?.replaceAll("&amp;", "&");
    if (href === undefined || /(^|\s)data-yanked/i.test(attributes)) continue;
    const [url = "", fragment = ""] = href.split("#");
    const sha256 = asSha256(/^sha256=(.*)$/.exec(fragment)?.[1]);
    files.push({ filename: text.trim(), url, ...(sha256 && { sha256 }) });
  }
  return files;
}

/** Files on the index's own server are fetched with the index's user name and password. */
function resolveAddress(address: string, page: string, index: URL): string | undefined {
  if (!URL.canParse(address, page)) return undefined;
  const url = new URL(address, page);
  if (url.origin === index.origin) {
    url.username = index.username;
    url.password = index.password;
  }
  return url.href;
}

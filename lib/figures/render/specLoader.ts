import { existsSync } from "node:fs";
import type { Loader } from "vega";
import { check, UserError } from "../../core";
import { pictureFileUrl, readableFile, requireRegularFile, type ReadAccess } from "../../io/files";
import { isSafeLink } from "../../core/html";

/** A picture in the text of its own address. */
const dataPicture = /^data:image\/[\w.+-]+[;,]/i;

/**
 * How Vega loads the addresses in a specification: data come from permitted files or data: URLs, pictures become data: URLs, and links
 * that would run code are left out. Nothing is loaded from the network.
 *
 * @param onMissingPicture - Gets the reason why a picture is left out.
 */
export function specLoader(
  vegaLoader: Loader,
  access: ReadAccess,
  onMissingPicture: (reason: string) => void,
): Loader {
  const load: Loader["load"] = async (address, options) => {
    if (/^data:/i.test(address)) return loadDataUrl(address, options);
    const file = readableFile(address, access);
    if (existsSync(file)) requireRegularFile(file, address);
    return vegaLoader.file(file);
  };
  /** Many marks may show the same picture. */
  const known = new Map<string, string>();
  const picture = (address: string): string => {
    try {
      return pictureOf(address, access);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      onMissingPicture(error.message);
      return "";
    }
  };
  const sanitize: Loader["sanitize"] = (address, { context }: { context?: string }) => {
    if (context !== "image") return Promise.resolve(safeLink(address));
    const href = known.get(address) ?? picture(address);
    known.set(address, href);
    return Promise.resolve({ href });
  };
  return { ...vegaLoader, load, sanitize };
}

/** Vega asks for bytes where the format is binary. */
async function loadDataUrl(address: string, options: unknown): Promise<string> {
  const content = await fetch(address);
  const isBinary = (options as { response?: string } | undefined)?.response === "arrayBuffer";
  return isBinary ? ((await content.arrayBuffer()) as unknown as string) : content.text();
}

/** Vega fails on a link that is refused; one without an address is just no link. */
const safeLink = (address: unknown): { href: string } =>
  (typeof address === "string" && isSafeLink(address) ? { href: address } : {}) as { href: string };

function pictureOf(address: unknown, access: ReadAccess): string {
  check(
    typeof address === "string",
    () => `the address of a picture must be a text, got ${String(address)}.`,
  );
  if (dataPicture.test(address)) return address;
  const url = pictureFileUrl(address, access);
  check(url !== undefined, () => `there is no picture ${JSON.stringify(address.slice(0, 200))}.`);
  return url;
}

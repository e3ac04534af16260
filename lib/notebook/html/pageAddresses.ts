import path from "node:path";
import { pathToFileURL } from "node:url";
import type { MimeBundle } from "../format/nbformat";
import { imageUrl, pictureFileUrl } from "./imageUrl";
import type { Addresses } from "./safeHtml";

export interface Places {
  /** Where the notebook is, from which its addresses lead. */
  folder: string;
  /** Where the page is going to be. */
  pageFolder: string;
}

/** Addresses of a notebook for its page: pictures become part of it, and links lead to the same files as from the notebook. */
export function pageAddresses(
  { folder, pageFolder }: Places,
  attachments: Record<string, MimeBundle> = {},
): Addresses {
  return {
    picture(address) {
      const name = decode(address);
      const [, attached] = /^attachment:(.*)$/.exec(name) ?? [];
      return attached === undefined
        ? pictureFileUrl(path.resolve(folder, name))
        : imageUrl(attachments[attached] ?? {});
    },
    link(address) {
      const [, name, rest] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
      // Addresses with a scheme or a server, and places in the page itself, are the same everywhere.
      if (!name || /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(name)) return address;
      const file = path.resolve(folder, decode(name));
      const relative = path.relative(path.resolve(pageFolder), file);
      const isElsewhere = path.isAbsolute(relative);
      return `${isElsewhere ? pathToFileURL(file).href : encode(relative)}${rest}`;
    },
  };
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A path as an address; a first part such as "a:b" must not look like a scheme. */
function encode(relative: string): string {
  const address = relative.split(path.sep).map(encodeURIComponent).join("/");
  return address === "" ? "." : address;
}

import path from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../../core/errors";
import { pictureFileUrl } from "../../io/files/pictureFileUrl";
import type { MimeBundle } from "../format/nbformat";
import { imageUrl } from "./imageUrl";
import type { Addresses } from "./safeHtml";

export interface Places {
  /** Where the notebook is, from which its addresses lead. Pictures in it may become part of the page. */
  folder: string;
  /** Where the page is going to be. */
  pageFolder: string;
  /** More folders whose pictures may become part of the page. */
  allowRead?: readonly string[] | undefined;
  /** Gets one sentence for each picture that the page lacks because it may not be read. */
  onMissingPicture?: ((sentence: string) => void) | undefined;
}

/** Addresses of a notebook for its page: pictures become part of it, and links lead to the same files as from the notebook. */
export function pageAddresses(
  { folder, pageFolder, allowRead, onMissingPicture }: Places,
  attachments: Record<string, MimeBundle> = {},
): Addresses {
  return {
    picture(address) {
      const name = decode(address);
      const [, attached] = /^attachment:(.*)$/.exec(name) ?? [];
      if (attached !== undefined) return imageUrl(attachments[attached] ?? {});
      // Pictures in a network are common in notebooks, and never part of a page: not worth a word.
      if (/^(?:[a-z][a-z\d+.-]+:|[/\\]{2})/i.test(name) && !/^file:/i.test(name)) return undefined;
      try {
        return pictureFileUrl(name, { folder, allowRead });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        onMissingPicture?.(`the page lacks a picture: ${error.message}`);
        return undefined;
      }
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

/** A path as an address; a first part such as "a:b" must not look like a scheme, and half a character becomes �. */
function encode(relative: string): string {
  const address = Buffer.from(relative).toString().split(path.sep).map(encodeURIComponent).join("/");
  return address === "" ? "." : address;
}

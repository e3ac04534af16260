import path from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../../core";
import { pictureFileUrl } from "../../io/files";
import type { MimeBundle } from "../format/nbformat";
import { imageUrl } from "./imageUrl";
import type { Addresses } from "./safeHtml";

export interface Places {
  /** The folder of the notebook, to which its addresses are relative. Pictures in it may become part of the page. */
  folder: string;
  /** The folder of the page. */
  pageFolder: string;
  /** More folders whose pictures may become part of the page. */
  allowRead?: readonly string[] | undefined;
  /** Gets one sentence for each picture that is missing from the page because reading it is not allowed. */
  onMissingPicture?: ((sentence: string) => void) | undefined;
}

/** Converts a notebook's addresses for its page: pictures are embedded, and links lead to the same files as from the notebook. */
export function pageAddresses(
  { folder, pageFolder, allowRead, onMissingPicture }: Places,
  attachments: Record<string, MimeBundle> = {},
): Addresses {
  return {
    picture(address) {
      const name = decode(address);
      const [, attached] = /^attachment:(.*)$/.exec(name) ?? [];
      if (attached !== undefined) return imageUrl(attachments[attached] ?? {});
      // Pictures from the network are common in notebooks and never embedded, so they get no message.
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
      // Addresses with a scheme or a server, and fragments of the page itself, stay the same.
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

/** A path as an address. A first part such as "a:b" must not look like a scheme, and a lone surrogate becomes �. */
function encode(relative: string): string {
  const address = Buffer.from(relative).toString().split(path.sep).map(encodeURIComponent).join("/");
  return address === "" ? "." : address;
}

import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import { download, untar, type DownloadOptions, type RemoteFile } from "../../io/download";
import { gunzipAtMost } from "../../io/files";
import { type KnownFile, readKnownFile } from "./knownFile";
import type { Source } from "./recipe";

/** There are other sources to try, so we do not wait long for a silent server. */
const patience = { attempts: 2, pauseMs: 500, answerMs: 5000 } satisfies DownloadOptions;

/** Files that a package has installed on this machine. */
export function folderSource(name: string, folder: () => string, files: KnownFile[]): Source {
  return {
    name,
    downloadSize: 0,
    async *bring() {
      const place = { folder: folder(), repair: "Install the package again." };
      if (!existsSync(place.folder)) throw new UserError(`there is no ${place.folder}.`);
      for (const file of files)
        yield { kind: "file", name: file.name, content: await readKnownFile(place, file) };
    },
  };
}

/** A file on a server. */
export function fileSource(name: string, file: RemoteFile): Source {
  return {
    name,
    downloadSize: file.size,
    async *bring(downloads, signal) {
      const downloaded = yield* download(file, downloads, { ...patience, signal });
      yield { kind: "file", name: file.filename, content: await fs.readFile(downloaded) };
    },
  };
}

/** Files on a server, each packed as `.gz`. `unpackedSize` is the size of the content. */
export function gzipSource(name: string, files: (RemoteFile & { unpackedSize: number })[]): Source {
  return {
    name,
    downloadSize: files.reduce((sum, { size }) => sum + size, 0),
    async *bring(downloads, signal) {
      for (const file of files) {
        const packed = yield* download(file, downloads, { ...patience, signal });
        const content = await gunzipAtMost(await fs.readFile(packed), file.unpackedSize);
        yield { kind: "file", name: path.basename(file.filename, ".gz"), content };
      }
    },
  };
}

/** Files inside a `.tar.gz` on a server. */
export function archiveSource(name: string, archive: RemoteFile): Source {
  return {
    name,
    downloadSize: archive.size,
    async *bring(downloads, signal) {
      const packed = yield* download(archive, downloads, { ...patience, signal });
      for await (const entry of untar(packed, { signal })) {
        yield { kind: "file", name: path.posix.basename(entry.name), content: entry.content };
      }
    },
  };
}

import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";

/** Unpacks the entries of a wheel (a zip file) for which `place` names a file; the others are skipped. */
export async function unpackWheel(
  wheel: string,
  place: (entry: string) => string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const zip = await yauzl.openPromise(wheel, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const file = entry.fileName.endsWith("/") ? undefined : place(entry.fileName);
      if (file === undefined) continue;
      await fs.mkdir(path.dirname(file), { recursive: true });
      const mode = (entry.externalFileAttributes >>> 16) & 0o777;
      const content = await zip.openReadStreamPromise(entry);
      await pipeline(content, createWriteStream(file, { mode: mode || 0o644 }), { signal });
    }
  } finally {
    zip.close();
  }
}

/** The METADATA inside a wheel. */
export async function readWheelMetadata(wheel: string): Promise<string> {
  const zip = await yauzl.openPromise(wheel, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (!/^[^/]+\.dist-info\/METADATA$/.test(entry.fileName)) continue;
      return await text(await zip.openReadStreamPromise(entry));
    }
  } finally {
    zip.close();
  }
  throw new Error(`${wheel} has no METADATA.`);
}

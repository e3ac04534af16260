import fs from "node:fs/promises";
import { UserError } from "../../core";
import type { Picture } from "./decodePicture";
import { mapInOrder } from "./mapInOrder";
import { openDecoder } from "./pictureDecoder";
import type { DecoderName, PictureForm } from "./pictureForm";

/** A picture, or why its file cannot be read. */
export type PictureOrError = { file: string; picture: Picture } | { file: string; error: UserError };

/** Reads pictures on all cores, in the order of their files, with a bounded number of them in memory. */
export async function* eachPicture(
  files: readonly string[],
  form: PictureForm,
  { decoder: name = "auto", signal }: { decoder?: DecoderName | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<PictureOrError, void, undefined> {
  const decoder = await openDecoder(name, form, files.length);
  try {
    yield* mapInOrder(files, decoder.atOnce + 1, async (file) => {
      signal?.throwIfAborted();
      try {
        return { file, picture: await decoder.decode(await readPicture(file), file) };
      } catch (error) {
        if (error instanceof UserError) return { file, error };
        throw error;
      }
    });
  } finally {
    await decoder.close();
  }
}

async function readPicture(file: string): Promise<Buffer> {
  return fs.readFile(file).catch((error: unknown) => {
    throw new UserError(`${file} cannot be read (${(error as Error).message}). Restore it.`);
  });
}

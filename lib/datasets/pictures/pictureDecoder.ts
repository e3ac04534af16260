import os from "node:os";
import path from "node:path";
import { check, UserError } from "../../core";
import { Thread } from "../../io/processes";
import { builtInPicture } from "./builtInPicture";
import type { Picture } from "./decodePicture";
import type { DecoderName, PictureForm } from "./pictureForm";
import type { PictureAnswer, PictureRequest } from "./pictureWorker";
import { loadSharp, sharpAdvice } from "./sharpLibrary";
import { sharpPicture } from "./sharpPicture";

/** Decodes and resizes pictures, several at the same time. */
export interface PictureDecoder {
  decode(bytes: Buffer, file: string): Promise<Picture>;
  /** How many pictures keep all cores busy. */
  atOnce: number;
  close(): Promise<void>;
}

/** Fewer pictures are decoded sooner than threads start. */
const fewPictures = 16;
const secondsPerPicture = 600;

/** A decoder for `count` pictures. It must be closed. */
export async function openDecoder(
  name: DecoderName,
  form: PictureForm,
  count: number,
): Promise<PictureDecoder> {
  const sharp = name === "built-in" ? undefined : await loadSharp();
  check(
    sharp !== undefined || name !== "sharp",
    () => `decoder "sharp" needs the package sharp. ${sharpAdvice}.`,
  );
  const cores = os.availableParallelism();
  if (sharp !== undefined)
    return {
      decode: (bytes, file) => sharpPicture(sharp, bytes, file, form),
      atOnce: cores,
      close: () => Promise.resolve(),
    };
  if (count < fewPictures || cores === 1)
    return {
      decode: (bytes, file) => builtInPicture(bytes, file, form),
      atOnce: 1,
      close: () => Promise.resolve(),
    };
  return threadedDecoder(form, cores);
}

function threadedDecoder(form: PictureForm, cores: number): PictureDecoder {
  const threads = Array.from({ length: cores }, () => ({
    thread: new Thread<PictureRequest, PictureAnswer>(path.join(__dirname, "pictureWorker.js")),
    waiting: 0,
  }));
  return {
    atOnce: 2 * cores,
    async decode(bytes, file) {
      const least = threads.reduce((best, each) => (each.waiting < best.waiting ? each : best));
      least.waiting++;
      try {
        const answer = await least.thread.ask({ bytes, file, form }, secondsPerPicture);
        if ("problem" in answer) throw new UserError(answer.problem);
        return answer.picture;
      } catch (error) {
        if (error instanceof UserError) throw error;
        throw new UserError(
          `${file} cannot be decoded: ${(error as Error).message}. Replace it, or move it out of the folder.`,
        );
      } finally {
        least.waiting--;
      }
    },
    async close() {
      await Promise.all(threads.map(({ thread }) => thread.close()));
    },
  };
}

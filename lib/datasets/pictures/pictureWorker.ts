import { UserError } from "../../core";
import { answerRequests } from "../../io/processes";
import { builtInPicture } from "./builtInPicture";
import type { Picture } from "./decodePicture";
import type { PictureForm } from "./pictureForm";

/** A picture file for a thread to decode. */
export interface PictureRequest {
  bytes: Uint8Array;
  file: string;
  form: PictureForm;
}

/** The picture, or what the user should know. */
export type PictureAnswer = { picture: Picture } | { problem: string };

async function answer({ bytes, file, form }: PictureRequest): Promise<PictureAnswer> {
  try {
    return {
      picture: await builtInPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), file, form),
    };
  } catch (error) {
    if (error instanceof UserError) return { problem: error.message };
    throw error;
  }
}

answerRequests(Promise.resolve(), answer);

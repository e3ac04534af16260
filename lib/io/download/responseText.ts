import { UserError } from "../../core/errors";
import { asNetworkError } from "./request";
import { shownAddress } from "./shownAddress";

/** The body of an answer as text; one of more than `limit` bytes is refused before it fills the memory. */
export async function responseText(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) {
        throw new UserError(
          `${shownAddress(response.url)} sends more than ${limit / 1e6} MB of text. Use another server.`,
        );
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof TypeError ? asNetworkError(error, new URL(response.url)) : error;
  }
  return Buffer.concat(chunks).toString();
}

import type { Message } from "./wire";

/**
 * A message on its way from the I/O thread to the main thread. Objects posted there become objects of the cells' realm; sent as text,
 * they are parsed in the kernel's own realm.
 */
export interface Envelope {
  json: string;
  identities: Uint8Array[];
  buffers: Uint8Array[];
}

export function seal({ identities, buffers, header, parent, metadata, content }: Message): Envelope {
  const bytes = identities.map((frame) => (typeof frame === "string" ? Buffer.from(frame) : frame));
  return { json: JSON.stringify({ header, parent, metadata, content }), identities: bytes, buffers };
}

/** Copies by index: a cell may have replaced the iterator of arrays in its realm. */
function buffersOf(frames: readonly Uint8Array[]): Buffer[] {
  return Array.from({ length: frames.length }, (_, i) => Buffer.from(frames[i]));
}

export function unseal({ json, identities, buffers }: Envelope): Message {
  const parts = JSON.parse(json) as Omit<Message, "identities" | "buffers">;
  return { ...parts, identities: buffersOf(identities), buffers: buffersOf(buffers) };
}

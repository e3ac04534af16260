import {
  decode as decodeFrames,
  encode as encodeFrames,
  newHeader,
  type Frame,
  type Message as WireMessage,
} from "./wire";

/** A message as the client sees it, in either direction, without routing frames and buffers. */
export type Message = Pick<WireMessage, "header" | "parent" | "metadata" | "content">;

/** A new request. */
export function request(session: string, type: string, content: Message["content"]): Message {
  return { header: newHeader(session, type, "ssdml"), parent: {}, metadata: {}, content };
}

/** The frames of a message, signed. */
export function encode(message: Message, key: string): Frame[] {
  return encodeFrames(key, { ...message, identities: [], buffers: [] });
}

/** The message in the frames; undefined if it is malformed, badly signed, or has buffers, which are never signed. */
export function decode(frames: readonly Uint8Array[], key: string): Message | undefined {
  const message = decodeFrames(
    key,
    frames.map((frame) => Buffer.from(frame)),
  );
  if (!message || message.buffers.length > 0) return undefined;
  const { header, parent, metadata, content } = message;
  return { header, parent, metadata, content };
}

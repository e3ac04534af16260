import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/** A message of Jupyter's protocol, in either direction. */
export interface Message {
  header: MessageHeader;
  /** The header of the request that caused it. */
  parent: Partial<MessageHeader>;
  metadata: Record<string, unknown>;
  content: Record<string, unknown>;
}

export interface MessageHeader {
  msg_id: string;
  msg_type: string;
  session: string;
  username: string;
  date: string;
  version: string;
}

const delimiter = "<IDS|MSG>";

/** A new request. */
export function request(session: string, type: string, content: Record<string, unknown>): Message {
  const date = new Date().toISOString();
  const header = { msg_id: randomUUID(), msg_type: type, session, username: "ssdml", date, version: "5.3" };
  return { header, parent: {}, metadata: {}, content };
}

/** The frames of a message on a ZeroMQ socket: delimiter, signature, header, parent header, metadata, content. */
export function encode({ header, parent, metadata, content }: Message, key: string): string[] {
  const parts = [header, parent, metadata, content].map((part) => JSON.stringify(part));
  return [delimiter, sign(parts, key), ...parts];
}

/** The message in the frames; undefined when the signature is missing or wrong, or the frames are no message at all. */
export function decode(frames: Uint8Array[], key: string): Message | undefined {
  const start = frames.findIndex((frame) => Buffer.from(frame).toString("latin1") === delimiter);
  const [signature, ...parts] = frames.slice(start + 1).map((frame) => Buffer.from(frame));
  if (start < 0 || parts.length < 4) return undefined;
  const expected = Buffer.from(sign(parts, key));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  try {
    const [header, parent, metadata, content] = parts.slice(0, 4).map(readObject);
    return { header, parent, metadata, content } as unknown as Message;
  } catch {
    return undefined;
  }
}

/** Some kernels send null for a header that is empty. */
function readObject(part: Buffer): object {
  return (JSON.parse(part.toString()) as object | null) ?? {};
}

/** HMAC-SHA256 of all parts in a row, as hexadecimal digits. */
function sign(parts: (Buffer | string)[], key: string): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

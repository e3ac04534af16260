import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/** The Jupyter messaging protocol that this kernel speaks. */
export const PROTOCOL_VERSION = "5.3";

export type Json = Record<string, unknown>;

export interface Header {
  msg_id: string;
  msg_type: string;
  session: string;
  username: string;
  date: string;
  version: string;
}

export interface Message {
  /** Routing frames of a request; the topic of a publication. */
  identities: Buffer[];
  header: Header;
  parent: Header | Json;
  metadata: Json;
  content: Json;
  buffers: Buffer[];
}

const DELIMITER = "<IDS|MSG>";

/** HMAC-SHA256 of the four JSON frames, in hexadecimal; empty when the key is empty (signing switched off). */
export function sign(key: string, frames: readonly (Buffer | string)[]): string {
  if (key === "") return "";
  const hmac = createHmac("sha256", key);
  for (const frame of frames) hmac.update(frame);
  return hmac.digest("hex");
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that should be text; anything else counts as empty. */
export function textField(content: Json, name: string): string {
  const value = content[name];
  return typeof value === "string" ? value : "";
}

/** Reads one multipart message; `undefined` when it is malformed, unsigned or signed with another key. */
export function decode(key: string, frames: readonly Buffer[]): Message | undefined {
  const start = frames.findIndex((frame) => frame.toString() === DELIMITER);
  if (start < 0 || frames.length < start + 6) return undefined;
  const parts = frames.slice(start + 2, start + 6);
  if (!sameText(sign(key, parts), frames[start + 1].toString())) return undefined;
  let bodies: unknown[];
  try {
    bodies = parts.map((part) => JSON.parse(part.toString()) as unknown);
  } catch {
    return undefined;
  }
  if (!bodies.every(isRecord)) return undefined;
  const [header, parent, metadata, content] = bodies as [Json, Json, Json, Json];
  if (typeof header.msg_type !== "string" || typeof header.msg_id !== "string") return undefined;
  return {
    identities: frames.slice(0, start),
    header: header as unknown as Header,
    parent,
    metadata,
    content,
    buffers: frames.slice(start + 6),
  };
}

/** The frames of a message, signed. */
export function encode(key: string, message: Message): (Buffer | string)[] {
  const parts = [message.header, message.parent, message.metadata, message.content].map((part) =>
    JSON.stringify(part),
  );
  return [...message.identities, DELIMITER, sign(key, parts), ...parts, ...message.buffers];
}

const session = randomUUID();

/** A message of the kernel in answer to (or caused by) `cause`; publications carry their type as topic. */
export function answer(
  cause: Message | undefined,
  type: string,
  content: Json,
  metadata: Json = {},
): Message {
  const header: Header = {
    msg_id: randomUUID(),
    msg_type: type,
    session,
    username: "kernel",
    date: new Date().toISOString(),
    version: PROTOCOL_VERSION,
  };
  return {
    identities: cause?.identities ?? [],
    header,
    parent: cause?.header ?? {},
    metadata,
    content,
    buffers: [],
  };
}

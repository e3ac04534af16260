import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { isJsonObject } from "../../io/files";
import { isNestedDeeper } from "../../core";

/** The Jupyter messaging protocol that kernel and client speak. */
export const PROTOCOL_VERSION = "5.3";

export type Json = Record<string, unknown>;

/** A part of a message on the wire. */
export type Frame = Uint8Array | string;

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
  identities: Frame[];
  header: Header;
  /** The header of the message that caused it. */
  parent: Partial<Header>;
  metadata: Json;
  content: Json;
  buffers: Buffer[];
}

/** A message that was received. */
export interface SignedMessage extends Message {
  signature: string;
}

/** The header of a new message. */
export function newHeader(session: string, type: string, username: string): Header {
  const date = new Date().toISOString();
  return { msg_id: randomUUID(), msg_type: type, session, username, date, version: PROTOCOL_VERSION };
}

const DELIMITER = "<IDS|MSG>";
const DELIMITER_BYTES = Buffer.from(DELIMITER);

/** JSON nested deeper than this is dropped: `JSON.stringify` and structured clones recurse and would overflow the stack. */
const MAX_DEPTH = 1000;

/** HMAC-SHA256 of the four JSON frames, in hexadecimal; empty when the key is empty (signing switched off). */
export function sign(key: string, frames: readonly Frame[]): string {
  if (key === "") return "";
  const hmac = createHmac("sha256", key);
  for (const frame of frames) hmac.update(frame);
  return hmac.digest("hex");
}

/** Compares signatures as bytes, in constant time. */
function isSignature(expected: string, given: Buffer): boolean {
  const bytes = Buffer.from(expected);
  return bytes.length === given.length && timingSafeEqual(bytes, given);
}

/**
 * Reads one multipart message; `undefined` if it is malformed, unsigned, signed with another key, or nested too deeply. Frames stay
 * bytes until their signature has been checked: anyone who reaches the port can send them, at any size.
 */
export function decode(key: string, frames: readonly Buffer[]): SignedMessage | undefined {
  const start = frames.findIndex((frame) => frame.equals(DELIMITER_BYTES));
  if (start < 0 || frames.length < start + 6) return undefined;
  const parts = frames.slice(start + 2, start + 6);
  if (!isSignature(sign(key, parts), frames[start + 1])) return undefined;
  let bodies: unknown[];
  try {
    // Some kernels send null for an empty header.
    bodies = parts.map((part) => (JSON.parse(part.toString()) as unknown) ?? {});
  } catch {
    return undefined;
  }
  if (!bodies.every(isJsonObject) || isNestedDeeper(bodies, 1 + MAX_DEPTH)) return undefined;
  const [header, parent, metadata, content] = bodies;
  if (typeof header.msg_type !== "string" || typeof header.msg_id !== "string") return undefined;
  return {
    identities: frames.slice(0, start),
    header: header as unknown as Header,
    parent,
    metadata,
    content,
    buffers: frames.slice(start + 6),
    signature: frames[start + 1].toString(),
  };
}

/** Lone surrogates in JSON: an escape after an even number of backslashes. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** JSON that is valid UTF-8: a lone surrogate, as in `"😀".slice(1)`, becomes �, as in a terminal. */
function wellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? text.replace(LONE_SURROGATE, "$1\ufffd") : text;
}

/** The frames of a message, signed. */
export function encode(key: string, message: Message): Frame[] {
  const parts = [message.header, message.parent, message.metadata, message.content].map(wellFormedJson);
  return [...message.identities, DELIMITER, sign(key, parts), ...parts, ...message.buffers];
}

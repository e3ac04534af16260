import { randomUUID } from "node:crypto";
import { newHeader, type Json, type Message } from "../../../lib/jupyter/protocol";

export {
  decode,
  encode,
  PROTOCOL_VERSION,
  sign,
  type Frame,
  type Header,
  type Json,
  type Message,
} from "../../../lib/jupyter/protocol";

/** The text of a field; empty if the field is missing or not a string. */
export function textField(content: Json, name: string): string {
  const value = content[name];
  return typeof value === "string" ? value : "";
}

/** The type of the reply to a request. */
export function replyType({ header }: Message): string {
  return header.msg_type.replace(/_request$/, "_reply");
}

const session = randomUUID();

/** A message from the kernel that answers, or was caused by, the message `cause`. */
export function answer(
  cause: Message | undefined,
  type: string,
  content: Json,
  metadata: Json = {},
): Message {
  return {
    identities: cause?.identities ?? [],
    header: newHeader(session, type, "kernel"),
    parent: cause?.header ?? {},
    metadata,
    content,
    buffers: [],
  };
}

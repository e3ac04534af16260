export type { Connection } from "./connection";
export {
  PROTOCOL_VERSION,
  decode,
  encode,
  newHeader,
  sign,
  type Frame,
  type Header,
  type Json,
  type Message,
} from "./wire";

import { Reader } from "protobufjs/minimal";

/** The fields of a protobuf message by their numbers, each with all of its values. Nested messages, texts and packed numbers are bytes. */
export type Message = ReadonlyMap<number, readonly FieldValue[]>;
export type FieldValue = Uint8Array | number;

/** Single numbers of 32 bits, wire type 5, are read as float32, those of wire type 0 as integers; wire type 1 is passed over. */
export function readMessage(bytes: Uint8Array): Message {
  const reader = Reader.create(bytes);
  const fields = new Map<number, FieldValue[]>();
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const value = readValue(reader, tag & 7);
    if (value === undefined) continue;
    const values = fields.get(tag >>> 3);
    if (values) values.push(value);
    else fields.set(tag >>> 3, [value]);
  }
  return fields;
}

function readValue(reader: Reader, wireType: number): FieldValue | undefined {
  if (wireType === 0) return Number(reader.int64());
  if (wireType === 2) return reader.bytes();
  if (wireType === 5) return reader.float();
  reader.skipType(wireType);
  return undefined;
}

/** The nested messages of a field. */
export const messagesOf = (message: Message, field: number): Message[] =>
  bytesOf(message, field).map(readMessage);

/** The values of a field that are texts, packed numbers or messages. */
export const bytesOf = (message: Message, field: number): Uint8Array[] =>
  (message.get(field) ?? []).filter((value) => typeof value !== "number");

/** The first text of a field, "" without one. */
export const textOf = (message: Message, field: number): string =>
  new TextDecoder().decode(bytesOf(message, field).at(0));

/** Whole numbers, packed or one by one. */
export function integersOf(message: Message, field: number): number[] {
  return (message.get(field) ?? []).flatMap((value) => {
    if (typeof value === "number") return [value];
    const reader = Reader.create(value);
    const numbers: number[] = [];
    while (reader.pos < reader.len) numbers.push(Number(reader.int64()));
    return numbers;
  });
}

import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { makeFolder } from "../io/files";
import { settingTexts, Written, type RunDescription, type RunLog } from "./runLog";
import { writing } from "./writing";
import { decodeMessage, encodeMessage, type Field } from "./protobuf";
import { decodeRecords, encodeRecord } from "./records";

const prefix = "events.out.tfevents.";

/**
 * Keeps a run in an event file that TensorBoard reads: the settings and tags as texts, and a scalar per number and epoch. A run that goes on
 * adds to the same file.
 */
export function openTensorBoard(folder: string, run: RunDescription): Promise<RunLog> {
  const written = new Written();
  const earlier = existsSync(folder)
    ? readdirSync(folder).find((name) => name.startsWith(prefix))
    : undefined;
  const seconds = String(Math.floor(Date.now() / 1000)).padStart(10, "0");
  const file = path.join(folder, earlier ?? `${prefix}${seconds}.${os.hostname()}`);
  const append = (...events: Field[][]) => {
    writing(file, () => {
      appendFileSync(file, Buffer.concat(events.map((fields) => encodeRecord(encodeMessage(fields)))));
    });
  };
  const count = writing(file, () => {
    makeFolder(folder);
    return earlier === undefined ? 0 : readEvents(file, written);
  });
  if (count === 0) {
    append(
      [time(), [3, "bytes", "brain.Event:2"]],
      event(0, [
        textValue("settings", settingTexts(run.settings)),
        textValue("tags", Object.entries(run.tags)),
      ]),
    );
  }
  return Promise.resolve({
    place: `tensorboard --logdir ${folder}`,
    write(step, measures) {
      const missing = written.missing(step, measures);
      if (missing.length > 0) {
        append(
          event(
            step,
            missing.map(([name, value]) => scalarValue(name, value)),
          ),
        );
        written.add(step, Object.keys(measures));
      }
      return Promise.resolve();
    },
    end: () => Promise.resolve(),
  });
}

// The numbers of the fields are those of TensorFlow's event.proto, summary.proto and tensor.proto.

/** Event.wall_time, in seconds. */
const time = (): Field => [1, "double", Date.now() / 1000];

/** Event with a step and a summary of values. */
function event(step: number, values: readonly Uint8Array[]): Field[] {
  const summary = encodeMessage(values.map((value): Field => [1, "bytes", value]));
  return [time(), [2, "varint", step], [5, "bytes", summary]];
}

/** Summary.Value with a tag and a simple_value. */
const scalarValue = (tag: string, value: number): Buffer =>
  encodeMessage([
    [1, "bytes", tag],
    [2, "float", value],
  ]);

/** Summary.Value for the text plugin: a tensor with one string, a table in Markdown. */
function textValue(tag: string, rows: readonly (readonly [string, string])[]): Buffer {
  const lines = ["name | value", "--- | ---", ...rows.map((row) => row.join(" | "))];
  const plugin = encodeMessage([[1, "bytes", encodeMessage([[1, "bytes", "text"]])]]);
  const shape = encodeMessage([[2, "bytes", encodeMessage([[1, "varint", 1]])]]);
  const text = 7; // DT_STRING
  const tensor = encodeMessage([
    [1, "varint", text],
    [2, "bytes", shape],
    [8, "bytes", lines.join("\n")],
  ]);
  return encodeMessage([
    [1, "bytes", tag],
    [8, "bytes", tensor],
    [9, "bytes", plugin],
  ]);
}

/** Notes what an event file holds, cuts off half a record at its end, and returns the number of events. */
function readEvents(file: string, written: Written): number {
  const bytes = readFileSync(file);
  const { records, length } = decodeRecords(bytes);
  if (length < bytes.length) truncateSync(file, length);
  for (const record of records) {
    const fields = decodeMessage(record);
    const step = fields.find(({ number }) => number === 2)?.value;
    const summary = fields.find(({ number }) => number === 5)?.value;
    if (!Buffer.isBuffer(summary)) continue;
    const tags = decodeMessage(summary).map(({ value }) =>
      String(decodeMessage(value as Buffer).find(({ number }) => number === 1)?.value),
    );
    written.add(typeof step === "number" ? step : 0, tags);
  }
  return records.length;
}

import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { check, plural } from "../../core";
import { standsForNone } from "../../core/values";
import type { Column, Table } from "./table";

/** How a text file is read. */
export interface CsvOptions {
  /** Default: of comma, semicolon and tab, the one that the first line has most of. */
  separator?: "\t" | undefined;
  /** Whether the first line names the columns. By default it does unless it holds a number that is not a column's position. */
  header?: boolean | undefined;
  /** Columns that hold texts even where all of them look like numbers. */
  isText: (name: string, position: number, columns: number) => boolean;
  signal?: AbortSignal | undefined;
}

/** Reads a file of comma- or tab-separated values, also gzipped, row by row. Fields may be quoted. */
export async function readCsv(file: string, options: CsvOptions): Promise<Table> {
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  const isPacked = /\.gz$/i.test(file);
  const bytes = isPacked ? source.pipe(createGunzip()) : source;
  source.on("error", (error) => bytes.destroy(error));
  const columns = new GrowingColumns(options);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = new RowReader(options.separator, (row) => {
    columns.add(row);
  });
  try {
    for await (const chunk of bytes) {
      options.signal?.throwIfAborted();
      reader.read(decoder.decode(chunk as Buffer, { stream: true }));
    }
    reader.read(decoder.decode());
  } catch (error) {
    check(!(error instanceof TypeError), () => "it is not UTF-8 text");
    throw error;
  } finally {
    source.destroy();
  }
  reader.end();
  return columns.table();
}

/** Splits text, which comes in pieces, into rows of fields. Inside quotes, separators and line breaks are text, and "" is a quote. */
export class RowReader {
  private row: string[] = [];
  private field = "";
  private isQuoted = false;
  /** A quote inside quotes ends them unless another follows. */
  private afterQuote = false;

  constructor(
    private separator: string | undefined,
    private readonly onRow: (row: string[]) => void,
  ) {}

  read(text: string): void {
    this.separator ??= separatorOf(text);
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (this.isQuoted) {
        if (this.afterQuote) {
          this.afterQuote = false;
          from = at;
          if (character === '"') continue;
          this.isQuoted = false;
        } else {
          if (character === '"') {
            this.field += text.slice(from, at);
            from = at + 1;
            this.afterQuote = true;
          }
          continue;
        }
      }
      if (character === '"' && this.field === "" && from === at) {
        this.isQuoted = true;
        from = at + 1;
      } else if (character === this.separator) {
        this.endField(text.slice(from, at));
        from = at + 1;
      } else if (character === "\n") {
        this.endField(text.slice(from, at));
        this.endRow();
        from = at + 1;
      }
    }
    this.field += text.slice(from);
  }

  /** The last row may end without a line break. */
  end(): void {
    check(!this.isQuoted || this.afterQuote, () => "it ends within quotes");
    if (this.field !== "" || this.row.length > 0) {
      this.endField("");
      this.endRow();
    }
  }

  private endField(rest: string): void {
    this.row.push(this.field + rest);
    this.field = "";
  }

  private endRow(): void {
    const { row } = this;
    this.row = [];
    const last = row.length - 1;
    row[last] = row[last].replace(/\r$/, "");
    if (row.length > 1 || row[0] !== "") this.onRow(row);
  }
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [line] = text.split("\n", 1);
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Columns that grow row by row: of numbers until the first text, then of texts. */
class GrowingColumns {
  private names: string[] = [];
  private numbers: (Float64Array | undefined)[] = [];
  private texts: (string[] | undefined)[] = [];
  private rows = 0;

  constructor(private readonly options: CsvOptions) {}

  add(row: string[]): void {
    if (this.names.length === 0) {
      const isHeader = this.options.header ?? looksLikeHeader(row);
      this.names = isHeader ? row.map((name) => name.trim()) : row.map((_, i) => `column${i + 1}`);
      const twice = this.names.find((name, i) => this.names.indexOf(name) < i);
      check(twice === undefined, () => `two of its columns are named ${JSON.stringify(twice)}`);
      this.names.forEach((name, i) => {
        const isText = this.options.isText(name, i, row.length);
        this.numbers.push(isText ? undefined : new Float64Array(64));
        this.texts.push(isText ? [] : undefined);
      });
      if (isHeader) return;
    }
    check(
      row.length === this.names.length,
      () => `its row ${this.rows + 1} has ${plural(row.length, "field")} instead of ${this.names.length}`,
    );
    for (let i = 0; i < row.length; i++) this.put(i, row[i]);
    this.rows++;
  }

  table(): Table {
    const columns = new Map<string, Column>();
    this.names.forEach((name, i) => {
      const numbers = this.numbers[i];
      const values = this.texts[i]?.map((text) => (standsForNone(text) ? null : text.trim())) ?? [];
      columns.set(
        name,
        numbers ? { kind: "numbers", values: numbers.subarray(0, this.rows) } : { kind: "texts", values },
      );
    });
    return { rows: this.rows, columns };
  }

  private put(i: number, field: string): void {
    let numbers = this.numbers[i];
    if (numbers) {
      const number = numberIn(field);
      if (number !== undefined) {
        if (this.rows === numbers.length) {
          numbers = new Float64Array(2 * this.rows);
          numbers.set(this.numbers[i]!);
          this.numbers[i] = numbers;
        }
        numbers[this.rows] = number;
        return;
      }
      this.texts[i] = Array.from(numbers.subarray(0, this.rows), (value) =>
        Number.isNaN(value) ? "" : String(value),
      );
      this.numbers[i] = undefined;
    }
    this.texts[i]!.push(field);
  }
}

/** NaN for a missing value, undefined for a text. */
function numberIn(field: string): number | undefined {
  const number = Number(field);
  if (!Number.isNaN(number) && field.trim() !== "") return number;
  if (standsForNone(field)) return NaN;
  return /^\s*[+-]?inf\s*$/i.test(field) ? Infinity : undefined;
}

/** A first row without numbers, or one whose numbers count the columns, as pandas writes it. */
function looksLikeHeader(row: string[]): boolean {
  const numbers = row.map((field) => numberIn(field) ?? NaN).filter((value) => !Number.isNaN(value));
  const first = numbers[0];
  const counts = first === 0 ? numbers.length > 1 : first === 1 && numbers.length > 3;
  return numbers.length === 0 || (counts && numbers.every((n, i) => n === first + i));
}

/**
 * A notebook in memory: Jupyter's nbformat 4.5 with every text as one string. On disk most texts are lists of lines;
 * `parseNotebook` and `notebookText` convert between the two.
 */
export interface Notebook {
  metadata: NotebookMetadata;
  cells: Cell[];
}

export interface NotebookMetadata {
  kernelspec?: { name: string; display_name: string; language?: string };
  language_info?: { name: string; [more: string]: unknown };
  [more: string]: unknown;
}

export type Cell = CodeCell | TextCell;

export interface CodeCell {
  cell_type: "code";
  id: string;
  metadata: CellMetadata;
  source: string;
  execution_count: number | null;
  outputs: Output[];
}

export interface TextCell {
  cell_type: "markdown" | "raw";
  id: string;
  metadata: CellMetadata;
  source: string;
  /** Pictures that the text names as `attachment:NAME`. */
  attachments?: Record<string, MimeBundle>;
}

export interface CellMetadata {
  tags?: string[];
  [more: string]: unknown;
}

/** One thing in several formats: MIME type → text, base64 for pictures, or an object for JSON types. */
export type MimeBundle = Record<string, unknown>;

export type Output = StreamOutput | DisplayOutput | ResultOutput | ErrorOutput;

export interface StreamOutput {
  output_type: "stream";
  name: string;
  text: string;
}

export interface DisplayOutput {
  output_type: "display_data";
  data: MimeBundle;
  metadata: Record<string, unknown>;
}

export interface ResultOutput {
  output_type: "execute_result";
  execution_count: number | null;
  data: MimeBundle;
  metadata: Record<string, unknown>;
}

export interface ErrorOutput {
  output_type: "error";
  ename: string;
  evalue: string;
  traceback: string[];
}

export type NotebookLanguage = "typescript" | "javascript";

/** True for MIME types whose values are objects, which are never split into lines. */
export function isJsonType(mimeType: string): boolean {
  return mimeType === "application/json" || mimeType.endsWith("+json");
}

import { statSync } from "node:fs";
import ts from "typescript";

interface WatchedFile {
  modified: number;
  changed: ts.FileWatcherCallback;
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The files that TypeScript watches, except those of packages. They are checked only on request. */
export class WatchedFiles {
  private readonly files = new Map<string, WatchedFile>();

  readonly watch = (file: string, changed: ts.FileWatcherCallback): ts.FileWatcher => {
    if (!file.includes("/node_modules/")) {
      this.files.set(file, { modified: modifiedAt(file), changed });
    }
    return { close: () => this.files.delete(file) };
  };

  /** Tells TypeScript which files were changed or deleted since the last check. */
  check(): void {
    for (const [file, watched] of this.files) {
      const modified = modifiedAt(file);
      if (modified === watched.modified) continue;
      watched.modified = modified;
      watched.changed(
        file,
        modified === 0 ? ts.FileWatcherEventKind.Deleted : ts.FileWatcherEventKind.Changed,
      );
    }
  }

  clear(): void {
    this.files.clear();
  }
}

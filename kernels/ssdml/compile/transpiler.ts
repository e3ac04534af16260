import ts from "typescript";
import { shareVariables } from "./transform/shareVariables";
import { NO_NAMES, type Names } from "./transform/variableNames";
import { CELL_FILE } from "./typescript/internals";
import { sourceOf, takeInlineMap, type Compiled, type EncodedMap } from "./typescript/sourceMaps";

const MAPS_MARK = /\n\/\/# ssdml-maps=(\d+)\s*$/;

/** The second compilation of a cell, from an ES module to CommonJS. Keeps the source maps of both compilations. */
export class Transpiler {
  private readonly maps = new Map<number, EncodedMap[]>();
  private transpiled = 0;
  /** The names of the cell that was transpiled last. */
  names: Names = NO_NAMES;

  /** Transpiles a text. A mark at the end of the output tells which maps belong to it. */
  transpile(input: string, options: ts.TranspileOptions): ts.TranspileOutput {
    const typescript = takeInlineMap(input);
    const isOfCell = typescript.map !== undefined && sourceOf(typescript.map) === CELL_FILE;
    const result = ts.transpileModule(typescript.text, {
      ...options,
      compilerOptions: { ...options.compilerOptions, inlineSourceMap: true },
      ...(isOfCell && { transformers: shareVariables((names) => (this.names = names)) }),
    });
    const commonjs = takeInlineMap(result.outputText);
    const maps = [commonjs.map, typescript.map].filter((map) => map !== undefined);
    const index = this.transpiled++;
    this.maps.set(index, maps);
    return { ...result, outputText: `${commonjs.text}\n//# ssdml-maps=${index}\n` };
  }

  /** Replaces the mark at the end of an output by the maps themselves. */
  withMaps(text: string): Compiled {
    const mark = MAPS_MARK.exec(text);
    if (!mark) return { code: text, maps: [] };
    return { code: text.slice(0, mark.index), maps: this.maps.get(Number(mark[1])) ?? [] };
  }

  clearMaps(): void {
    this.maps.clear();
  }
}

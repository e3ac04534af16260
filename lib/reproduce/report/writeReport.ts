import path from "node:path";
import { writeAtomically } from "../../io/files";
import { methodComparison } from "../../figures";
import { tables } from "../grid";
import { htmlReport } from "./htmlReport";
import { markdownReport } from "./markdownReport";
import type { Report } from "./reproductionReport";

/** Writes report.md, report.html and, if there are numbers to draw, report.svg and report.png. Returns the files. */
export async function writeReport(report: Report, folder: string): Promise<string[]> {
  const fileWith = (ending: string) => path.join(folder, `report.${ending}`);
  const figure =
    report.rows.length > 0
      ? methodComparison(report.rows, {
          title: `${tables[report.table].title.split(":")[0]} at ${report.scale} scale`,
        })
      : undefined;
  const svg = await figure?.toSvg();
  const files: [string, string | Uint8Array][] = [
    [fileWith("md"), markdownReport(report, figure && "report.svg")],
    [fileWith("html"), htmlReport(report, svg)],
    ...(figure && svg
      ? ([
          [fileWith("svg"), svg],
          [fileWith("png"), await figure.toPng()],
        ] as [string, string | Uint8Array][])
      : []),
  ];
  for (const [file, content] of files) await writeAtomically(file, [content]);
  return files.map(([file]) => file);
}

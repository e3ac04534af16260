import path from "node:path";
import { writeAtomically } from "../../io/files/writeAtomically";
import { methodComparison } from "../../figures";
import { tables } from "../grid";
import { htmlReport } from "./htmlReport";
import { markdownReport } from "./markdownReport";
import type { Report } from "./reproductionReport";

/** Writes report.md, report.html and, once there is a number to draw, report.svg and report.png; returns the files. */
export async function writeReport(report: Report, folder: string): Promise<string[]> {
  const place = (ending: string) => path.join(folder, `report.${ending}`);
  const figure =
    report.rows.length > 0
      ? methodComparison(report.rows, {
          title: `${tables[report.table].title.split(":")[0]} at ${report.scale} scale`,
        })
      : undefined;
  const svg = await figure?.toSvg();
  const files: [string, string | Uint8Array][] = [
    [place("md"), markdownReport(report, figure && "report.svg")],
    [place("html"), htmlReport(report, svg)],
    ...(figure && svg
      ? ([
          [place("svg"), svg],
          [place("png"), await figure.toPng()],
        ] as [string, string | Uint8Array][])
      : []),
  ];
  for (const [file, content] of files) await writeAtomically(file, [content]);
  return files.map(([file]) => file);
}

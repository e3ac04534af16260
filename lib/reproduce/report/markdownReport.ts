import { resultColumns } from "../../evaluate";
import type { Report, ReportValue } from "./reproductionReport";
import { measuredText, reportTexts } from "./reportTexts";
import { verdictSigns } from "./verdict";
import { text } from "../../core/options";
import { checkReport } from "../checkCells";

/**
 * The report as Markdown. `figure` is the address of the picture, if there is one.
 *
 * @example
 * const report = reproductionReport(reproductionGrid("table1", { datasets: ["mnist"], seeds: 1 }), []);
 * markdownReport(report).split("\n", 1)[0]; // → "# Table 1: deep versions of semi-supervised methods – quick scale"
 */
export function markdownReport(report: Report, figure?: string): string {
  checkReport("markdownReport", report);
  if (figure !== undefined) text.read(figure, "markdownReport: figure");
  const texts = reportTexts(report);
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`## ${title}`, "", ...lines, ""] : [];
  return [
    `# ${texts.title}`,
    "",
    ...texts.introduction.flatMap((paragraph) => [paragraph, ""]),
    ...report.datasets.flatMap(({ dataset, rows }) =>
      section(
        dataset,
        table(
          ["method", "seeds", ...resultColumns.map(({ title }) => title)],
          rows.map(({ method, seeds, values }) => [method, String(seeds), ...values.map(valueText)]),
        ),
      ),
    ),
    ...(figure === undefined ? [] : [`![Our numbers and the paper's](${figure})`, ""]),
    ...(texts.notes.length > 0 ? [...texts.notes.map((note) => `- ${plain(note)}`), ""] : []),
    ...(texts.best.length > 0
      ? section(
          "Best method per column",
          table(
            ["data set", "column", "here", "in the paper", "same"],
            texts.best.map(({ dataset, column, here, paper, same }) => [
              dataset,
              column,
              here,
              paper,
              same ? "✓" : "✗",
            ]),
          ),
        )
      : []),
    ...section(
      "Missing cells",
      texts.missing.map((line) => `- ${plain(line)}`),
    ),
    ...section(
      "Settings",
      texts.settings.map(([name, value]) => `- ${name}: ${plain(value)}`),
    ),
    ...section("How to repeat it", ["```sh", texts.command, "```"]),
  ].join("\n");
}

function valueText(value: ReportValue | undefined): string {
  if (value === undefined) return "–";
  const measured = value.isBest ? `**${measuredText(value)}**` : measuredText(value);
  if (value.paper === undefined) return measured;
  const paper = value.paper.toFixed(1);
  return `${measured} ${verdictSigns[value.verdict!]} (${value.isBestInPaper ? `**${paper}**` : paper})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** Escapes Markdown's special characters. */
const plain = (text: string) => text.replace(/[\\`*_<>[\]|]/g, "\\$&");

import { contentPolicy, escapeHtml } from "../../core/html";
import { meaning } from "../../figures/render";
import { resultColumns } from "../../evaluate";
import type { Report, ReportValue } from "./reproductionReport";
import { measuredText, reportTexts } from "./reportTexts";
import { verdictSigns } from "./verdict";
import { text } from "../../core/options";
import { checkReport } from "../checkCells";

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8886; text-align: right; white-space: nowrap; }
th:first-child, td:first-child, .words td { text-align: left; white-space: normal; }
.paper { opacity: .75; }
.above { color: ${meaning.good}; }
.below { color: ${meaning.bad}; }
.even { color: ${meaning.neutral}; }
figure { margin: 1.5rem 0; background: #fff; overflow-x: auto; }
pre { padding: .6rem; border: 1px solid #8886; overflow-x: auto; }
`;

const spoken = { above: "above the paper's", below: "below the paper's", even: "even with the paper's" };

/**
 * The report as a self-contained page. `svg` is the figure, if there is one.
 *
 * @example
 * const report = reproductionReport(reproductionGrid("table1", { datasets: ["mnist"], seeds: 1 }), []);
 * htmlReport(report).startsWith("<!doctype html>"); // → true
 */
export function htmlReport(report: Report, svg?: string): string {
  checkReport("htmlReport", report);
  if (svg !== undefined) text.read(svg, "htmlReport: svg");
  const texts = reportTexts(report);
  const section = (title: string, body: string) =>
    body === "" ? "" : `<h2>${escapeHtml(title)}</h2>\n${body}`;
  return [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${contentPolicy()}`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(texts.title)}</title>\n<style>${style}</style>\n</head>\n<body>`,
    `<h1>${escapeHtml(texts.title)}</h1>`,
    ...texts.introduction.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...report.datasets.map(({ dataset, rows }) =>
      section(
        dataset,
        table(
          ["method", "seeds", ...resultColumns.map(({ title }) => title)],
          rows.map(({ method, seeds, values }) => [
            escapeHtml(method),
            String(seeds),
            ...values.map(valueHtml),
          ]),
        ),
      ),
    ),
    svg === undefined ? "" : `<figure aria-label="Our numbers and the paper's">\n${svg}\n</figure>`,
    list(texts.notes),
    section(
      "Best method per column",
      texts.best.length === 0
        ? ""
        : table(
            ["data set", "column", "here", "in the paper", "same"],
            texts.best.map(({ dataset, column, here, paper, same }) => [
              ...[dataset, column, here, paper].map(escapeHtml),
              same ? `<span class="above">✓ yes</span>` : `<span class="below">✗ no</span>`,
            ]),
            "words",
          ),
    ),
    section("Missing cells", list(texts.missing)),
    section("Settings", list(texts.settings.map(([name, value]) => `${name}: ${value}`))),
    section("How to repeat it", `<pre>${escapeHtml(texts.command)}</pre>`),
    "</body>\n</html>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function valueHtml(value: ReportValue | undefined): string {
  if (value === undefined) return "–";
  const bold = (text: string, is: boolean) => (is ? `<b>${text}</b>` : text);
  const measured = bold(measuredText(value), value.isBest);
  if (value.paper === undefined) return measured;
  const verdict = value.verdict!;
  const sign = `<span class="${verdict}" role="img" aria-label="${spoken[verdict]}" title="${spoken[verdict]}">${verdictSigns[verdict]}</span>`;
  return `${measured} ${sign} <span class="paper">(${bold(value.paper.toFixed(1), value.isBestInPaper)})</span>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], kind = ""): string {
  const line = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return [
    `<div class="wide"><table${kind && ` class="${kind}"`}>`,
    `<thead>${line("th", head.map(escapeHtml))}</thead>`,
    `<tbody>\n${rows.map((row) => line("td", row)).join("\n")}\n</tbody>`,
    "</table></div>",
  ].join("\n");
}

function list(lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("\n")}\n</ul>`;
}

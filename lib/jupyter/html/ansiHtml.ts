import { escapeHtml } from "../../core/html";

interface Style {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  color: string | undefined;
  background: string | undefined;
}

const plain: Style = {
  bold: false,
  italic: false,
  underline: false,
  color: undefined,
  background: undefined,
};

/** The sixteen terminal colors, dark enough to read on white. */
const palette = [
  ...["#1f2328", "#b3261e", "#1a7f37", "#8a6100", "#0b5bd3", "#8430c4", "#0a7a86", "#6e7781"],
  ...["#57606a", "#d1362d", "#2da44e", "#a87900", "#3b7ff0", "#a355e0", "#1596a5", "#8c959f"],
];

// eslint's no-control-regex dislikes the escape character in a literal.
const escapeCharacter = "\u001b";
const sequence = new RegExp(
  `${escapeCharacter}(?:\\[([\\d;:]*)([ -/]*[@-~])|\\][^\\u0007${escapeCharacter}]*(?:\\u0007|${escapeCharacter}\\\\)|[@-Z\\\\-_])`,
  "g",
);

/** Terminal output as HTML: colors become spans, a carriage return restarts its line, everything else is escaped. */
export function ansiHtml(text: string): string {
  const lines = text.split("\n").map(lastWriting).join("\n");
  let html = "";
  let style = plain;
  let end = 0;
  for (const match of lines.matchAll(sequence)) {
    html += span(lines.slice(end, match.index), style);
    end = match.index + match[0].length;
    if (match[2] === "m") style = restyle(style, match[1]);
  }
  return html + span(lines.slice(end), style);
}

/** A line after its carriage returns, each of which restarts it, except one at the end. */
function lastWriting(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

function span(text: string, { bold, italic, underline, color, background }: Style): string {
  if (text === "") return "";
  const rules = [
    bold && "font-weight:bold",
    italic && "font-style:italic",
    underline && "text-decoration:underline",
    color && `color:${color}`,
    background && `background:${background}`,
  ].filter((rule) => typeof rule === "string");
  return rules.length === 0
    ? escapeHtml(text)
    : `<span style="${rules.join(";")}">${escapeHtml(text)}</span>`;
}

/** The style after "ESC [ codes m" (Select Graphic Rendition). */
function restyle(style: Style, codes: string): Style {
  // Reversed, so that each number is taken from the end in constant time.
  const rest = codes.split(/[;:]/).map(Number).reverse();
  let next = style;
  while (rest.length > 0) {
    const code = rest.pop() ?? 0;
    if (code === 0) next = plain;
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 3) next = { ...next, italic: true };
    else if (code === 4) next = { ...next, underline: true };
    else if (code === 22) next = { ...next, bold: false };
    else if (code === 23) next = { ...next, italic: false };
    else if (code === 24) next = { ...next, underline: false };
    else if (code === 38) next = { ...next, color: extendedColor(rest) };
    else if (code === 48) next = { ...next, background: extendedColor(rest) };
    else if (code === 39) next = { ...next, color: undefined };
    else if (code === 49) next = { ...next, background: undefined };
    else if (code >= 30 && code <= 37) next = { ...next, color: palette[code - 30] };
    else if (code >= 40 && code <= 47) next = { ...next, background: palette[code - 40] };
    else if (code >= 90 && code <= 97) next = { ...next, color: palette[code - 82] };
    else if (code >= 100 && code <= 107) next = { ...next, background: palette[code - 92] };
  }
  return next;
}

/** "5;N" is one of 256 colors, "2;R;G;B" any color. Removes the numbers that it reads from the end of the list. */
function extendedColor(codes: number[]): string | undefined {
  const kind = codes.pop();
  if (kind === 2) {
    const channels = codes
      .splice(-3)
      .map((value) => Math.min(255, value || 0))
      .reverse();
    return channels.length === 3 ? `rgb(${channels.join(",")})` : undefined;
  }
  const n = kind === 5 ? codes.pop() : undefined;
  if (n === undefined || !(n >= 0 && n < 256)) return undefined;
  if (n < 16) return palette[n];
  if (n >= 232)
    return `rgb(${Array(3)
      .fill(8 + 10 * (n - 232))
      .join(",")})`;
  const level = (power: number) => [0, 95, 135, 175, 215, 255][Math.floor((n - 16) / power) % 6];
  return `rgb(${level(36)},${level(6)},${level(1)})`;
}

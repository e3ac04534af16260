import { readFileSync } from "node:fs";
import path from "node:path";

/** The font of all figures. It comes with the package, so that pictures look the same on every machine. */
export const FONT_FAMILY = "DejaVu Sans";

export type FontStyle = "regular" | "bold" | "oblique";

const names: Record<FontStyle, string> = {
  regular: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  oblique: "DejaVuSans-Oblique.ttf",
};

export function fontFile(style: FontStyle): string {
  return path.join(path.dirname(require.resolve("dejavu-fonts-ttf/package.json")), "ttf", names[style]);
}

export function fontFiles(): string[] {
  return (Object.keys(names) as FontStyle[]).map(fontFile);
}

/** The advance width of each character, in em. */
type Widths = (codePoint: number) => number;

const loaded = new Map<FontStyle, Widths>();

/** The width of a line of text at font size 1. */
export function textWidth(text: string, style: FontStyle): number {
  let widths = loaded.get(style);
  if (!widths) loaded.set(style, (widths = readWidths(readFileSync(fontFile(style)))));
  let sum = 0;
  for (const character of text) sum += widths(character.codePointAt(0)!);
  return sum;
}

/** Reads character widths from the tables cmap (format 12) and hmtx of a TrueType font. */
function readWidths(font: Buffer): Widths {
  const tables = new Map<string, number>();
  for (let t = 0, at = 12; t < font.readUInt16BE(4); t++, at += 16) {
    tables.set(font.toString("latin1", at, at + 4), font.readUInt32BE(at + 8));
  }
  const unitsPerEm = font.readUInt16BE(tables.get("head")! + 18);
  const lastWidth = font.readUInt16BE(tables.get("hhea")! + 34) - 1;
  const metrics = tables.get("hmtx")!;
  const groups = characterGroups(font, tables.get("cmap")!);
  return (codePoint) => {
    const group = groups.find(({ from, to }) => codePoint >= from && codePoint <= to);
    const glyph = group ? group.glyph + codePoint - group.from : 0;
    return font.readUInt16BE(metrics + 4 * Math.min(glyph, lastWidth)) / unitsPerEm;
  };
}

/** Consecutive characters with consecutive glyphs. */
interface CharacterGroup {
  from: number;
  to: number;
  glyph: number;
}

function characterGroups(font: Buffer, cmap: number): CharacterGroup[] {
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, i) => cmap + font.readUInt32BE(cmap + 8 + 8 * i),
  );
  const full = subtables.find((at) => font.readUInt16BE(at) === 12)!;
  return Array.from({ length: font.readUInt32BE(full + 12) }, (_, i) => {
    const at = full + 16 + 12 * i;
    return {
      from: font.readUInt32BE(at),
      to: font.readUInt32BE(at + 4),
      glyph: font.readUInt32BE(at + 8),
    };
  });
}

import { blankPicture, enlarge, type Picture } from "./picture";

type Color = readonly [red: number, green: number, blue: number];

/** From dark blue through green to yellow ("viridis"). Lightness increases, so that it works in print and for the color-blind. */
const sequential: readonly Color[] = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];
/** Blue, white at zero, orange. */
const diverging: readonly Color[] = [
  [33, 102, 172],
  [146, 197, 222],
  [247, 247, 247],
  [253, 184, 99],
  [179, 88, 6],
];
const notFinite: Color = [255, 0, 255];

function blend(colors: readonly Color[], share: number): Color {
  const at = Math.min(Math.max(share, 0), 1) * (colors.length - 1);
  const i = Math.min(Math.floor(at), colors.length - 2);
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(colors[i][channel] + (at - i) * (colors[i + 1][channel] - colors[i][channel]));
  return [mix(0), mix(1), mix(2)];
}

/** Beyond this number of rows or columns, blocks of entries are averaged. */
const mostCells = 256;
const comfortable = 320;

/**
 * A matrix as colored squares: from the smallest value to the largest or, if both signs occur, blue below and orange above zero.
 * Values that are not finite are magenta.
 */
export function heatmap(values: ArrayLike<number>, rows: number, columns: number): Picture {
  const height = Math.min(rows, mostCells);
  const width = Math.min(columns, mostCells);
  const cells = blockMeans(values, rows, columns, height, width);
  let [low, high] = [Infinity, -Infinity];
  for (const cell of cells) {
    if (!Number.isFinite(cell)) continue;
    low = Math.min(low, cell);
    high = Math.max(high, cell);
  }
  const signed = low < 0 && high > 0;
  const reach = Math.max(-low, high);
  const [colors, from, to] = signed ? [diverging, -reach, reach] : [sequential, low, high];
  const picture = blankPicture(width, height);
  for (let i = 0; i < cells.length; i++) {
    const share = to > from ? (cells[i] - from) / (to - from) : 0.5;
    picture.pixels.set([...(Number.isFinite(cells[i]) ? blend(colors, share) : notFinite), 255], 4 * i);
  }
  return enlarge(picture, Math.max(1, Math.floor(comfortable / Math.max(width, height))));
}

/** The means over the blocks of a matrix. A value that is not finite makes its block not finite. */
function blockMeans(
  values: ArrayLike<number>,
  rows: number,
  columns: number,
  height: number,
  width: number,
): Float64Array {
  const means = new Float64Array(height * width);
  const edge = (i: number, parts: number, length: number) => Math.floor((i * length) / parts);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [edge(y, height, rows), edge(y + 1, height, rows)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [edge(x, width, columns), edge(x + 1, width, columns)];
      let sum = 0;
      for (let r = top; r < bottom; r++) for (let c = left; c < right; c++) sum += values[r * columns + c];
      means[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return means;
}

// The picture of npm run graph: boxes in layers, arrows down to what a box imports.
const { layout } = require("./layout.cjs");

const LINE = { title: 17, caption: 14, chip: 19 };
const BOX = { padding: 10, least: 150, most: 262 };
const HUES = ["#0072b2", "#009e73", "#d55e00", "#7b5ea7", "#8c6d00"];

/** Average width of a character, of the font size. */
const EM = 0.58;
const textWidth = (text, size) => text.length * size * EM;
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const number = (value) => String(Math.round(10 * value) / 10);

/**
 * An SVG of the graph: name → Map of the names that it imports.
 *
 * @param boxes without cycles
 * @param purposes one line for each name
 * @param inside the sub-folders of each name
 */
function drawGraph(boxes, { purposes, inside }) {
  const nodes = new Map(
    [...boxes.keys()].map((name) => [name, measure(name, purposes[name], inside[name] ?? [])]),
  );
  return svg(layout(boxes, nodes));
}

/** Size and lines of a box. */
function measure(name, caption = "", folders) {
  const widest = Math.max(
    textWidth(name, 15) + 10,
    Math.min(textWidth(caption, 11), BOX.most - 2 * BOX.padding),
  );
  const width = Math.min(BOX.most, Math.max(BOX.least, widest + 2 * BOX.padding));
  const captions = wrap(
    caption.split(" "),
    (words) => textWidth(words.join(" "), 11) <= width - 2 * BOX.padding,
  );
  const chipWidth = (text) => textWidth(text, 10) + 10;
  const chips = wrap(
    folders,
    (row) => row.reduce((sum, text) => sum + chipWidth(text) + 4, -4) <= width - 2 * BOX.padding,
  );
  const height =
    2 * BOX.padding +
    LINE.title +
    captions.length * LINE.caption +
    chips.length * LINE.chip +
    (chips.length > 0 ? 4 : 0) -
    3;
  return { name, width, height, captions: captions.map((words) => words.join(" ")), chips, chipWidth };
}

/** Breaks a list into rows that fit. */
function wrap(items, fits) {
  const rows = [];
  for (const item of items) {
    if (rows.length > 0 && fits([...rows.at(-1), item])) rows.at(-1).push(item);
    else rows.push([item]);
  }
  return rows;
}

function svg({ rows, chains, width, height, margin }) {
  const boxes = rows.flat().filter((node) => !node.isLane);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${Math.ceil(height)}" width="${width}" height="${Math.ceil(height)}" font-family="DejaVu Sans, Verdana, sans-serif">
<title>Architecture of ssdml: which folder imports which</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="${margin}" y="36" font-size="20" font-weight="bold" fill="#1b1e23">Architecture of ssdml</text>
<text x="${margin}" y="58" font-size="12" fill="#4b525c">The folders of lib/ and the kernel, with their sub-folders. An arrow points to what a folder imports; imports that</text>
<text x="${margin}" y="74" font-size="12" fill="#4b525c">follow from a longer chain of arrows are left out. Drawn from the sources by npm run graph.</text>
<g fill="none" stroke="#8a93a0" stroke-width="1.1">
${chains.map(arrow).join("\n")}
</g>
${boxes.map((node) => box(node, HUES[rows.findIndex((row) => row.includes(node)) % HUES.length])).join("\n")}
</svg>
`;
}

/** A smooth line down from box to box, upright beside the boxes that it passes, with a head at its end. */
function arrow(chain) {
  const from = chain[0];
  const to = chain.at(-1);
  const stops = [{ x: end(from, chain[1].x), y: from.y + from.height }];
  for (const lane of chain.slice(1, -1))
    stops.push({ x: lane.x, y: lane.y }, { x: lane.x, y: lane.y + lane.height });
  stops.push({ x: end(to, chain.at(-2).x), y: to.y - 5 });
  let line = `M${number(stops[0].x)} ${number(stops[0].y)}`;
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    const middle = number((a.y + b.y) / 2);
    line +=
      a.x === b.x
        ? `V${number(b.y)}`
        : `C${number(a.x)} ${middle} ${number(b.x)} ${middle} ${number(b.x)} ${number(b.y)}`;
  }
  const tip = stops.at(-1);
  const head = `M${number(tip.x - 4)} ${number(tip.y - 3)}L${number(tip.x)} ${number(tip.y + 4)}L${number(tip.x + 4)} ${number(tip.y - 3)}Z`;
  return `<path d="${line}"/><path d="${head}" fill="#8a93a0" stroke="none"/>`;
}

/** Where an arrow meets a box: towards its other end, but not at a corner. */
function end({ x, width }, other) {
  const most = width / 2 - 18;
  return x + Math.max(-most, Math.min(most, (other - x) * 0.35));
}

function box({ name, x, y, width, height, captions, chips, chipWidth }, hue) {
  const left = x - width / 2;
  const lines = [
    `<rect x="${number(left)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="7" fill="#fbfcfd" stroke="${hue}" stroke-width="1.4"/>`,
    `<text x="${number(left + BOX.padding)}" y="${number(y + BOX.padding + 12)}" font-size="14" font-weight="bold" fill="${hue}">${escape(name)}</text>`,
  ];
  let at = y + BOX.padding + LINE.title;
  for (const caption of captions) {
    lines.push(
      `<text x="${number(left + BOX.padding)}" y="${number(at + 10)}" font-size="11" fill="#1b1e23">${escape(caption)}</text>`,
    );
    at += LINE.caption;
  }
  at += 4;
  for (const row of chips) {
    let along = left + BOX.padding;
    for (const chip of row) {
      const chipSize = chipWidth(chip);
      lines.push(
        `<rect x="${number(along)}" y="${number(at)}" width="${number(chipSize)}" height="15" rx="4" fill="#eef1f5"/>`,
        `<text x="${number(along + chipSize / 2)}" y="${number(at + 11)}" font-size="10" text-anchor="middle" fill="#4b525c">${escape(chip)}</text>`,
      );
      along += chipSize + 4;
    }
    at += LINE.chip;
  }
  return `<g>${lines.join("")}</g>`;
}

module.exports = { drawGraph };

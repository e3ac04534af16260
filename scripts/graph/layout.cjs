// Where the boxes and arrows of npm run graph go: layers from top to bottom, few crossings, straight arrows (Sugiyama's method).

const WIDTH = 1000;
const MARGIN = 24;
const HEAD = 96;
const GAP = { column: 22, row: 46 };
/** Width of a row that boxes may take; the rest is for arrows that pass. */
const ROOM = WIDTH - 2 * MARGIN - 60;
/** Room that an arrow passing between boxes takes. */
const LANE = 10;
const SWEEPS = 24;

/**
 * Gives each node its place: x (its centre), y (its upper edge).
 *
 * @param boxes name → Map of the names that it imports; without cycles
 * @param nodes name → { width, height }
 */
function layout(boxes, nodes) {
  const shown = reduce(boxes);
  const { rows, chains } = withLanes(layersOf(shown, nodes), shown, nodes);
  order(rows, chains);
  place(rows, chains);
  return { rows, chains, width: WIDTH, height: stack(rows), margin: MARGIN };
}

/** Leaves out an edge where another way leads to the same box. */
function reduce(boxes) {
  const reach = new Map();
  const reachOf = (name) => {
    if (!reach.has(name)) {
      const all = new Set();
      for (const next of boxes.get(name)?.keys() ?? []) {
        all.add(next);
        for (const far of reachOf(next)) all.add(far);
      }
      reach.set(name, all);
    }
    return reach.get(name);
  };
  return new Map(
    [...boxes].map(([name, targets]) => [
      name,
      [...targets.keys()].filter((to) => ![...targets.keys()].some((other) => reachOf(other).has(to))),
    ]),
  );
}

/**
 * Boxes in layers, the first one uppermost: each above all that it imports, as low as possible, in a row that is not full.
 */
function layersOf(shown, nodes) {
  const depth = new Map();
  const used = [];
  const visit = (name) => {
    if (depth.has(name)) return;
    shown.get(name).forEach(visit);
    let layer = Math.max(-1, ...shown.get(name).map((to) => depth.get(to))) + 1;
    const width = nodes.get(name).width + GAP.column;
    while ((used[layer] ?? 0) + width > ROOM) layer++;
    used[layer] = (used[layer] ?? 0) + width;
    depth.set(name, layer);
  };
  for (const name of shown.keys()) visit(name);
  const top = Math.max(...depth.values());
  return Array.from({ length: top + 1 }, (_, i) =>
    [...shown.keys()].filter((name) => depth.get(name) === top - i),
  );
}

/** The rows of boxes, with a narrow lane wherever an arrow passes a layer; and each arrow as the chain of its nodes. */
function withLanes(layers, shown, nodes) {
  const layerOf = new Map(layers.flatMap((names, i) => names.map((name) => [name, i])));
  const rows = layers.map((names) => names.map((name) => nodes.get(name)));
  const chains = [];
  for (const [from, targets] of shown) {
    for (const to of targets) {
      const lanes = [];
      for (let i = layerOf.get(from) + 1; i < layerOf.get(to); i++) {
        const lane = { isLane: true, width: LANE, height: 0 };
        rows[i].push(lane);
        lanes.push(lane);
      }
      chains.push([nodes.get(from), ...lanes, nodes.get(to)]);
    }
  }
  return { rows, chains };
}

/** The neighbors of each node in the row above and the row below. */
function neighborsOf(chains) {
  const above = new Map();
  const below = new Map();
  const add = (map, node, other) => map.set(node, [...(map.get(node) ?? []), other]);
  for (const chain of chains) {
    for (let i = 0; i + 1 < chain.length; i++) {
      add(below, chain[i], chain[i + 1]);
      add(above, chain[i + 1], chain[i]);
    }
  }
  return { above, below };
}

function crossings(rows, below) {
  let count = 0;
  for (let r = 0; r + 1 < rows.length; r++) {
    const at = new Map(rows[r + 1].map((node, i) => [node, i]));
    const pairs = rows[r].flatMap((node, i) => (below.get(node) ?? []).map((to) => [i, at.get(to)]));
    for (const [a, b] of pairs) for (const [c, d] of pairs) if (a < c && b > d) count++;
  }
  return count;
}

/** Few crossings: each row in the order of its neighbors' mean positions, row by row down and up. Keeps the best order. */
function order(rows, chains) {
  const { above, below } = neighborsOf(chains);
  let best = rows.map((row) => [...row]);
  let fewest = crossings(rows, below);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    const neighbors = isDown ? above : below;
    const indices = rows.map((_, i) => (isDown ? i : rows.length - 1 - i)).slice(1);
    for (const i of indices) {
      const other = rows[isDown ? i - 1 : i + 1];
      const at = new Map(other.map((node, position) => [node, (position + 0.5) / other.length]));
      const mean = (node, own) => {
        const places = (neighbors.get(node) ?? []).map((each) => at.get(each));
        return places.length === 0 ? own : places.reduce((sum, each) => sum + each, 0) / places.length;
      };
      const keys = new Map(rows[i].map((node, own) => [node, mean(node, (own + 0.5) / rows[i].length)]));
      rows[i].sort((a, b) => keys.get(a) - keys.get(b));
    }
    const count = crossings(rows, below);
    if (count < fewest) {
      fewest = count;
      best = rows.map((row) => [...row]);
    }
  }
  best.forEach((row, i) => rows.splice(i, 1, row));
}

/** Horizontal places: each node tends to the middle of its neighbors, no two overlap, and all lie within the picture. */
function place(rows, chains) {
  const { above, below } = neighborsOf(chains);
  // Long arrows should run straight.
  const weight = (a, b) => (a.isLane && b.isLane ? 8 : a.isLane || b.isLane ? 2 : 1);
  for (const row of rows)
    spread(
      row,
      row.map(() => WIDTH / 2),
    );
  for (let sweep = 0; sweep < 8 * SWEEPS; sweep++) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const wanted = row.map((node) => {
        const others = [...(above.get(node) ?? []), ...(below.get(node) ?? [])];
        const total = others.reduce((sum, other) => sum + weight(node, other), 0);
        return total === 0
          ? node.x
          : others.reduce((sum, other) => sum + weight(node, other) * other.x, 0) / total;
      });
      spread(row, wanted);
    }
  }
}

/** Centres as near to the wanted ones as the order and the widths allow (pool adjacent violators). */
function spread(row, wanted) {
  const offsets = [0];
  for (let i = 1; i < row.length; i++)
    offsets.push(offsets[i - 1] + (row[i - 1].width + row[i].width) / 2 + GAP.column);
  const pools = [];
  row.forEach((node, i) => {
    let pool = { sum: wanted[i] - offsets[i], count: 1, nodes: [i] };
    while (pools.length > 0 && pools.at(-1).sum / pools.at(-1).count > pool.sum / pool.count) {
      const last = pools.pop();
      pool = {
        sum: last.sum + pool.sum,
        count: last.count + pool.count,
        nodes: [...last.nodes, ...pool.nodes],
      };
    }
    pools.push(pool);
  });
  for (const { sum, count, nodes } of pools) for (const i of nodes) row[i].x = sum / count + offsets[i];
  let left = MARGIN;
  for (const node of row) {
    node.x = Math.max(node.x, left + node.width / 2);
    left = node.x + node.width / 2 + GAP.column;
  }
  let right = WIDTH - MARGIN;
  for (const node of row.toReversed()) {
    node.x = Math.min(node.x, right - node.width / 2);
    right = node.x - node.width / 2 - GAP.column;
  }
}

/** Vertical places; returns the height of the picture. */
function stack(rows) {
  let y = HEAD;
  for (const row of rows) {
    const height = Math.max(...row.map((node) => node.height));
    for (const node of row) {
      node.y = node.isLane ? y : y + (height - node.height) / 2;
      if (node.isLane) node.height = height;
    }
    y += height + GAP.row;
  }
  return y - GAP.row + MARGIN;
}

module.exports = { layout };

/** A step with the ids of the steps it depends on. */
export interface GraphStep {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** The direction of a graph: to the right if all layers fit, otherwise down. */
export type Direction = 'right' | 'down';

/** The size of a node, and the room around it. */
export interface GraphSize {
  readonly width: number;
  readonly height: number;
  /** Between one layer and the next. */
  readonly layerGap: number;
  /** Between the nodes of a layer. */
  readonly nodeGap: number;
}

/** A point of a graph, in pixels from its corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line from a step to one that waits for it. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** From start to end, including where it enters and leaves the layers in between. */
  readonly points: readonly Point[];
}

/** The positions of all nodes. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** The corner of each node. */
  readonly places: ReadonlyMap<string, Point>;
  readonly edges: readonly GraphEdge[];
}

/** A node, or the place where a line passes a layer. */
interface Cell {
  readonly size: number;
  at: number;
  readonly before: Cell[];
  readonly after: Cell[];
}

const SWEEPS = 12;
/** The room that a line takes where it passes a layer. */
const LINE_SIZE = 8;

/** The layer of each step: one after the last of its dependencies. Links that would close a cycle are ignored. */
export function layersOf(steps: readonly GraphStep[]): ReadonlyMap<string, number> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const layers = new Map<string, number>();
  const open = new Set<string>();
  const visit = (step: GraphStep): number => {
    const known = layers.get(step.id);
    if (known !== undefined) return known;
    open.add(step.id);
    let layer = 0;
    for (const id of step.dependsOn) {
      const needed = byId.get(id);
      if (needed !== undefined && !open.has(id)) layer = Math.max(layer, visit(needed) + 1);
    }
    open.delete(step.id);
    layers.set(step.id, layer);
    return layer;
  };
  for (const step of steps) visit(step);
  return layers;
}

/** Arranges steps in layers, each after its dependencies, with few crossing lines. */
export function graphLayout(steps: readonly GraphStep[], direction: Direction, size: GraphSize): GraphLayout {
  const layers = layersOf(steps);
  const [along, across] = direction === 'right' ? [size.width, size.height] : [size.height, size.width];
  const rows = Array.from({ length: 1 + Math.max(-1, ...layers.values()) }, (): Cell[] => []);
  const cellIn = (layer: number, cellSize: number): Cell => {
    const cell: Cell = { size: cellSize, at: 0, before: [], after: [] };
    rows[layer]?.push(cell);
    return cell;
  };
  const nodes = new Map(
    steps.map(({ id }) => {
      const layer = layers.get(id) ?? 0;
      return [id, { layer, cell: cellIn(layer, across) }];
    }),
  );
  const routes = edgesOf(steps, layers).map(({ from, to }) => {
    const [start, end] = [nodes.get(from), nodes.get(to)];
    const cells: Cell[] = [];
    if (start === undefined || end === undefined) return { from, to, layer: 0, cells };
    cells.push(start.cell);
    for (let layer = start.layer + 1; layer < end.layer; layer++) cells.push(cellIn(layer, LINE_SIZE));
    cells.push(end.cell);
    for (const [at, cell] of cells.entries()) {
      const next = cells[at + 1];
      if (next === undefined) continue;
      cell.after.push(next);
      next.before.push(cell);
    }
    return { from, to, layer: start.layer, cells };
  });
  arrange(rows, size.nodeGap);
  const step = along + size.layerGap;
  const least = Math.min(0, ...rows.flat().map((cell) => cell.at - cell.size / 2));
  const most = Math.max(0, ...rows.flat().map((cell) => cell.at + cell.size / 2));
  const point = (main: number, cross: number): Point =>
    direction === 'right' ? { x: main, y: cross - least } : { x: cross - least, y: main };
  const places = new Map(
    [...nodes].map(([id, { layer, cell }]) => [id, point(layer * step, cell.at - across / 2)]),
  );
  const edges = routes.map(({ from, to, layer, cells }) => ({
    from,
    to,
    points: cells.flatMap((cell, at) => [
      ...(at > 0 ? [point((layer + at) * step, cell.at)] : []),
      ...(at < cells.length - 1 ? [point((layer + at) * step + along, cell.at)] : []),
    ]),
  }));
  const end = point(Math.max(0, rows.length * step - size.layerGap), most);
  return { width: end.x, height: end.y, places, edges };
}

/** The lines that lead forward; a line back belongs to a cycle and is left out. */
function edgesOf(
  steps: readonly GraphStep[],
  layers: ReadonlyMap<string, number>,
): readonly { readonly from: string; readonly to: string }[] {
  return steps.flatMap(({ id: to, dependsOn }) =>
    [...new Set(dependsOn)].flatMap((from) => {
      const before = layers.get(from);
      return before !== undefined && before < (layers.get(to) ?? 0) ? [{ from, to }] : [];
    }),
  );
}

/** Orders each layer by the middle of its neighbours, and moves it as close to them as possible. */
function arrange(rows: readonly Cell[][], gap: number): void {
  for (const row of rows) settle(row, gap, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const row of isForward ? rows : rows.toReversed()) {
      const middle = (cell: Cell) => middleOf(isForward ? cell.before : cell.after) ?? cell.at;
      const wanted = new Map(row.map((cell) => [cell, middle(cell)]));
      row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      settle(row, gap, (cell) => wanted.get(cell) ?? cell.at);
    }
  }
}

function middleOf(cells: readonly Cell[]): number | undefined {
  return cells.length === 0 ? undefined : cells.reduce((sum, { at }) => sum + at, 0) / cells.length;
}

/** Gives each cell of a layer the position it wants, or one close by if they would overlap. */
function settle(row: readonly Cell[], gap: number, wanted: (cell: Cell) => number): void {
  const room = (a: Cell, b: Cell) => (a.size + b.size) / 2 + gap;
  const low: number[] = [];
  const high: number[] = [];
  for (const [at, cell] of row.entries()) {
    const before = row[at - 1];
    const least = before ? (low[at - 1] ?? 0) + room(before, cell) : -Infinity;
    low.push(Math.max(wanted(cell), least));
  }
  for (const [at, cell] of [...row.entries()].toReversed()) {
    const after = row[at + 1];
    const most = after ? (high[at + 1] ?? 0) - room(cell, after) : Infinity;
    high[at] = Math.min(wanted(cell), most);
  }
  // Both keep their distance, and so does the middle of the two.
  for (const [at, cell] of row.entries()) cell.at = ((low[at] ?? 0) + (high[at] ?? 0)) / 2;
}

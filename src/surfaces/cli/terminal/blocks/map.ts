import type { MapPath, ViewBlock } from '../../../../harness/module/view-block.ts';
import { type StyledLine, span } from '../output.ts';
import { type Terminal, terminalGlyphs } from '../text/paint.ts';
import { onOneLine } from '../text/printable.ts';
import { fittedTable } from '../text/table.ts';
import type { OfferedLines } from './offered-lines.ts';
import { stepStyles } from './step-sign.ts';

type MapBlock = Extract<ViewBlock, { type: 'map' }>;
type Place = readonly [lat: number, lng: number];

const WIDEST = 60;
const HIGHEST = 14;
/** One character for each point, as long as there are enough. */
const KEYS = '123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Renders a map for a terminal: a sketch of the positions, then the list of places. */
export function mapLines(map: MapBlock, terminal: Terminal, offered: OfferedLines): StyledLine[] {
  const rows = map.points.map(({ id, label, lat, lng, status }, i) => [
    keyOf(i),
    label ?? id,
    `${degrees(lat)}, ${degrees(lng)}`,
    status ?? '',
  ]);
  const columns = ['', 'Place', 'Latitude, longitude', rows.some((row) => row[3] !== '') ? 'Status' : ''];
  const list = fittedTable(
    columns.map((title) => ({ title, isNumber: false })),
    rows,
    terminal.width,
  );
  return [
    ...sketch(map, terminal),
    ...(rows.length === 0 ? [] : list),
    ...map.points.flatMap(({ id, label, actions }) => offered(actions, `${onOneLine(label ?? id)}: `)),
    ...pathLines('line', map.lines, offered),
    ...pathLines('area', map.areas, offered),
  ];
}

function pathLines(what: string, paths: readonly MapPath[] | undefined, offered: OfferedLines): StyledLine[] {
  return (paths ?? []).flatMap(({ id, label, points, actions }) => [
    [
      span(`${what} `, 'dim'),
      span(onOneLine(label ?? id)),
      span(`  ${points.length} ${points.length === 1 ? 'point' : 'points'}`, 'dim'),
    ],
    ...offered(actions, '  '),
  ]);
}

function sketch({ points, lines = [], areas = [] }: MapBlock, terminal: Terminal): StyledLine[] {
  const areaRings = areas.map(({ points: ring }) => [...ring, ...ring.slice(0, 1)]);
  const paths = [...lines.map((line) => line.points), ...areaRings];
  const places = points.map(({ lat, lng }): Place => [lat, lng]);
  const project = projection([...places, ...paths.flat()], terminal.width);
  if (project === undefined) return [];
  const grid = Array.from({ length: project.height }, () =>
    Array<StyledLine[number]>(project.width).fill(span(' ')),
  );
  const put = ([x, y]: readonly [number, number], sign: StyledLine[number]) => {
    const row = grid[y];
    if (row?.[x] !== undefined) row[x] = sign;
  };
  const { dot } = terminalGlyphs(terminal);
  for (const path of paths) {
    const cells = path.map(project.cell);
    for (const [i, to] of cells.entries()) {
      for (const cell of cellsBetween(cells[i - 1] ?? to, to)) put(cell, span(dot, 'dim'));
    }
  }
  // Of several points in the same cell, the first is drawn.
  for (const [i, place] of [...places.entries()].reverse()) {
    put(project.cell(place), span(keyOf(i), ...stepStyles(points[i]?.status ?? 'done')));
  }
  return grid;
}

/** Projects places onto cells: north up, with the width of a degree at that latitude. */
function projection(places: readonly Place[], columns: number) {
  if (places.length < 2) return undefined;
  const span = (values: readonly number[]) => ({
    low: values.reduce((least, each) => Math.min(least, each)),
    high: values.reduce((most, each) => Math.max(most, each)),
  });
  const plain = span(places.map(([, lng]) => lng));
  // Places on both sides of the antimeridian are close to each other.
  const eastward = (lng: number) => (plain.high - plain.low > 180 && lng < 0 ? lng + 360 : lng);
  const lats = span(places.map(([lat]) => lat));
  const lngs = span(places.map(([, lng]) => eastward(lng)));
  const shrink = Math.max(0.1, Math.cos((((lats.low + lats.high) / 2) * Math.PI) / 180));
  // A terminal cell is about twice as high as it is wide.
  const [tall, wide] = [lats.high - lats.low, (lngs.high - lngs.low) * shrink * 2];
  if (tall + wide < 1e-9) return undefined;
  const most = Math.max(1, Math.min(WIDEST, columns));
  const scale = Math.min((most - 1) / wide, (HIGHEST - 1) / tall);
  const cell = ([lat, lng]: Place): readonly [x: number, y: number] => [
    Math.round((eastward(lng) - lngs.low) * shrink * 2 * scale),
    Math.round((lats.high - lat) * scale),
  ];
  return {
    cell,
    width: Math.min(most, Math.round(wide * scale) + 1),
    height: Math.min(HIGHEST, Math.round(tall * scale) + 1),
  };
}

function cellsBetween(
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): (readonly [number, number])[] {
  const steps = Math.max(1, Math.abs(toX - fromX), Math.abs(toY - fromY));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    return [Math.round(fromX + (toX - fromX) * share), Math.round(fromY + (toY - fromY) * share)] as const;
  });
}

function keyOf(index: number): string {
  return KEYS[index] ?? '*';
}

function degrees(angle: number): string {
  return angle.toFixed(3);
}

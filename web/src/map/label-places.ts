/** A point on the screen with a label beside it. */
export interface LabelledPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Higher ranks are labelled first. */
  readonly rank: number;
}

/** The side of a point on which its label is; absent if there is no room. */
export type LabelSide = 'right' | 'left' | 'above' | 'below';

const HEIGHT = 20;
const MARKER = 11;
const GAP = 3;
/** Kept free for the controls at the edges of the map. */
const TOP_STRIP = 48;
const BOTTOM_STRIP = 18;
const SIDES: readonly LabelSide[] = ['right', 'left', 'above', 'below'];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A point with the position of its label, if it has one. */
export interface Placed extends Omit<LabelledPoint, 'rank'> {
  readonly side: LabelSide | undefined;
}

/**
 * Gives each label the first free side of its point, so that no labels overlap each other or a point. Higher ranks come
 * first.
 */
export function labelPlaces(
  points: readonly LabelledPoint[],
  { width, height }: { readonly width: number; readonly height: number },
  before: readonly Placed[] = [],
): ReadonlyMap<string, LabelSide> {
  const occupied = [...points, ...before].map(({ x, y }) => around(x, y, MARKER * 2, MARKER * 2));
  occupied.push(...before.flatMap((point) => (point.side ? [boxAt(point, point.side)] : [])));
  const places = new Map<string, LabelSide>();
  for (const point of points.toSorted((a, b) => b.rank - a.rank)) {
    const own = occupied[points.indexOf(point)];
    for (const side of SIDES) {
      const box = boxAt(point, side);
      const fits =
        box.left >= 0 && box.top >= TOP_STRIP && box.right <= width && box.bottom <= height - BOTTOM_STRIP;
      if (!fits || occupied.some((other) => other !== own && overlaps(box, other))) continue;
      places.set(point.key, side);
      occupied.push(box);
      break;
    }
  }
  return places;
}

function boxAt({ x, y, width }: Pick<LabelledPoint, 'x' | 'y' | 'width'>, side: LabelSide): Box {
  const { x: right, y: down } = labelOffset(side, width);
  return around(x + right, y + down, width, HEIGHT);
}

/** How far the middle of a label is from its point. */
export function labelOffset(side: LabelSide, width: number): { readonly x: number; readonly y: number } {
  const beside = MARKER + GAP + width / 2;
  const over = MARKER + GAP + HEIGHT / 2;
  switch (side) {
    case 'right':
      return { x: beside, y: 0 };
    case 'left':
      return { x: -beside, y: 0 };
    case 'above':
      return { x: 0, y: -over };
    case 'below':
      return { x: 0, y: over };
  }
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

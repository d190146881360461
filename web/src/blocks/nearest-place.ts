/** Something with a position on the page. */
interface Placed {
  getBoundingClientRect(): {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

const KEYS: Readonly<Record<string, { readonly axis: 'x' | 'y'; readonly sign: 1 | -1 }>> = {
  ArrowRight: { axis: 'x', sign: 1 },
  ArrowLeft: { axis: 'x', sign: -1 },
  ArrowDown: { axis: 'y', sign: 1 },
  ArrowUp: { axis: 'y', sign: -1 },
};

/** Positions that differ by less are in one layer. */
const SAME = 1;

/**
 * The item that an arrow key leads to, among items in layers along an axis: along it the nearest in the next layer,
 * across it the neighbour in the same layer.
 */
export function nextInLayers<Item extends Placed>(
  key: string,
  items: readonly Item[],
  { from, layers }: { readonly from: Placed; readonly layers: 'x' | 'y' },
): Item | undefined {
  const arrow = KEYS[key];
  if (arrow === undefined) return undefined;
  const { axis, sign } = arrow;
  const start = middleOf(from);
  const found = items.map((item) => {
    const at = middleOf(item);
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    return { item, ahead: sign * (axis === 'x' ? dx : dy), aside: Math.abs(axis === 'x' ? dy : dx) };
  });
  const ahead = found.filter((each) => each.ahead > SAME);
  if (axis !== layers)
    return least(
      ahead.filter((each) => each.aside <= SAME),
      (each) => each.ahead,
    )?.item;
  const next = Math.min(...ahead.map((each) => each.ahead));
  return least(
    ahead.filter((each) => each.ahead <= next + SAME),
    (each) => each.aside,
  )?.item;
}

function least<Item>(items: readonly Item[], of: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || of(item) < of(best) ? item : best),
    undefined,
  );
}

function middleOf(item: Placed): { readonly x: number; readonly y: number } {
  const { x, y, width, height } = item.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Something with a place on the page. */
interface Placed {
  getBoundingClientRect(): {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** What is aside counts more than what is far ahead. */
const ASIDE = 2;

/** What an arrow key leads to from here: the nearest in its direction. Home and End lead to the first and the last. */
export function nearestInDirection<Item extends Placed>(
  key: string,
  items: readonly Item[],
  from: unknown,
): Item | undefined {
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  const direction = DIRECTIONS[key];
  const here = items.find((item) => item === from);
  if (direction === undefined || here === undefined) return undefined;
  const [dx, dy] = direction;
  const start = middleOf(here);
  let nearest: { readonly item: Item; readonly distance: number } | undefined;
  for (const item of items) {
    const { x, y } = middleOf(item);
    const ahead = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    const distance = ahead + ASIDE * aside;
    if (ahead > 1 && (nearest === undefined || distance < nearest.distance)) nearest = { item, distance };
  }
  return nearest?.item;
}

function middleOf(item: Placed): { readonly x: number; readonly y: number } {
  const { x, y, width, height } = item.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

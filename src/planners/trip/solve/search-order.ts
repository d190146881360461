import { TripProblemError } from './error.ts';

/** The stays by number, with their constraints. */
export interface OrderProblem {
  /** The days of each stay. */
  readonly days: readonly number[];
  /** The days that a stay must cover. */
  readonly windows: readonly (readonly [from: number, to: number] | undefined)[];
  /** The cost of travelling between two stays; infinite without a connection. */
  cost(from: number, to: number): number;
  canBeFirst(stay: number): boolean;
  canBeLast(stay: number): boolean;
}

const MAX_STATES = 500_000;
/** Up to this many stays all states are kept in a table; beyond, only reached ones. */
const MAX_STAYS_IN_A_TABLE = 16;

/**
 * The cheapest order of all stays; of equally cheap ones the first in the order of the stays. Exact: the days of a stay
 * follow from the set of earlier stays, so each set with each last stay is examined once.
 */
export function searchOrder(problem: OrderProblem): number[] | undefined {
  const { days, windows, cost, canBeFirst, canBeLast } = problem;
  const count = days.length;
  const everything = 2 ** count - 1;
  const known = stateCosts(count);

  const covers = (stay: number, from: number) => {
    const window = windows[stay];
    return window === undefined || (from <= window[0] && from + (days[stay] ?? 0) - 1 >= window[1]);
  };

  /** Whether a window that started before today can no longer be covered. */
  const isLost = (visited: number, today: number) =>
    windows.some(
      (window, stay) => window !== undefined && window[0] < today && (visited & (1 << stay)) === 0,
    );

  const costFrom = (visited: number, last: number, today: number): number => {
    if (visited === everything) return canBeLast(last) ? 0 : Number.POSITIVE_INFINITY;
    const before = known.get(visited, last);
    if (before !== undefined) return before;
    let best = Number.POSITIVE_INFINITY;
    if (!isLost(visited, today)) {
      // Without costs, the first complete order is the best.
      for (let next = 0; next < count && best > 0; next++) {
        best = Math.min(best, costVia(visited, last, next, today));
      }
    }
    known.set(visited, last, best);
    return best;
  };

  const costVia = (visited: number, last: number, next: number, today: number): number => {
    if ((visited & (1 << next)) !== 0 || !covers(next, today)) return Number.POSITIVE_INFINITY;
    const step = cost(last, next);
    if (step === Number.POSITIVE_INFINITY) return step;
    return step + costFrom(visited | (1 << next), next, today + (days[next] ?? 0) - 1);
  };

  const costOfStart = (stay: number) =>
    canBeFirst(stay) && covers(stay, 1)
      ? costFrom(1 << stay, stay, days[stay] ?? 0)
      : Number.POSITIVE_INFINITY;

  let last = cheapest(count, costOfStart);
  if (last === undefined) return undefined;
  const order = [last];
  let [visited, today] = [1 << last, days[last] ?? 0];
  while (visited !== everything) {
    const [set, from, at] = [visited, last, today];
    const next = cheapest(count, (stay) => costVia(set, from, stay, at));
    if (next === undefined) return undefined;
    order.push(next);
    [visited, today, last] = [visited | (1 << next), today + (days[next] ?? 0) - 1, next];
  }
  return order;
}

function cheapest(count: number, costOf: (stay: number) => number): number | undefined {
  let [best, lowest]: [number | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (let stay = 0; stay < count && lowest > 0; stay++) {
    const found = costOf(stay);
    if (found < lowest) [best, lowest] = [stay, found];
  }
  return best;
}

interface StateCosts {
  get(visited: number, last: number): number | undefined;
  set(visited: number, last: number, cost: number): void;
}

function stateCosts(count: number): StateCosts {
  if (count <= MAX_STAYS_IN_A_TABLE) {
    const table = new Float64Array(2 ** count * count).fill(Number.NaN);
    return {
      get: (visited, last) => {
        const found = table[visited * count + last];
        return found === undefined || Number.isNaN(found) ? undefined : found;
      },
      set: (visited, last, cost) => {
        table[visited * count + last] = cost;
      },
    };
  }
  const met = new Map<number, number>();
  return {
    get: (visited, last) => met.get(visited * count + last),
    set: (visited, last, cost) => {
      met.set(visited * count + last, cost);
      if (met.size > MAX_STATES) throw tooLarge(count);
    },
  };
}

function tooLarge(count: number): TripProblemError {
  return new TripProblemError('trip-too-large', {
    summary: `The ${count} stays can be ordered in too many ways: more than ${MAX_STATES} states.`,
    fix: 'Split the trip, or give more stays a window.',
  });
}

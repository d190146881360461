import { solveTrip } from '../../src/planners/trip/solve/solve-trip.ts';
import type { TripConnection, TripProblem } from '../../src/planners/trip/solve/trip-problem.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const EVERY_ORDER = 'trying every order, 10 cities';
const WINDOWS = '**solveTrip**, 10 cities, windows';
const CHEAPEST = '**solveTrip**, 10 cities, the cheapest order';
const CLASH = '**solveTrip**, 10 cities, windows that clash';
const FIFTEEN = '**solveTrip**, 15 cities, the cheapest order';
const MAX_MS = 10;

/** From stays, connections and windows to the order of the trip. */
export async function solving(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 3 : 20;
  const free = withCosts(10);
  const entries: Entry[] = [
    { name: EVERY_ORDER, operations: 1, open: async () => trying(free) },
    { name: WINDOWS, operations: 100, open: async () => solved(withWindows(10), true) },
    { name: CHEAPEST, operations: 20, open: async () => solved(free, true) },
    { name: CLASH, operations: 20, open: async () => solved(clashing(10), false) },
    { name: FIFTEEN, operations: 2, open: async () => solved(withCosts(15), true) },
  ];
  bench.progress('solving trips of 10 and 15 cities');
  const { timings } = await compare(entries, { blocks, operations: 10, warmUpBlocks: 1 });
  const slow = timings.get(EVERY_ORDER)?.median ?? Number.NaN;
  const windows = (timings.get(WINDOWS)?.median ?? Number.NaN) / 1000;
  const goal = atMost('solving 10 cities with windows', windows, MAX_MS, (ms) => `${figure(ms)} ms`);
  return {
    question: 'How long does it take to put a trip in order?',
    method: [
      `Stays of two to four days. With windows, six of ten cities have fixed days, and each city is connected with four others; for the cheapest order, every pair of cities has a cost. ${blocks} blocks.`,
      '- **Trying every order** goes through all 3,628,800 to their end, and finds the same cost.',
      '- **Windows that clash**: there is no valid order, and the answer names the conflicting constraints.',
    ],
    table: {
      columns: ['', 'ms', 'p10 to p90', 'faster', 'goal'],
      rows: entries.map(({ name }) => {
        const timing = timings.get(name);
        if (timing === undefined) return [name, 'not run'];
        const ms = (share: number) => figure(timing.at(share) / 1000);
        return [
          name,
          ms(0.5),
          `${ms(0.1)} to ${ms(0.9)}`,
          name === CHEAPEST ? times(slow / timing.median) : '',
          name === WINDOWS ? goalCell(goal) : '',
        ];
      }),
    },
    goals: [goal],
    notes: ['Every answer is exact: the cheapest order, or the first in the order of the stays.'],
  };
}

function stays(count: number): { city: string; days: number }[] {
  return Array.from({ length: count }, (_, i) => ({ city: `City ${i}`, days: 2 + (i % 3) }));
}

function totalOf(all: readonly { days: number }[]): number {
  return all.reduce((sum, { days }) => sum + days, 0) - (all.length - 1);
}

/** A trip that is known to work, told in another order. */
function withWindows(count: number): TripProblem {
  const all = stays(count);
  let today = 1;
  const placed = all.map((stay, i) => {
    const from = today;
    today += stay.days - 1;
    return i % 5 < 3 ? { ...stay, window: [from, today] as const } : stay;
  });
  const connections = all.flatMap(({ city }, i): TripConnection[] =>
    [1, 3, 4, 7].map((step) => [city, `City ${(i + step) % count}`]),
  );
  return {
    totalDays: totalOf(all),
    stays: placed.toSorted((a, b) => order(a.city) - order(b.city)),
    connections,
  };
}

function clashing(count: number): TripProblem {
  const problem = withWindows(count);
  const [last] = problem.stays.slice(-1);
  return { ...problem, start: last?.city };
}

function withCosts(count: number): TripProblem {
  const all = stays(count);
  const connections = all.flatMap(({ city: from }, i) =>
    all.flatMap(({ city: to }, j): TripConnection[] =>
      i === j ? [] : [[from, to, 1 + ((i * 31 + j * 17) % 97)]],
    ),
  );
  return { totalDays: totalOf(all), stays: all, connections };
}

function order(city: string): number {
  return (Number(city.slice('City '.length)) * 7) % 10;
}

function solved(problem: TripProblem, ok: boolean): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const solution = solveTrip(problem);
        if (solution.ok !== ok) throw new RangeError(JSON.stringify(solution));
      }
    },
    close: async () => {},
  };
}

function trying(problem: TripProblem): Contender {
  return {
    run: async () => {
      const solution = solveTrip(problem);
      const best = cheapestByTrying(problem);
      if (
        !solution.ok ||
        costOf(
          problem,
          solution.order.map(({ city }) => city),
        ) !== best
      ) {
        throw new RangeError(`trying every order finds ${best}, solveTrip ${JSON.stringify(solution)}`);
      }
    },
    close: async () => {},
  };
}

function costOf({ connections }: TripProblem, cities: readonly string[]): number {
  return cities.reduce((sum, city, i) => {
    const way = connections.find(([from, to]) => from === cities[i - 1] && to === city);
    return sum + (way?.[2] ?? 0);
  }, 0);
}

function cheapestByTrying({ stays: all, connections }: TripProblem): number {
  const number = new Map(all.map(({ city }, i) => [city, i]));
  const cost = all.map(() => new Float64Array(all.length));
  for (const [from, to, price = 0] of connections) {
    const row = cost[number.get(from) ?? 0];
    if (row !== undefined) row[number.get(to) ?? 0] = price;
  }
  let best = Number.POSITIVE_INFINITY;
  const visit = (last: number, visited: number, sum: number): void => {
    if (visited === 2 ** all.length - 1) best = Math.min(best, sum);
    for (let next = 0; next < all.length; next++) {
      if ((visited & (1 << next)) === 0) visit(next, visited | (1 << next), sum + (cost[last]?.[next] ?? 0));
    }
  };
  for (let first = 0; first < all.length; first++) visit(first, 1 << first, 0);
  return best;
}

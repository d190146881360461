import type { OrderProblem } from './search-order.ts';
import type { TripProblem } from './trip-problem.ts';

/** A demand that can be dropped, to see whether the rest fits. */
export type Demand =
  | { readonly type: 'connections' }
  | { readonly type: 'start'; readonly city: string }
  | { readonly type: 'end'; readonly city: string }
  | { readonly type: 'window'; readonly stay: number };

/** The demands that some order may meet; impossible ones are omitted. */
export function demandsOf({ totalDays, stays, start, end }: TripProblem): Demand[] {
  const has = (wanted: string | undefined) => stays.some(({ city }) => city === wanted);
  const isOneStay =
    start === end && stays.length > 1 && stays.filter(({ city }) => city === start).length === 1;
  return [
    { type: 'connections' },
    ...stays.flatMap(({ days, window }, stay): Demand[] => {
      if (window === undefined) return [];
      const [from, to] = window;
      return from >= 1 && to <= totalDays && to - from < days ? [{ type: 'window', stay }] : [];
    }),
    ...(end !== undefined && has(end) && !isOneStay ? [{ type: 'end', city: end } as const] : []),
    ...(start !== undefined && has(start) ? [{ type: 'start', city: start } as const] : []),
  ];
}

/** The search problem with only these demands. */
export function orderProblem(problem: TripProblem, demands: readonly Demand[]): OrderProblem {
  const { stays } = problem;
  const kept = new Set(demands.flatMap((demand) => (demand.type === 'window' ? [demand.stay] : [])));
  const start = demands.find(({ type }) => type === 'start');
  const end = demands.find(({ type }) => type === 'end');
  return {
    days: stays.map(({ days }) => days),
    windows: stays.map(({ window }, stay) => (kept.has(stay) ? window : undefined)),
    cost: demands.some(({ type }) => type === 'connections') ? costTable(problem) : () => 0,
    canBeFirst: (stay) => start === undefined || ('city' in start && stays[stay]?.city === start.city),
    canBeLast: (stay) => end === undefined || ('city' in end && stays[stay]?.city === end.city),
  };
}

/** Days as text. */
export function stayDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function costTable({ stays, connections }: TripProblem): OrderProblem['cost'] {
  const costs = new Map<string, number>();
  const pair = (from: string, to: string) => JSON.stringify([from, to]);
  for (const [from, to, cost = 0] of connections) {
    const before = costs.get(pair(from, to)) ?? Number.POSITIVE_INFINITY;
    costs.set(pair(from, to), Math.min(before, cost));
  }
  const table = stays.map((from) =>
    stays.map((to) => costs.get(pair(from.city, to.city)) ?? Number.POSITIVE_INFINITY),
  );
  return (from, to) => table[from]?.[to] ?? Number.POSITIVE_INFINITY;
}

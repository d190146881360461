import { explainClash } from './explain-clash.ts';
import { searchOrder } from './search-order.ts';
import { demandsOf, orderProblem, stayDays } from './trip-demands.ts';
import { parseTripProblem, type TripProblem } from './trip-problem.ts';

/** A stay with its days: the last one is also the first of the next stay. */
export interface PlacedStay {
  readonly city: string;
  readonly from: number;
  readonly to: number;
}

/** All stays in order, or the conflicts, one sentence each. */
export type TripSolution =
  | { readonly ok: true; readonly order: readonly PlacedStay[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * Finds an order of stays that follows the connections, covers every window and fills the trip, or says which of
 * these conflict. Exact and deterministic: the cheapest order if connections have costs, and among equals the first
 * in the order of the stays.
 */
export function solveTrip(input: TripProblem): TripSolution {
  const problem = parseTripProblem(input);
  const hopeless = hopelessReasons(problem);
  const demands = demandsOf(problem);
  const order = searchOrder(orderProblem(problem, demands));
  if (order !== undefined && hopeless.length === 0) return { ok: true, order: placed(problem, order) };
  const clashes = order === undefined ? explainClash(problem, demands) : [];
  return { ok: false, reasons: [...hopeless, ...clashes] };
}

function placed({ stays }: TripProblem, order: readonly number[]): PlacedStay[] {
  let today = 1;
  return order.flatMap((index) => {
    const stay = stays[index];
    if (stay === undefined) return [];
    const from = today;
    today = from + stay.days - 1;
    return [{ city: stay.city, from, to: today }];
  });
}

/** Reasons that no order can fix. `demandsOf` omits them, so that they are reported once. */
function hopelessReasons(problem: TripProblem): string[] {
  const { totalDays, stays, start, end } = problem;
  const usedDays = stays.reduce((sum, { days }) => sum + days, 0) - (stays.length - 1);
  const cities = new Set(stays.map(({ city }) => city));
  const reasons: string[] = [];
  if (usedDays !== totalDays) {
    reasons.push(
      `The stays take ${stayDays(usedDays)} together, travel days counted once, but the trip has ${stayDays(totalDays)}: ${Math.abs(usedDays - totalDays)} too ${usedDays > totalDays ? 'many' : 'few'}.`,
    );
  }
  for (const [verb, city] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (city !== undefined && !cities.has(city)) {
      reasons.push(`The trip is to ${verb} in ${city}, but there is no stay in ${city}.`);
    }
  }
  if (start !== undefined && start === end && stays.length > 1) {
    const there = stays.filter(({ city }) => city === start).length;
    if (there === 1)
      reasons.push(`The trip is to start and to end in ${start}, but there is only one stay in ${start}.`);
  }
  for (const { city, days, window } of stays) {
    if (window === undefined) continue;
    const [from, to] = window;
    if (to - from + 1 > days) {
      reasons.push(`${stayDays(days)} in ${city} cannot cover days ${from} to ${to}.`);
    } else if (from < 1 || to > totalDays) {
      reasons.push(`Days ${from} to ${to} in ${city} are not within a trip of ${stayDays(totalDays)}.`);
    }
  }
  return reasons;
}

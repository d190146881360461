import { searchOrder } from './search-order.ts';
import { type Demand, orderProblem, stayDays } from './trip-demands.ts';
import type { TripProblem } from './trip-problem.ts';

/** Each conflict takes a few searches to find, and more would not be read. */
const MAX_CLASHES = 4;
/** Above this number, finding a single missing connection takes too many searches. */
const MAX_STAYS_FOR_A_HINT = 12;

/** Explains why no order meets all demands: the smallest conflicting sets, one sentence each. */
export function explainClash(problem: TripProblem, demands: readonly Demand[]): string[] {
  const isPossible = (kept: readonly Demand[]) => searchOrder(orderProblem(problem, kept)) !== undefined;
  const clashes = smallestClashes(demands, isPossible);
  const hint = clashes.every((clash) => clash.some(({ type }) => type === 'connections'))
    ? missingConnection(problem, demands)
    : undefined;
  return [...clashes.map((clash) => sentence(problem, clash)), ...(hint === undefined ? [] : [hint])];
}

/** Minimal sets that are impossible together, but possible without any one member. */
function smallestClashes(
  demands: readonly Demand[],
  isPossible: (kept: readonly Demand[]) => boolean,
): Demand[][] {
  const found = new Map<string, Demand[]>();
  const open: (readonly Demand[])[] = [demands];
  const seen = new Set<string>();
  for (let kept = open.shift(); kept !== undefined && found.size < MAX_CLASHES; kept = open.shift()) {
    const name = JSON.stringify(kept);
    if (seen.has(name)) continue;
    seen.add(name);
    if (isPossible(kept)) continue;
    const clash = shrunk(kept, isPossible);
    found.set(JSON.stringify(clash), clash);
    for (const member of clash) open.push(kept.filter((demand) => demand !== member));
  }
  return [...found.values()];
}

function shrunk(demands: readonly Demand[], isPossible: (kept: readonly Demand[]) => boolean): Demand[] {
  let kept = [...demands];
  for (const demand of demands) {
    const without = kept.filter((other) => other !== demand);
    if (!isPossible(without)) kept = without;
  }
  return kept;
}

function sentence(problem: TripProblem, clash: readonly Demand[]): string {
  const [first] = clash;
  if (clash.length === 1 && first?.type === 'connections') return disconnection(problem);
  const parts = clash.map((demand) => described(problem, demand));
  if (parts.length === 1)
    return `${capitalised(parts[0] ?? '')}: the other stays cannot be placed around it.`;
  return `${capitalised(listed(parts))} exclude each other.`;
}

function described({ stays }: TripProblem, demand: Demand): string {
  switch (demand.type) {
    case 'connections':
      return 'travelling by the given connections only';
    case 'start':
      return `starting in ${demand.city}`;
    case 'end':
      return `ending in ${demand.city}`;
    case 'window': {
      const { city = '', days = 0, window: [from, to] = [0, 0] } = stays[demand.stay] ?? {};
      return `${stayDays(days)} in ${city} over ${from === to ? `day ${from}` : `days ${from} to ${to}`}`;
    }
    default:
      return demand satisfies never;
  }
}

/** The problem with the connections alone. */
function disconnection({ stays, connections }: TripProblem): string {
  const cities = [...new Set(stays.map(({ city }) => city))];
  const ways = connections.filter(
    ([from, to]) => cities.includes(from) && cities.includes(to) && from !== to,
  );
  const noWayIn = cities.filter((city) => !ways.some(([, to]) => to === city));
  const noWayOut = cities.filter((city) => !ways.some(([from]) => from === city));
  const cutOff = noWayIn.filter((city) => noWayOut.includes(city));
  if (cutOff.length > 0) {
    return `No connection joins ${listed(cutOff, 'or')} with another city of the trip.`;
  }
  if (noWayIn.length > 1) {
    return `No connection leads to ${listed(noWayIn, 'or')}, and only one of them can come first.`;
  }
  if (noWayOut.length > 1) {
    return `No connection leads away from ${listed(noWayOut, 'or')}, and only one of them can come last.`;
  }
  return `No order of ${listed(cities)} follows the given connections.`;
}

/** The first connection that would make the problem solvable, if any. */
function missingConnection(problem: TripProblem, demands: readonly Demand[]): string | undefined {
  const cities = [...new Set(problem.stays.map(({ city }) => city))];
  if (cities.length > MAX_STAYS_FOR_A_HINT) return undefined;
  for (const from of cities) {
    for (const to of cities) {
      if (from === to || problem.connections.some(([a, b]) => a === from && b === to)) continue;
      const more = { ...problem, connections: [...problem.connections, [from, to] as const] };
      if (searchOrder(orderProblem(more, demands)) !== undefined) {
        return `A connection from ${from} to ${to} would be enough.`;
      }
    }
  }
  return undefined;
}

function listed(parts: readonly string[], word = 'and'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

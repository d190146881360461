import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { distanceKm, type Point } from '../geo.ts';
import { contextOf, type PlaceCandidate, type ResolveOptions } from '../place-candidate.ts';
import { candidateOf, type Hit, hitsFor } from './resolve-place.ts';

/** The maximum number of readings to compare for each name. */
const MAX_READINGS = 12;
const MAX_ROUNDS = 6;

/**
 * The places that the names of one trip mean together: "Durango" beside "Mesa Verde" is the one in Colorado, and "Vik"
 * beside "Reykjavik" the one in Iceland. One result for each name, in order; undefined for an unknown name.
 */
export function resolveTogetherIn(
  gazetteer: Gazetteer,
  names: readonly string[],
  options: ResolveOptions = {},
): (PlaceCandidate | undefined)[] {
  const fixed = contextOf(options);
  const readings = names.map((name) => readingsOf(gazetteer, name, options));
  const starts = readings.flatMap((hits, at) => hits.slice(0, 4).map((hit) => ({ at, hit })));
  let best: readonly (Hit | undefined)[] = readings.map(([first]) => first);
  let bestTotal = Number.NEGATIVE_INFINITY;
  for (const start of starts.length === 0 ? [undefined] : starts) {
    const settled = settle(gazetteer, readings, start, fixed);
    if (settled.total > bestTotal + 1e-9) [best, bestTotal] = [settled.chosen, settled.total];
  }
  return best.map((hit) => hit && candidateOf(gazetteer, hit));
}

function readingsOf(gazetteer: Gazetteer, name: string, options: ResolveOptions): Hit[] {
  const { near: _, ...asked } = options;
  return hitsFor(gazetteer, name, asked).slice(0, MAX_READINGS);
}

interface Start {
  readonly at: number;
  readonly hit: Hit;
}

/**
 * Starting from one reading of one name, the others are chosen to fit it, then each to fit all, until nothing changes.
 */
function settle(
  gazetteer: Gazetteer,
  readings: readonly (readonly Hit[])[],
  start: Start | undefined,
  fixed: readonly Point[],
): { readonly chosen: readonly (Hit | undefined)[]; readonly total: number } {
  const pointOf = (hit: Hit) => gazetteer.pointOf(hit.place);
  const seed = start === undefined ? fixed : [pointOf(start.hit), ...fixed];
  let chosen = readings.map((hits, at) => (start?.at === at ? start.hit : fittest(hits, seed, pointOf)));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = readings.map((hits, at) => fittest(hits, othersThan(at, chosen, pointOf, fixed), pointOf));
    if (next.every((hit, at) => hit?.place === chosen[at]?.place)) break;
    chosen = next;
  }
  const total = chosen.reduce(
    (sum, hit, at) =>
      sum + (hit === undefined ? 0 : fitness(hit, othersThan(at, chosen, pointOf, fixed), pointOf)),
    0,
  );
  return { chosen, total };
}

function othersThan(
  at: number,
  chosen: readonly (Hit | undefined)[],
  pointOf: (hit: Hit) => Point,
  fixed: readonly Point[],
): Point[] {
  return [
    ...chosen.flatMap((hit, other) => (hit === undefined || other === at ? [] : [pointOf(hit)])),
    ...fixed,
  ];
}

function fittest(
  hits: readonly Hit[],
  others: readonly Point[],
  pointOf: (hit: Hit) => Point,
): Hit | undefined {
  let [best, bestFitness] = [hits[0], Number.NEGATIVE_INFINITY];
  for (const hit of hits) {
    const value = fitness(hit, others, pointOf);
    if (value > bestFitness) [best, bestFitness] = [hit, value];
  }
  return best;
}

/** Its renown minus its distance from the nearest other place. */
function fitness(hit: Hit, others: readonly Point[], pointOf: (hit: Hit) => Point): number {
  if (others.length === 0) return hit.score;
  const point = pointOf(hit);
  const away = others.reduce(
    (least, other) => Math.min(least, distanceKm(point, other)),
    Number.POSITIVE_INFINITY,
  );
  return hit.score - 2 * Math.log10(1 + away / 100);
}

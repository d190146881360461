import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { isSettlement, type NameKind, type PlaceKind } from '../gazetteer/gazetteer-format.ts';
import type { NamedPlace } from '../gazetteer/name-index.ts';
import type { Region } from '../gazetteer/region-names.ts';
import { distanceKm, offsetFromWay, type Point } from '../geo.ts';
import {
  contextOf,
  DEFAULT_LIMIT,
  type PlaceCandidate,
  type PlaceMatch,
  type ResolveOptions,
} from '../place-candidate.ts';
import { writtenAs } from './name-as-written.ts';
import { keysOf, type Qualifier, type Reading, readAsWritten, readWithoutCommas } from './place-query.ts';

/** A town as a qualifier includes its surroundings. */
const SURROUNDINGS_KM = 75;
/** Shorter names have too many neighbours for typo correction. */
const MIN_LENGTH_WITH_TYPO = 4;

/** A place that a query may mean. */
export interface Hit {
  readonly place: number;
  readonly match: PlaceMatch;
  readonly score: number;
  /** The named region, if the place is only its seat of government. */
  readonly region?: Region;
  /** The name as written, without qualifiers. */
  readonly written: string;
  /** Computed only for places that are shown. */
  why(): string;
}

/** The parameters of a search, besides the query. */
interface Search {
  readonly gazetteer: Gazetteer;
  readonly context: readonly Point[];
  readonly countries: readonly number[] | undefined;
}

/**
 * The places that a query may mean, the likeliest first. A name counts a hundred times as much as an alternate name,
 * then population and, with `near`, distance decide. Names that are one letter off are found only if nothing else
 * matches.
 */
export function resolveIn(
  gazetteer: Gazetteer,
  query: string,
  asked: ResolveOptions | Point = {},
): PlaceCandidate[] {
  const options: ResolveOptions = 'lat' in asked ? { near: asked } : asked;
  const { limit = DEFAULT_LIMIT } = options;
  const context = contextOf(options);
  return hitsFor(gazetteer, query, options)
    .slice(0, Math.max(0, limit))
    .map((hit) => candidateOf(gazetteer, hit, context));
}

/** The hits of {@link resolveIn}, the likeliest first. */
export function hitsFor(gazetteer: Gazetteer, query: string, options: ResolveOptions = {}): Hit[] {
  const { country, typos = true } = options;
  const countries = typeof country === 'string' ? gazetteer.regions.findCountries(country) : undefined;
  const search = { gazetteer, context: contextOf(options), countries };
  const written = readAsWritten(query, gazetteer);
  const hits =
    hitsOf(written, search) ??
    hitsOf(
      written.flatMap((reading) => readWithoutCommas(reading, gazetteer)),
      search,
    ) ??
    (typos ? typosOf(written, search) : []);
  return ranked(hits, gazetteer);
}

function hitsOf(readings: readonly Reading[], search: Search): Hit[] | undefined {
  const hits = readings.flatMap((reading) => [...namedBy(reading, search), ...governing(reading, search)]);
  return hits.length === 0 ? undefined : hits;
}

/** The places with this name, in its closest spelling that matches any place. */
function namedBy({ name, qualifiers }: Reading, search: Search): Hit[] {
  const called = (key: string) =>
    search.gazetteer.names.find(key).flatMap((named) => hit(named, { name, qualifiers }, search));
  for (const key of keysOf(name)) {
    const hits = called(key);
    if (hits.length > 0) return [...hits, ...called(`the ${key}`).map(withoutArticle)];
  }
  return [];
}

/** "Pinnacles" may mean The Pinnacles, but an exact match is preferred. */
function withoutArticle(hit: Hit): Hit {
  return { ...hit, score: hit.score + WEIGHT.code };
}

/** "Japan" and "Texas" are not towns: they resolve to the seat of government, with a remark. */
function governing({ name, qualifiers }: Reading, search: Search): Hit[] {
  const { gazetteer } = search;
  const regions = gazetteer.regions.find(name).filter((region) => gazetteer.regions.isNamed(region, name));
  return regions.flatMap((region) => {
    const place = gazetteer.regions.seatOf(region);
    if (place === undefined || !fits(place, qualifiers, search)) return [];
    const weight = gazetteer.regions.isHousehold(region) ? HOUSEHOLD_REGION : OTHER_REGION;
    return [
      {
        place,
        match: 'region',
        score: importance(place, search) + weight,
        region: gazetteer.regions.partCalled(region, name) ?? region,
        written: name,
        why: () => `the seat of government of ${gazetteer.regions.nameOf(region)}`,
      } as const,
    ];
  });
}

function typosOf(readings: readonly Reading[], search: Search): Hit[] {
  const split = readings.flatMap((reading) => readWithoutCommas(reading, search.gazetteer));
  for (const { name, qualifiers } of [...readings, ...split]) {
    const [key = ''] = keysOf(name);
    if (key.length < MIN_LENGTH_WITH_TYPO) continue;
    const hits = search.gazetteer.names.findOneTypoAway(key).flatMap((found) =>
      found.places
        .filter(({ kind }) => kind !== 'code')
        .flatMap((named) => hit(named, { name, qualifiers }, search))
        .map(
          ({ place, score }): Hit => ({
            place,
            match: 'typo',
            score,
            written: name,
            why: () => `one letter off: “${name.trim()}” may be “${found.key}”`,
          }),
        ),
    );
    if (hits.length > 0) return hits;
  }
  return [];
}

const MATCH_OF: Readonly<Record<NameKind, PlaceMatch>> = {
  name: 'name',
  nickname: 'nickname',
  alternate: 'alternate',
  trimmed: 'alternate',
  code: 'code',
};

/** In powers of ten of the population: a name outweighs a hundred times the population. */
const WEIGHT: Readonly<Record<NameKind, number>> = {
  name: 2,
  nickname: 2,
  alternate: 0,
  trimmed: 0,
  code: -1,
};
const HOUSEHOLD_REGION = 2.5;
const OTHER_REGION = 0;
const UNKNOWN_QUALIFIER = -2;

function hit({ place, kind }: NamedPlace, { name, qualifiers }: Reading, search: Search): Hit[] {
  if (!fits(place, qualifiers, search)) return [];
  const unknown = qualifiers.filter((qualifier) => !isKnown(qualifier));
  return [
    {
      place,
      match: isAreal(place, search) ? 'region' : MATCH_OF[kind],
      score: importance(place, search) + WEIGHT[kind] + unknown.length * UNKNOWN_QUALIFIER,
      written: name,
      why: () =>
        [
          whyNamed(kind, name.trim(), search.gazetteer.nameOf(place)),
          ...unknown.map(({ text }) => `“${text}” is no place that is known`),
        ].join('; '),
    },
  ];
}

/** In degrees: a smaller island or range is a single place, a larger one a region to tour. */
const AREAL_DEGREES = 0.7;

/** Whether it is a region, and not a single place. */
function isAreal(place: number, { gazetteer }: Search): boolean {
  const kind = gazetteer.kindOf(place);
  if (kind === 'region') return true;
  if (isSettlement(kind) || kind === 'park' || kind === 'sight' || kind === 'landmark') return false;
  const { west, south, east, north } = gazetteer.extentOf(place) ?? { west: 0, south: 0, east: 0, north: 0 };
  return east - west > AREAL_DEGREES || north - south > AREAL_DEGREES;
}

function whyNamed(kind: NameKind, name: string, proper: string): string {
  switch (kind) {
    case 'name':
      return 'exact name';
    case 'nickname':
      return `“${name}” is what ${proper} is called`;
    case 'alternate':
    case 'trimmed':
      return `“${name}” is another name of ${proper}`;
    case 'code':
      return `“${name}” is the code of an airport or a station of ${proper}`;
    default:
      return kind satisfies never;
  }
}

function fits(place: number, qualifiers: readonly Qualifier[], { gazetteer, countries }: Search): boolean {
  const division = gazetteer.regionOf(place);
  const isIn = (index: number) => gazetteer.regions.isWithin(division, { type: 'country', index });
  if (countries !== undefined && !countries.some(isIn)) return false;
  return qualifiers.every(
    (qualifier) =>
      !isKnown(qualifier) ||
      qualifier.regions.some((region) => gazetteer.regions.isWithin(division, region)) ||
      qualifier.towns.some((town) => distanceKm(town, gazetteer.pointOf(place)) <= SURROUNDINGS_KM),
  );
}

function isKnown({ regions, towns }: Qualifier): boolean {
  return regions.length > 0 || towns.length > 0;
}

const MIN_POPULATION = 300;
/** A park has no population, but counts like a town of this many powers of ten, plus one for the best known. */
const WILD_PEOPLE = 3.2;
const RENOWN_A_POWER = 28;
/** A town outweighs a sight with the same name, unless the sight is far better known. */
const SIGHT_WEIGHT = -0.7;
/** The minimum weight of a town that people travel to, in powers of ten. */
const KNOWN_TOWN = { least: 3, renownAPower: 32 };
/** Of two towns of the same size, the better known one counts more. */
const RENOWN_WEIGHT = 0.0055;
const KIND_WEIGHT: Readonly<Partial<Record<PlaceKind, number>>> = {
  capital: 0.5,
  seat: 0.2,
  district: -0.7,
  sight: SIGHT_WEIGHT,
};

function importance(place: number, { gazetteer, context }: Search): number {
  const kind = gazetteer.kindOf(place);
  const renown = gazetteer.renownOf(place);
  const size = isSettlement(kind)
    ? Math.max(
        Math.log10(Math.max(gazetteer.populationOf(place), MIN_POPULATION)),
        KNOWN_TOWN.least + renown / KNOWN_TOWN.renownAPower,
      ) +
      renown * RENOWN_WEIGHT
    : WILD_PEOPLE + renown / RENOWN_A_POWER;
  const people = size + (KIND_WEIGHT[kind] ?? 0);
  if (context.length === 0) return people;
  return people - 2 * Math.log10(1 + offsetFromWay(gazetteer.pointOf(place), context).offKm / 100);
}

/** Each place once, with its best match. */
function ranked(hits: readonly Hit[], gazetteer: Gazetteer): Hit[] {
  const best = new Map<number, Hit>();
  for (const found of hits) {
    const before = best.get(found.place);
    if (before === undefined || found.score > before.score) best.set(found.place, found);
  }
  return [...best.values()].sort(
    (a, b) =>
      b.score - a.score ||
      gazetteer.populationOf(b.place) - gazetteer.populationOf(a.place) ||
      a.place - b.place,
  );
}

/** A hit as a candidate, with its distance from the given points. */
export function candidateOf(
  gazetteer: Gazetteer,
  { place, match, region, written, why }: Hit,
  context: readonly Point[] = [],
): PlaceCandidate {
  const found = gazetteer.place(place);
  const own = region === undefined ? found.name : gazetteer.regions.shortNameOf(region);
  const shown = writtenAs(written, own, match);
  if (context.length === 0) return { ...found, match, shown, reason: why() };
  const away = Math.round(offsetFromWay(found, context).offKm);
  const where = context.length === 1 ? 'the point given' : 'the route given';
  return { ...found, match, shown, reason: `${why()}; ${away} km from ${where}` };
}

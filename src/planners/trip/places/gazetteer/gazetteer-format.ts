import { z } from 'zod';
import { shown } from '../../../../journal/error.ts';
import { damaged } from '../error.ts';

/**
 * The file format: eight bytes of magic, the version and the length of the header (32 bits each, little-endian), the
 * header in JSON, and then the sections, each at a multiple of eight bytes from the end of the header.
 */
const MAGIC = 'WAYFOLDG';
const VERSION = 5;
const PREAMBLE_BYTES = 16;

/** The kinds of keys in the name index, the most significant first. */
export const NAME_KINDS = ['name', 'nickname', 'alternate', 'trimmed', 'code'] as const;

/** One of {@link NAME_KINDS}. */
export type NameKind = (typeof NAME_KINDS)[number];

/** The kinds of places. */
export const PLACE_KINDS = [
  'town',
  'capital',
  'seat',
  'district',
  'landmark',
  'park',
  'island',
  'lake',
  'mountain',
  'coast',
  'desert',
  'region',
  'sight',
] as const;

/**
 * One of {@link PLACE_KINDS}: `seat` of an admin1 region, `district` of a town, `sight` in or near a town, `region` that
 * is no administrative one, `landmark` for whatever else nobody lives in.
 */
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Whether it is inhabited, so that one can stay overnight and borders can be inferred from it. */
export function isSettlement(kind: PlaceKind): boolean {
  return kind === 'town' || kind === 'capital' || kind === 'seat' || kind === 'district';
}

/**
 * The resolution of the sea grid. Cells are stored row by row from the south, eight to a byte, the first in the lowest
 * bit.
 */
export const GRID_CELLS_A_DEGREE = 5;

/** The resolution of lake shores, in parts of a degree. */
export const SHORE_DEGREES = 100;

/** A posting of the name index contains a place and, above these bits, the kind of name. */
export const PLACE_BITS = 24;

const SECTIONS = [
  'lat',
  'lng',
  'population',
  'region',
  'timezone',
  'kind',
  'nameOffsets',
  'names',
  'keyOffsets',
  'keys',
  'postingOffsets',
  'postings',
  'tree',
  'renown',
  'sightKind',
  'island',
  'extents',
  'wildTree',
  'landGrid',
  'lakeShores',
  'lakeOffsets',
] as const;

/**
 * The parts of the file: columns of the places, the name index, the k-d trees of their coordinates (settlements and
 * parks in `tree`, all others in `wildTree`), the land grid, and the extents of the others: west, south, east and north
 * in hundredths of a degree, all zero for a point. The outlines of lakes follow each other in `lakeShores`, longitude
 * before latitude, starting at the offsets in `lakeOffsets`.
 */
export type Section = (typeof SECTIONS)[number];

/**
 * Tables are text, with a line for each row and tabs between cells: validating thousands of small objects would take
 * longer than reading them.
 */
const headerSchema = z.object({
  attribution: z.string(),
  places: z.int().nonnegative(),
  settled: z.int().nonnegative(),
  acrossBorders: z.string(),
  ferries: z.string(),
  bridges: z.string(),
  joined: z.string(),
  routes: z.string(),
  timezones: z.string(),
  countries: z.string(),
  regions: z.string(),
  sections: z.record(z.enum(SECTIONS), z.tuple([z.number(), z.number()])),
});

/** A country by its ISO 3166-1 alpha-2 code. */
interface Country {
  readonly code: string;
  /** The capital, if it is among the places. */
  readonly seat: number | undefined;
  /** The English one first. */
  readonly names: readonly string[];
}

/** A first-order division by its GeoNames code, which is unique only within its country. */
interface Division extends Country {
  /** The index of its country. */
  readonly country: number;
}

/** A region that crosses borders, with its countries; if empty, all countries in its extent. */
interface BorderRegion {
  readonly place: number;
  readonly countries: readonly number[];
}

/** A passenger ferry, which may also take cars. Both ports are places of the gazetteer. */
interface FerryLine {
  readonly from: number;
  readonly to: number;
  readonly hours: number;
  readonly cars: boolean;
}

/** Where a bridge, a dam or a tunnel for cars leads from one island to another. */
interface Bridge {
  readonly lat: number;
  readonly lng: number;
  /** The numbers of both. */
  readonly islands: readonly [number, number];
}

/** The means of travel on a named route; a circuit of towns has none. */
export const ROUTE_KINDS = ['car', 'bike', 'foot', 'train', 'circuit'] as const;

/** One of {@link ROUTE_KINDS}. */
export type RouteKind = (typeof ROUTE_KINDS)[number];

/** A named route. The place with its name and its towns, in order, are places of the gazetteer. */
export interface GazetteerRoute {
  readonly place: number;
  readonly kind: RouteKind;
  /** Whether it ends where it starts. */
  readonly isLoop: boolean;
  readonly stops: readonly number[];
}

/** The file's description of itself, and tables that are too small for a section. */
export interface GazetteerHeader {
  readonly attribution: string;
  readonly places: number;
  /** How many of the places are in `tree`; they come first. */
  readonly settled: number;
  /** Regions in more countries than that of their middle. */
  readonly acrossBorders: readonly BorderRegion[];
  readonly ferries: readonly FerryLine[];
  readonly bridges: readonly Bridge[];
  /** The landmass of each island that bridges join to others; any other is one of its own, with its own number. */
  readonly joined: readonly (readonly [island: number, landmass: number])[];
  readonly routes: readonly GazetteerRoute[];
  readonly timezones: readonly string[];
  readonly countries: readonly Country[];
  readonly regions: readonly Division[];
}

/** The header, and the bytes of each section as in the file, without copying. */
export interface GazetteerFile {
  readonly header: GazetteerHeader;
  section(name: Section): Uint8Array;
}

export function encodeGazetteer(
  {
    attribution,
    places,
    settled,
    acrossBorders,
    ferries,
    bridges,
    joined,
    routes,
    timezones,
    countries,
    regions,
  }: GazetteerHeader,
  contents: Record<Section, Uint8Array>,
): Uint8Array {
  let end = 0;
  const place = (name: Section): [number, number] => {
    const start = end;
    end = aligned(start + contents[name].byteLength);
    return [start, contents[name].byteLength];
  };
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, place(name)]));
  const header = new TextEncoder().encode(
    JSON.stringify({
      attribution,
      places,
      settled,
      acrossBorders: table(acrossBorders.map(({ place: region, countries: codes }) => [region, ...codes])),
      ferries: table(ferries.map(({ from, to, hours, cars }) => [from, to, hours, cars ? 'cars' : ''])),
      bridges: table(bridges.map(({ lat, lng, islands }) => [lat, lng, ...islands])),
      joined: table(joined),
      routes: table(
        routes.map(({ place: route, kind, isLoop, stops }) => [route, kind, isLoop ? 'loop' : '', ...stops]),
      ),
      timezones: timezones.join('\n'),
      countries: table(countries.map(({ code, seat, names }) => [code, seat ?? '', ...names])),
      regions: table(regions.map(({ country, code, seat, names }) => [country, code, seat ?? '', ...names])),
      sections,
    }),
  );
  const start = aligned(PREAMBLE_BYTES + header.byteLength);
  const file = new Uint8Array(start + end);
  file.set(new TextEncoder().encode(MAGIC));
  new DataView(file.buffer).setUint32(8, VERSION, true);
  new DataView(file.buffer).setUint32(12, header.byteLength, true);
  file.set(header, PREAMBLE_BYTES);
  for (const name of SECTIONS) file.set(contents[name], start + (sections[name]?.[0] ?? 0));
  return file;
}

export function decodeGazetteer(file: Uint8Array): GazetteerFile {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const magic = new TextDecoder().decode(file.subarray(0, MAGIC.length));
  if (file.byteLength < PREAMBLE_BYTES || magic !== MAGIC) {
    throw damaged({ expected: 'the bytes of a gazetteer', actual: `${file.byteLength} other bytes` });
  }
  const version = view.getUint32(8, true);
  if (version !== VERSION) {
    throw damaged({ expected: `a gazetteer of version ${VERSION}`, actual: `version ${version}` });
  }
  const headerBytes = view.getUint32(12, true);
  const start = aligned(PREAMBLE_BYTES + headerBytes);
  const { sections, ...header } = readHeader(file.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + headerBytes));
  for (const [name, [offset, length]] of Object.entries(sections)) {
    if (offset % 8 !== 0 || offset < 0 || length < 0 || start + offset + length > file.byteLength) {
      throw damaged({
        expected: `a gazetteer with ${length} bytes of ${name}`,
        actual: `a file that ends after ${file.byteLength} bytes`,
      });
    }
  }
  return {
    header,
    section: (name) => {
      const [offset, length] = sections[name];
      return file.subarray(start + offset, start + offset + length);
    },
  };
}

function readHeader(bytes: Uint8Array) {
  try {
    const header = headerSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return {
      ...header,
      timezones: header.timezones.split('\n'),
      acrossBorders: rows(header.acrossBorders).map(([region, ...codes]) => ({
        place: Number(region),
        countries: codes.map(Number),
      })),
      ferries: rows(header.ferries).flatMap(([from, to, hours, cars]) =>
        to === undefined
          ? []
          : [{ from: Number(from), to: Number(to), hours: Number(hours), cars: cars === 'cars' }],
      ),
      bridges: rows(header.bridges).flatMap(([lat, lng, a, b]) =>
        b === undefined
          ? []
          : [{ lat: Number(lat), lng: Number(lng), islands: [Number(a), Number(b)] as const }],
      ),
      joined: rows(header.joined).flatMap(([island, landmass]) =>
        landmass === undefined ? [] : [[Number(island), Number(landmass)] as const],
      ),
      routes: rows(header.routes).flatMap(([route, name, loop, ...stops]) => {
        const kind = ROUTE_KINDS.find((known) => known === name);
        return kind === undefined
          ? []
          : [{ place: Number(route), kind, isLoop: loop === 'loop', stops: stops.map(Number) }];
      }),
      countries: rows(header.countries).map(([code = '', seat, ...names]) => ({
        code,
        seat: index(seat),
        names,
      })),
      regions: rows(header.regions).map(([country, code = '', seat, ...names]) => ({
        country: Number(country),
        code,
        seat: index(seat),
        names,
      })),
    };
  } catch (cause) {
    throw damaged({ expected: 'the header of a gazetteer', actual: shown(String(cause)), cause });
  }
}

function table(cells: readonly (readonly (string | number)[])[]): string {
  return cells.map((row) => row.join('\t')).join('\n');
}

function rows(text: string): string[][] {
  return text.split('\n').map((row) => row.split('\t'));
}

function index(cell: string | undefined): number | undefined {
  return cell === undefined || cell === '' ? undefined : Number(cell);
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

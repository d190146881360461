import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { SIGHT_KINDS, type SightKind } from '../../activities/sight.ts';
import { damaged } from '../error.ts';
import { isOnGlobe, type Point } from '../geo.ts';
import {
  decodeGazetteer,
  type GazetteerHeader,
  type GazetteerRoute,
  PLACE_KINDS,
  type PlaceKind,
} from './gazetteer-format.ts';
import { LakeShores } from './lake-shores.ts';
import { LandGrid } from './land-grid.ts';
import { NameIndex } from './name-index.ts';
import { RegionNames } from './region-names.ts';

/** A rectangle in degrees: west of `east`, unless it crosses the antimeridian. */
export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A town, a district, or another named place: a park, an island, a region, a sight. */
export interface Place extends Point {
  readonly name: string;
  /** The GeoNames code of the first-order division (US: the state's two letters); empty if there is none. */
  readonly admin1: string;
  /** The English name of that division, if known. */
  readonly region?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly population: number;
  /** From the IANA time zone database. */
  readonly timezone: string;
  readonly kind: PlaceKind;
  /** How well travellers know it: from 0 for an ordinary place to 100 for one that everybody knows. */
  readonly renown: number;
  /** Its extent, if it is not a point. */
  readonly extent?: Extent;
}

/** The kind of a sight. */
export interface SightMark {
  readonly kind: SightKind;
  /** Whether children enjoy it. */
  readonly isForChildren: boolean;
}

const DEGREES = 100_000;
const EXTENT_DEGREES = 100;
/** A flag in the column of sight kinds; the kinds themselves are numbered from 1. */
const FOR_CHILDREN = 0x80;

/** The place data, read in place: opening it creates views of the bytes and parses only the header. */
export class Gazetteer {
  readonly names: NameIndex;
  readonly regions: RegionNames;
  readonly #header: GazetteerHeader;
  readonly #lat: Int32Array;
  readonly #lng: Int32Array;
  readonly #population: Uint32Array;
  readonly #region: Uint16Array;
  readonly #timezone: Uint16Array;
  readonly #kind: Uint8Array;
  readonly #nameOffsets: Uint32Array;
  readonly #names: Uint8Array;
  readonly #tree: KDBush;
  readonly #wildTree: KDBush;
  readonly #renown: Uint8Array;
  readonly #sightKind: Uint8Array;
  readonly #island: Uint16Array;
  readonly #joined: ReadonlyMap<number, number>;
  readonly #extents: Int16Array;
  #routes: ReadonlyMap<number, GazetteerRoute> | undefined;
  readonly land: LandGrid;
  readonly lakes: LakeShores;
  readonly #decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    const { header, section } = decodeGazetteer(alignedBytes(bytes));
    this.#header = header;
    this.#lat = int32(section('lat'));
    this.#lng = int32(section('lng'));
    this.#population = uint32(section('population'));
    this.#region = uint16(section('region'));
    this.#timezone = uint16(section('timezone'));
    this.#kind = section('kind');
    this.#nameOffsets = uint32(section('nameOffsets'));
    this.#names = section('names');
    this.#tree = treeOf(section('tree'));
    this.#wildTree = treeOf(section('wildTree'));
    this.#renown = section('renown');
    this.#sightKind = section('sightKind');
    this.#island = uint16(section('island'));
    this.#joined = new Map(header.joined);
    this.#extents = int16(section('extents'));
    this.land = new LandGrid(section('landGrid'));
    this.lakes = new LakeShores(int16(section('lakeShores')), uint32(section('lakeOffsets')));
    this.names = new NameIndex(
      section('keys'),
      uint32(section('keyOffsets')),
      uint32(section('postings')),
      uint32(section('postingOffsets')),
    );
    this.regions = new RegionNames(header);
  }

  /** The origin and the licence of the data. */
  get attribution(): string {
    return this.#header.attribution;
  }

  get size(): number {
    return this.#header.places;
  }

  place(index: number): Place {
    const region = this.#header.regions[this.regionOf(index)];
    const [name] = region?.names ?? [];
    const extent = this.extentOf(index);
    return {
      name: this.nameOf(index),
      admin1: region?.code ?? '',
      ...(name === undefined ? {} : { region: name }),
      country: this.#header.countries[region?.country ?? 0]?.code ?? '',
      ...this.pointOf(index),
      population: this.populationOf(index),
      timezone: this.#header.timezones[this.#timezone[index] ?? 0] ?? '',
      kind: this.kindOf(index),
      renown: this.renownOf(index),
      ...(extent && { extent }),
    };
  }

  /** The ferry lines, by their ports. */
  get ferries(): GazetteerHeader['ferries'] {
    return this.#header.ferries;
  }

  /** The route with the name of a place, if any. */
  routeAt(index: number): GazetteerRoute | undefined {
    this.#routes ??= new Map(this.#header.routes.map((route) => [route.place, route]));
    return this.#routes.get(index);
  }

  /** The countries of a region that crosses borders, empty for all in its extent; undefined for other places. */
  countriesOf(index: number): readonly number[] | undefined {
    return this.#header.acrossBorders.find(({ place }) => place === index)?.countries;
  }

  /** The index of a place's country. */
  countryOf(index: number): number {
    return this.#header.regions[this.regionOf(index)]?.country ?? -1;
  }

  /** How well travellers know it, from 0 to 100. */
  renownOf(index: number): number {
    return this.#renown[index] ?? 0;
  }

  /** The kind of sight; undefined if it is not one. */
  sightAt(index: number): SightMark | undefined {
    const mark = this.#sightKind[index] ?? 0;
    const kind = SIGHT_KINDS[(mark & ~FOR_CHILDREN) - 1];
    return kind && { kind, isForChildren: (mark & FOR_CHILDREN) !== 0 };
  }

  /** A number shared by places that are connected by land or a bridge; 0 if unknown. */
  landmassOf(index: number): number {
    const island = this.islandOf(index);
    return this.#joined.get(island) ?? island;
  }

  /** A number shared by places that are connected by land, without a bridge or a tunnel; 0 if unknown. */
  islandOf(index: number): number {
    return this.#island[index] ?? 0;
  }

  /** The bridges, dams and tunnels for cars between islands. */
  get bridges(): GazetteerHeader['bridges'] {
    return this.#header.bridges;
  }

  /** The extent of a place that is not a point. */
  extentOf(index: number): Extent | undefined {
    const at = (index - this.#header.settled) * 4;
    if (at < 0) return undefined;
    const [west = 0, south = 0, east = 0, north = 0] = this.#extents.subarray(at, at + 4);
    if (west === 0 && south === 0 && east === 0 && north === 0) return undefined;
    return {
      west: west / EXTENT_DEGREES,
      south: south / EXTENT_DEGREES,
      east: east / EXTENT_DEGREES,
      north: north / EXTENT_DEGREES,
    };
  }

  nameOf(index: number): string {
    return this.#decoder.decode(
      this.#names.subarray(this.#nameOffsets[index] ?? 0, this.#nameOffsets[index + 1] ?? 0),
    );
  }

  pointOf(index: number): Point {
    return { lat: (this.#lat[index] ?? 0) / DEGREES, lng: (this.#lng[index] ?? 0) / DEGREES };
  }

  populationOf(index: number): number {
    return this.#population[index] ?? 0;
  }

  kindOf(index: number): PlaceKind {
    return PLACE_KINDS[this.#kind[index] ?? 0] ?? 'town';
  }

  /** The index of the place's region, as used by {@link RegionNames}. */
  regionOf(index: number): number {
    return this.#region[index] ?? 0;
  }

  /** The nearest settlements and parks, in order of distance; empty for a point that is not on the globe. */
  near(point: Point, { limit, withinKm, where }: NearQuery): number[] {
    if (!isOnGlobe(point)) return [];
    return around(this.#tree, point.lng, point.lat, limit, withinKm, where);
  }

  /** The nearest other places, in order of distance: islands, lakes, regions, sights. */
  nearWild(point: Point, { limit, withinKm, where }: NearQuery): number[] {
    if (!isOnGlobe(point)) return [];
    const { settled } = this.#header;
    const counts = where && ((index: number) => where(index + settled));
    return around(this.#wildTree, point.lng, point.lat, limit, withinKm, counts).map(
      (index) => index + settled,
    );
  }
}

/** The maximum number and distance of places, and a filter. */
export interface NearQuery {
  readonly limit?: number;
  readonly withinKm?: number;
  readonly where?: (index: number) => boolean;
}

function treeOf(section: Uint8Array): KDBush {
  const own = new ArrayBuffer(section.byteLength);
  new Uint8Array(own).set(section);
  try {
    return KDBush.from(own);
  } catch (cause) {
    throw damaged({ expected: 'a k-d tree of the coordinates', actual: String(cause), cause });
  }
}

/** 32-bit views require bytes that start at a multiple of four. */
function alignedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

function int32({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

function uint32({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function int16({ buffer, byteOffset, byteLength }: Uint8Array): Int16Array {
  return new Int16Array(buffer, byteOffset, byteLength / 2);
}

function uint16({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array {
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

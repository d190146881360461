import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { damaged } from './error.ts';
import { decodeGazetteer, type GazetteerHeader, PLACE_KINDS, type PlaceKind } from './gazetteer-format.ts';
import { isOnGlobe, type Point } from './geo.ts';
import { NameIndex } from './name-index.ts';
import { RegionNames } from './region-names.ts';

/** A town, a district of one, or a landmark. */
export interface Place extends Point {
  readonly name: string;
  /** The GeoNames code of the first-order division (US: the state's two letters); empty where there is none. */
  readonly admin1: string;
  /** The English name of that division, where it is known. */
  readonly region?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly population: number;
  /** Of the IANA time zone database. */
  readonly timezone: string;
  readonly kind: PlaceKind;
}

const DEGREES = 100_000;

/** The place data, read in place: opening makes views of the bytes and parses nothing but the header. */
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
    this.names = new NameIndex(
      section('keys'),
      uint32(section('keyOffsets')),
      uint32(section('postings')),
      uint32(section('postingOffsets')),
    );
    this.regions = new RegionNames(header);
  }

  /** Whose data it is, and under which licence. */
  get attribution(): string {
    return this.#header.attribution;
  }

  get size(): number {
    return this.#header.places;
  }

  place(index: number): Place {
    const region = this.#header.regions[this.regionOf(index)];
    const [name] = region?.names ?? [];
    return {
      name: this.nameOf(index),
      admin1: region?.code ?? '',
      ...(name === undefined ? {} : { region: name }),
      country: this.#header.countries[region?.country ?? 0]?.code ?? '',
      ...this.pointOf(index),
      population: this.populationOf(index),
      timezone: this.#header.timezones[this.#timezone[index] ?? 0] ?? '',
      kind: this.kindOf(index),
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

  /** The index of the place's region, as {@link RegionNames} gives them out. */
  regionOf(index: number): number {
    return this.#region[index] ?? 0;
  }

  /** The nearest places first; nothing is near to a point that is not on the globe. */
  near(point: Point, { limit, withinKm, where }: NearQuery): number[] {
    if (!isOnGlobe(point)) return [];
    return around(this.#tree, point.lng, point.lat, limit, withinKm, where);
  }
}

/** How many places at most, how far away at most, and which of them count. */
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

/** Views of 32 bits need bytes that begin at a multiple of four. */
function alignedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

function int32({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

function uint32({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function uint16({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array {
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

import type { GazetteerHeader } from './gazetteer-format.ts';
import { nameKey } from './name-key.ts';

/** A country, or a first-order division of one. */
export type Region =
  | { readonly type: 'country'; readonly index: number }
  | { readonly type: 'division'; readonly index: number };

/** Finds countries and divisions by name or code. */
export class RegionNames {
  readonly #header: GazetteerHeader;
  #byKey: ReadonlyMap<string, readonly Region[]> | undefined;

  constructor(header: GazetteerHeader) {
    this.#header = header;
  }

  /** All regions with this name or code: "CA" is California and Canada. */
  find(name: string): readonly Region[] {
    this.#byKey ??= keysOf(this.#header);
    const key = nameKey(name);
    return this.#byKey.get(key) ?? this.#byKey.get(withoutRank(key)) ?? [];
  }

  /** The countries with this name or code. */
  findCountries(name: string): number[] {
    return this.find(name).flatMap((region) => (region.type === 'country' ? [region.index] : []));
  }

  /** A division of one of these countries by its GeoNames code, another code or a name. */
  findDivisions(countries: readonly number[], admin1: string): Region[] {
    const divisions = this.#header.regions.flatMap(({ country, code }, index) =>
      code === admin1.toUpperCase() && countries.includes(country)
        ? [{ type: 'division', index } as const]
        : [],
    );
    if (divisions.length > 0) return divisions;
    return this.find(admin1).filter(
      ({ type, index }) =>
        type === 'division' && countries.includes(this.#header.regions[index]?.country ?? -1),
    );
  }

  /** Whether a division, as in {@link Gazetteer.regionOf}, is this region or a part of it. */
  isWithin(division: number, region: Region): boolean {
    return region.type === 'division'
      ? division === region.index
      : this.#header.regions[division]?.country === region.index;
  }

  /** The capital of a region, if the gazetteer has it. */
  seatOf(region: Region): number | undefined {
    const table = region.type === 'country' ? this.#header.countries : this.#header.regions;
    return table[region.index]?.seat;
  }

  /** The GeoNames code of a country's division, by any of its codes and names. */
  codeOf(country: string, ...names: readonly string[]): string | undefined {
    const countries = this.findCountries(country);
    for (const name of names) {
      const [found] = this.findDivisions(countries, name);
      if (found !== undefined) return this.#header.regions[found.index]?.code;
    }
    return undefined;
  }

  /** Whether this is a name of the region, and not just a code. */
  isNamed(region: Region, name: string): boolean {
    const table = region.type === 'country' ? this.#header.countries : this.#header.regions;
    const key = withoutRank(nameKey(name));
    if (region.type === 'division' && key.length <= 3) return false;
    return (table[region.index]?.names ?? []).some((known) => nameKey(known) === key);
  }

  /** The division that is meant by the name of its country, if the country is named like a part of it: "England". */
  partCalled(region: Region, name: string): Region | undefined {
    if (region.type !== 'country' || nameKey(this.shortNameOf(region)) === nameKey(name)) return undefined;
    return this.findDivisions([region.index], name).find((division) => this.isNamed(division, name));
  }

  /** Its English name alone: "Tuscany". */
  shortNameOf(region: Region): string {
    const table = region.type === 'country' ? this.#header.countries : this.#header.regions;
    const { names = [], code = '' } = table[region.index] ?? {};
    return names[0] ?? code;
  }

  nameOf(region: Region): string {
    if (region.type === 'country') return this.#header.countries[region.index]?.names[0] ?? '';
    const division = this.#header.regions[region.index];
    const country = this.#header.countries[division?.country ?? -1]?.names[0] ?? '';
    return `${division?.names[0] ?? division?.code}, ${country}`;
  }

  /** Whether its name is common in everyday language: a country, or a US state. */
  isHousehold(region: Region): boolean {
    if (region.type === 'country') return true;
    const division = this.#header.regions[region.index];
    return this.#header.countries[division?.country ?? -1]?.code === 'US';
  }
}

/** "Washington state" is Washington. */
function withoutRank(key: string): string {
  return key.replace(/ (state|province)$/, '');
}

function keysOf({ countries, regions }: GazetteerHeader): Map<string, Region[]> {
  const byKey = new Map<string, Region[]>();
  const add = (name: string, region: Region) => {
    const key = nameKey(name);
    const known = byKey.get(key) ?? [];
    if (known.some(({ type, index }) => type === region.type && index === region.index)) return;
    byKey.set(key, [...known, region]);
  };
  for (const [index, { code, names }] of countries.entries()) {
    for (const name of [code, ...names]) add(name, { type: 'country', index });
  }
  for (const [index, { code, names }] of regions.entries()) {
    const codes = /^[A-Z]{2,3}$/.test(code) ? [code] : [];
    for (const name of [...codes, ...names]) add(name, { type: 'division', index });
  }
  return byKey;
}

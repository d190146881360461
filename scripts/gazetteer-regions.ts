/**
 * Names of countries and first-order divisions. GeoNames gives divisions by code only, mostly FIPS; OurAirports knows
 * them by ISO 3166-2 with English names. Which code is which is told by the airports: they know their ISO division,
 * and the towns around them their GeoNames code.
 */
import { around } from 'geokdbush';
import type KDBush from 'kdbush';
import { COUNTRY_NAMES, REGION_NAMES } from './gazetteer-names.ts';
import { readAirports, readCountryNames, readRegionNames, type SourcePlace } from './gazetteer-source.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'tr', 'ru', 'ja', 'zh', 'ko', 'ar'];

export function countryNames(code: string): string[] {
  const english = readCountryNames().get(code);
  const translated = LANGUAGES.flatMap((language) => {
    const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
    return name === undefined ? [] : [name];
  });
  return [...new Set([english ?? translated[0] ?? code, ...translated, ...(COUNTRY_NAMES[code] ?? [])])];
}

/** Names by "country.admin1" of GeoNames, the English one first, then the letters of its ISO code. */
export function regionNames(towns: readonly SourcePlace[], tree: KDBush): Map<string, string[]> {
  const isoNames = readRegionNames();
  const isoByRegion = isoRegions(towns, tree, isoNames);
  const regions = new Set(towns.map(regionKey));
  return new Map(
    [...regions].map((region) => {
      const iso = isoByRegion.get(region);
      const name = iso === undefined ? undefined : isoNames.get(iso);
      const letters = iso?.split('-')[1] ?? '';
      return [
        region,
        [
          ...new Set([
            ...(REGION_NAMES[region] ?? []),
            ...(name === undefined ? [] : shortAndFull(name)),
            ...(/^[A-Z]{2,3}$/.test(letters) ? [letters] : []),
          ]),
        ],
      ];
    }),
  );
}

export function regionKey({ country, admin1 }: Pick<SourcePlace, 'country' | 'admin1'>): string {
  return `${country}.${admin1}`;
}

function isoRegions(
  towns: readonly SourcePlace[],
  tree: KDBush,
  isoNames: ReadonlyMap<string, string>,
): Map<string, string> {
  const known = new Map<string, string>();
  for (const region of new Set(towns.map(regionKey))) {
    const [country, code = ''] = region.split('.');
    if (/^[A-Z]+$/.test(code) && isoNames.has(`${country}-${code}`)) known.set(region, `${country}-${code}`);
  }
  const used = new Set(known.values());
  for (const { region, iso } of votes(towns, tree)) {
    if (known.has(region) || used.has(iso)) continue;
    known.set(region, iso);
    used.add(iso);
  }
  return known;
}

/** Pairs on which most votes of either side fall, the clearest first. A tie is no answer. */
function votes(towns: readonly SourcePlace[], tree: KDBush): { region: string; iso: string }[] {
  const tally = new Map<string, { region: string; iso: string; count: number }>();
  for (const { longitude_deg, latitude_deg, iso_country, iso_region } of readAirports()) {
    const inCountry = (index: number) => towns[index]?.country === iso_country;
    for (const index of around(tree, longitude_deg, latitude_deg, 3, 60, inCountry)) {
      const town = towns[index];
      if (town === undefined) continue;
      const region = regionKey(town);
      const pair = tally.get(`${region} ${iso_region}`) ?? { region, iso: iso_region, count: 0 };
      tally.set(`${region} ${iso_region}`, { ...pair, count: pair.count + 1 });
    }
  }
  const pairs = [...tally.values()];
  return pairs
    .filter((pair) =>
      pairs.every(
        (other) =>
          other === pair ||
          (other.region !== pair.region && other.iso !== pair.iso) ||
          other.count * 2 <= pair.count,
      ),
    )
    .sort((a, b) => b.count - a.count);
}

/** "Nagano Prefecture" is Nagano to everybody, and "Madrid (community)" is Madrid. */
function shortAndFull(name: string): string[] {
  const full = name.replace(/\s*\(.*\)$/, '');
  const short = full.replace(
    / (Prefecture|Province|(Autonomous )?Region|Municipality|Governorate|County|Oblast|Department|Parish|Canton)$/,
    '',
  );
  return [short, full];
}

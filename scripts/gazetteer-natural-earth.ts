/**
 * Takes named parks, islands, ranges, lakes, deserts and coasts of Natural Earth (public domain) into
 * `gazetteer-data/natural-earth.tsv`: `node scripts/gazetteer-natural-earth.ts natural-earth-places.json`.
 * Names are written out, in the case in which people write them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { PlaceKind } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';

const sourceSchema = z.array(
  z.object({
    name: z.string(),
    kind: z.string(),
    lat: z.number(),
    lng: z.number(),
    rank: z.number(),
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    alt: z.union([z.string(), z.array(z.string())]).optional(),
  }),
);

/** What the words of a kind make of it; the first that fits counts, and what fits none is left out. */
const KINDS: readonly (readonly [words: RegExp, kind: PlaceKind])[] = [
  [/^(pole|continent|dragons|tundra|lowland|plateau$.*station)/i, 'district'],
  [/island/i, 'island'],
  [/lake$/i, 'lake'],
  [/^(range|mountain|foothills|pass)/i, 'mountain'],
  [/^(desert)/i, 'desert'],
  [/^(coast|cape|pen)/i, 'coast'],
  [
    /^(national park|national preserve|park|national seashore|national lakeshore|national rec|national monument|national reserve|national river|scenic)/i,
    'park',
  ],
  [/^(national|memorial|international|ecological)/i, 'landmark'],
  [/^(waterfall|gorge|depression|valley)/i, 'landmark'],
  [/^(plateau|geoarea|plain|basin|wetlands|delta|isthmus)/i, 'region'],
];

const WORDS: readonly (readonly [short: RegExp, long: string])[] = [
  [/\bNHP & PRES\b/g, 'National Historical Park and Preserve'],
  [/\bNHP & E PRES\b/g, 'National Historical Park and Preserve'],
  [/\bNM & PRES\b/g, 'National Monument and Preserve'],
  [/\bNM & Historic Shrine\b/g, 'National Monument'],
  [/\bNHP\b/g, 'National Historical Park'],
  [/\bNHS\b/g, 'National Historic Site'],
  [/\bNH RES\b/g, 'National Historical Reserve'],
  [/\bN MEM\b/g, 'National Memorial'],
  [/\bN PRES\b/g, 'National Preserve'],
  [/\bN RES\b/g, 'National Reserve'],
  [/\bNRRA\b/g, 'National River and Recreation Area'],
  [/\bNRA\b/g, 'National Recreation Area'],
  [/\bNMP\b/g, 'National Military Park'],
  [/\bNBP\b/g, 'National Battlefield Park'],
  [/\bNBS\b/g, 'National Battlefield Site'],
  [/\bNST\b/g, 'National Scenic Trail'],
  [/\bSRR\b/g, 'Scenic River'],
  [/\bIHS\b/g, 'International Historic Site'],
  [/\bEHP\b/g, 'Ecological and Historic Preserve'],
  [/\bMEM PKWY\b/g, 'Memorial Parkway'],
  [/\bMEM\b/g, 'Memorial'],
  [/\bNP\b/g, 'National Park'],
  [/\bNM\b/g, 'National Monument'],
  [/\bNB\b/g, 'National Battlefield'],
  [/\bNL\b/g, 'National Lakeshore'],
  [/\bNS\b/g, 'National Seashore'],
  [/\bMts\./gi, 'Mountains'],
  [/\bMt\./gi, 'Mount'],
  [/\bMtn\./gi, 'Mountain'],
  [/\bRa\./gi, 'Range'],
  [/\bPen\. de\b/gi, 'Península de'],
  [/\bPen\./gi, 'Peninsula'],
  [/\bPlat\./gi, 'Plateau'],
  [/\bDes\./gi, 'Desert'],
  [/\bArch\./gi, 'Archipelago'],
  [/\bRes\./gi, 'Reservoir'],
  [/\bL\./g, 'Lake'],
  [/\bWashinton\b/g, 'Washington'],
  [/\bISANDS\b/g, 'Islands'],
];

const [, , path] = process.argv;
if (path === undefined) throw new RangeError('Name the file: node scripts/gazetteer-natural-earth.ts FILE');
const rows = sourceSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).flatMap((place) => {
  const [, kind] = KINDS.find(([words]) => words.test(place.kind)) ?? [];
  if (kind === undefined || kind === 'district' || place.lat < -60 || / Station\b/.test(place.name))
    return [];
  const name = writtenOut(place.name, place.kind);
  if (name === undefined) return [];
  const others = [place.alt ?? []].flat().flatMap((alt) => writtenOut(alt, place.kind) ?? []);
  const [west, south, east, north] = place.bbox ?? [];
  const isFlat =
    west === undefined || south?.toFixed(2) === north?.toFixed(2) || west?.toFixed(2) === east?.toFixed(2);
  const extent = isFlat ? '' : [west, south, east, north].map((n) => n?.toFixed(2)).join(' ');
  return [
    [name, kind, place.lat.toFixed(2), place.lng.toFixed(2), place.rank, extent, others.join(';')].join('\t'),
  ];
});
writeFileSync(
  new URL('gazetteer-data/natural-earth.tsv', import.meta.url),
  `${['# Natural Earth 10m, public domain: name, kind, lat, lng, rank (0 best known), west south east north, other names', ...new Set(rows)].join('\n')}\n`,
);

/** Undefined for a name that cannot be written out: its abbreviation has more than one meaning. */
function writtenOut(short: string, kind: string): string | undefined {
  const island = /group/i.test(kind) ? 'Islands' : 'Island';
  let name = short.replace(/\s+/g, ' ').trim();
  for (const [abbreviation, word] of WORDS) name = name.replace(abbreviation, word);
  name = name
    .replace(/ I\.$/, ' Island')
    .replace(/ Is\.?$/, ' Islands')
    .replace(/--/g, ', ');
  if (kind === 'National Park' || kind === 'National Park and Preserve') {
    name = / National Park/.test(name) ? name : `${name} National Park`;
  }
  if (/\b(I|Is|C|Cd|R|Pto|Pta)\. /.test(name)) name = name.replace(/^(I|Is)\. /, `${island} `);
  if (name === name.toUpperCase()) name = titleCase(name);
  return /\.|\(|\d/.test(name.replace(/\b(St|Jr|[A-Z])\./g, '')) ? undefined : name;
}

function titleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[\s'’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/ (Of|The|De|Del|La|Da|Do|And) /g, (word) => word.toLowerCase());
}

import type { Gazetteer } from '../../src/planners/trip/places/gazetteer/gazetteer.ts';
import { embeddedGazetteer, readGazetteer } from '../../src/planners/trip/places/gazetteer/gazetteer-file.ts';
import { decodeGazetteer, PLACE_BITS } from '../../src/planners/trip/places/gazetteer/gazetteer-format.ts';
import { nameKey } from '../../src/planners/trip/places/gazetteer/name-key.ts';
import { resolveIn } from '../../src/planners/trip/places/resolve/resolve-place.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, times } from '../harness/figure.ts';
import { atLeast } from '../harness/goal.ts';
import { rateBars, rateTable } from '../harness/rates.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const SCAN = 'a scan of all names, in memory';
const RESOLVE = '**resolvePlace**';
const TYPO = '**resolvePlace**, one letter wrong';
const GOAL = 100;

const QUERIES = [
  ['Kingman', 'Kingman, AZ'],
  ['Paris', 'Paris'],
  ['Munich', 'Munich, Germany'],
  ['Springfield', 'Springfield Illinois'],
  ['Flagstaff', 'Flagstaff, Arizona, USA'],
  ['Amarillo', 'amarillo'],
  ['St. Louis', 'Saint Louis, MO'],
  ['Tokyo', 'Tokyo'],
  ['Portland', 'Portland (Maine)'],
  ['Wichita', 'Wichita'],
] as const;

const TYPOS = ['Chicgo', 'Albuquerqe', 'Amarollo', 'Flagstfaf', 'Los Angles'];

interface Named {
  readonly key: string;
  readonly places: readonly { readonly place: number; readonly population: number }[];
}

/** From what somebody typed to the places that they may mean. */
export async function lookUp(bench: Bench): Promise<Answer> {
  const gazetteer = embeddedGazetteer();
  const names = everyName(gazetteer);
  const blocks = bench.quick ? 5 : 40;
  const entries: Entry[] = [
    { name: SCAN, operations: 10, open: async () => scanning(names) },
    { name: RESOLVE, open: async () => asking(gazetteer, (i) => QUERIES[i % QUERIES.length]?.[1]) },
    { name: TYPO, operations: 200, open: async () => asking(gazetteer, (i) => TYPOS[i % TYPOS.length]) },
  ];
  bench.progress(`looking up places among ${exactly(names.length)} names`);
  const comparison = await compare(entries, { blocks, operations: 2000, warmUpBlocks: 3 });
  const scan = comparison.timings.get(SCAN)?.median ?? Number.NaN;
  const ratio = scan / (comparison.timings.get(RESOLVE)?.median ?? Number.NaN);
  const goal = atLeast('looking up a place, beside a scan', ratio, GOAL, times);
  return {
    question: 'How long does it take to find a place by its name?',
    method: [
      `${QUERIES.length} names as people write them, "Kingman, AZ" and "Springfield Illinois" among them, over and over. ${blocks} blocks.`,
      [
        `- **The scan** compares the name, already normalised and without its state, with each of the ${exactly(names.length)} names and alternate names, all in memory as strings, and sorts the matches by population. It ignores states and countries.`,
        '- **resolvePlace** normalises and parses the query, looks it up among all names and alternate names, filters by state or country, ranks the matches, and gives the reason.',
        '- **One letter wrong**: no place has that name, and all names one edit away are found.',
      ].join('\n'),
    ],
    table: rateTable([SCAN, RESOLVE, TYPO], comparison, {
      unit: 'queries',
      compared: { column: 'faster than the scan', cell: (micros) => times(scan / micros) },
      goals: new Map([[RESOLVE, goal]]),
    }),
    plot: rateBars('places-by-name', [SCAN, RESOLVE, TYPO], comparison, 'queries a second'),
    goals: [goal],
    notes: [
      'A hash table of all names would be even faster, but takes longer to fill than the file takes to open.',
    ],
  };
}

/** The name index of the same file, as objects. */
function everyName(gazetteer: Gazetteer): Named[] {
  const { section } = decodeGazetteer(readGazetteer());
  const [keys, postings] = [section('keys'), numbers(section('postings'))];
  const [keyOffsets, postingOffsets] = [numbers(section('keyOffsets')), numbers(section('postingOffsets'))];
  const decoder = new TextDecoder();
  return Array.from({ length: gazetteer.names.size }, (_, i) => ({
    key: decoder.decode(keys.subarray(keyOffsets[i], keyOffsets[i + 1])),
    places: Array.from(postings.subarray(postingOffsets[i], postingOffsets[i + 1]), (posting) => {
      const place = posting & ((1 << PLACE_BITS) - 1);
      return { place, population: gazetteer.populationOf(place) };
    }),
  }));
}

function numbers({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function scanning(names: readonly Named[]): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const wanted = nameKey(QUERIES[i % QUERIES.length]?.[0] ?? '');
        const found = names
          .filter(({ key }) => key === wanted)
          .flatMap(({ places }) => places)
          .sort((a, b) => b.population - a.population);
        if (found.length === 0) throw new RangeError(`the scan found no ${wanted}`);
      }
    },
    close: async () => {},
  };
}

function asking(gazetteer: Gazetteer, queryAt: (i: number) => string | undefined): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const query = queryAt(i) ?? '';
        if (resolveIn(gazetteer, query).length === 0) throw new RangeError(`there is no ${query}`);
      }
    },
    close: async () => {},
  };
}

import { placesAlongIn } from '../../src/planners/trip/places/corridor.ts';
import type { Gazetteer } from '../../src/planners/trip/places/gazetteer/gazetteer.ts';
import { embeddedGazetteer } from '../../src/planners/trip/places/gazetteer/gazetteer-file.ts';
import { distanceKm, type Point } from '../../src/planners/trip/places/geo.ts';
import { nearestIn } from '../../src/planners/trip/places/nearest-place.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, times } from '../harness/figure.ts';
import { rateBars, rateTable } from '../harness/rates.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const SCAN = 'a scan of all coordinates, in memory';
const NEAREST = '**nearestPlace**';
const ALONG = '**placesAlong**, Los Angeles to Chicago';

const LOS_ANGELES = { lat: 34.05, lng: -118.24 };
const CHICAGO = { lat: 41.85, lng: -87.65 };

/** From coordinates to the places around them. */
export async function nearest(bench: Bench): Promise<Answer> {
  const gazetteer = embeddedGazetteer();
  const everywhere = Array.from({ length: gazetteer.size }, (_, place) => gazetteer.pointOf(place));
  const blocks = bench.quick ? 5 : 40;
  const entries: Entry[] = [
    { name: SCAN, operations: 5, open: async () => scanning(everywhere) },
    { name: NEAREST, operations: 1000, open: async () => searching(gazetteer) },
    { name: ALONG, operations: 5, open: async () => along(gazetteer) },
  ];
  bench.progress('finding the nearest places');
  const comparison = await compare(entries, { blocks, operations: 1000, warmUpBlocks: 3 });
  const scan = comparison.timings.get(SCAN)?.median ?? Number.NaN;
  return {
    question: 'How long does it take to find the places around a point, or along a way?',
    method: [
      `The nearest of ${exactly(everywhere.length)} places, for points spread over all land and sea; and all places of more than 10,000 people within 80 km of the great circle from Los Angeles to Chicago. ${blocks} blocks.`,
    ],
    table: rateTable([SCAN, NEAREST, ALONG], comparison, {
      unit: 'queries',
      compared: { column: 'faster than the scan', cell: (micros) => times(scan / micros) },
      goals: new Map(),
    }),
    plot: rateBars('places-around', [SCAN, NEAREST, ALONG], comparison, 'queries a second'),
    goals: [],
    notes: ['A point in the middle of an ocean takes longest, because every place is far away.'],
  };
}

/** The same points for everybody, by turns of the golden angle. */
function pointAt(i: number): Point {
  const lat = (Math.asin(((i * 0.618_033_98) % 1) * 1.8 - 0.9) * 180) / Math.PI;
  return { lat, lng: ((i * 137.507_76) % 360) - 180 };
}

function scanning(everywhere: readonly Point[]): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const from = pointAt(i);
        let least = Number.POSITIVE_INFINITY;
        for (const point of everywhere) least = Math.min(least, distanceKm(from, point));
        if (least > 20_100) throw new RangeError(`${least} km is more than half the globe`);
      }
    },
    close: async () => {},
  };
}

function searching(gazetteer: Gazetteer): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        if (nearestIn(gazetteer, pointAt(i)) === undefined) throw new RangeError('there is always a nearest');
      }
    },
    close: async () => {},
  };
}

function along(gazetteer: Gazetteer): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const found = placesAlongIn(gazetteer, {
          way: [LOS_ANGELES, CHICAGO],
          withinKm: 80,
          minPopulation: 10_000,
        });
        if (found.length < 100) throw new RangeError(`only ${found.length} places`);
      }
    },
    close: async () => {},
  };
}

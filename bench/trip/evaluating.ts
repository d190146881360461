import { evaluatePlannerState } from '../../src/planners/trip/evaluate.ts';
import type { Itinerary } from '../../src/planners/trip/itinerary/itinerary.ts';
import { type PlaceKnowledge, withCache } from '../../src/planners/trip/knowledge/place-knowledge.ts';
import {
  isWithinRegion,
  nearestPlace,
  placesAlong,
  resolvePlace,
} from '../../src/planners/trip/places/embedded.ts';
import { plannerTurn } from '../../src/planners/trip/turn/turn.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { townTrip } from './town-trip.ts';

const SIZES = [10, 100, 1000, 10_000] as const;
const REPAIR_STOPS = 1000;
const REPAIR = `**evaluate and repair**, ${exactly(REPAIR_STOPS)} stops`;
const MAX_MS = 50;
/** What a stop may cost more in a trip of ten thousand than in one of ten. */
const NEAR_LINEAR = 2;

/** Looks everything up anew, where the knowledge that comes with Wayfold remembers what it was asked. */
const PLACES: PlaceKnowledge = {
  resolve: resolvePlace,
  nearest: nearestPlace,
  along: placesAlong,
  isWithinRegion,
};

/** From a trip to what is wrong with it, and to the trip without that. */
export async function evaluating(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 3 : 20;
  const entries: Entry[] = [
    ...SIZES.map((size) => ({
      name: nameOf(size),
      operations: Math.max(1, Math.round(1000 / size)),
      open: async () => evaluation(townTrip(size)),
    })),
    { name: REPAIR, operations: 1, open: async () => repairing(townTrip(REPAIR_STOPS)) },
  ];
  bench.progress('evaluating trips of 10 to 10,000 stops');
  const { timings } = await compare(entries, { blocks, operations: 1, warmUpBlocks: 3 });
  const median = (name: string) => timings.get(name)?.median ?? Number.NaN;
  const aStop = (size: number) => median(nameOf(size)) / size;
  const growth = atMost(
    'what a stop costs in a trip of 10,000, against 10',
    aStop(10_000) / aStop(10),
    NEAR_LINEAR,
    times,
  );
  const repair = atMost(
    `evaluating and repairing ${exactly(REPAIR_STOPS)} stops`,
    median(REPAIR) / 1000,
    MAX_MS,
    (ms) => `${figure(ms)} ms`,
  );
  return {
    question: 'How long does it take to find what is wrong with a trip, and to mend it?',
    method: [
      `A road trip through real towns of all continents, each nearer to London than the one before, with two activities a day. Nothing is cached between evaluations or repairs. ${blocks} blocks.`,
      `- **evaluate and repair**: the coordinates of one stop are wrong. The trip is evaluated, options are found and ranked, and the first one is applied.`,
    ],
    table: {
      columns: ['', 'ms', 'p10 to p90', 'µs a stop', 'goal'],
      rows: entries.map(({ name }, at) => {
        const timing = timings.get(name);
        if (timing === undefined) return [name, 'not run'];
        const ms = (share: number) => figure(timing.at(share) / 1000);
        const size = SIZES[at] ?? REPAIR_STOPS;
        const goal = name === REPAIR ? goalCell(repair) : name === nameOf(10_000) ? goalCell(growth) : '';
        return [name, ms(0.5), `${ms(0.1)} to ${ms(0.9)}`, figure(timing.median / size), goal];
      }),
    },
    goals: [growth, repair],
    notes: ['The goal of the longest trip is its cost per stop, relative to the trip of ten stops.'],
  };
}

function nameOf(size: number): string {
  return `**evaluatePlannerState**, ${exactly(size)} stops`;
}

function evaluation(trip: Itinerary): Contender {
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const issues = evaluatePlannerState({}, trip, { places: PLACES });
        if (issues.length > 0) throw new RangeError(`${issues.length} issues: ${issues[0]?.description}`);
      }
    },
    close: async () => {},
  };
}

function repairing(whole: Itinerary): Contender {
  const at = Math.floor(whole.anchors.length / 2);
  const stop = whole.anchors[at];
  if (stop === undefined) throw new RangeError('a trip without stops');
  const broken = { ...whole, anchors: whole.anchors.with(at, { ...stop, lat: 95 }) };
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) {
        const context = { places: withCache(PLACES) };
        const [issue] = evaluatePlannerState({}, broken, context);
        const { action, state, itinerary } = plannerTurn({}, {}, broken, context);
        const [best] = action.type === 'SUGGEST_REPAIR' ? action.options : [];
        const mended = plannerTurn({ choose: best?.id }, state, itinerary, context);
        const isMended = issue?.type === 'ANCHOR_INVALID' && mended.state.issues.length === 0;
        if (!isMended) throw new RangeError(JSON.stringify([issue, mended.action]));
      }
    },
    close: async () => {},
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { EditReading, ReadChange } from '../model-reading/trip-reading.ts';
import { EMPTY_STATE, type PlannerState } from '../planner-state.ts';
import { TRAVEL_MEANS } from '../requirements/constraints.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { isRemark } from './remarks.ts';
import { type PlannerTurn, plannerTurn } from './turn.ts';

const NOW = '2026-11-16T09:00:00.000Z';

interface Trip {
  readonly state: PlannerState;
  readonly itinerary: Itinerary;
}

function tripOf(requirements: TripRequirements): Trip {
  const itinerary = generateItinerary(buildPlannerRequest({ requirements }));
  return { state: { ...EMPTY_STATE, requirements }, itinerary };
}

const via = (...names: string[]) => names.map((name) => ({ name }));
const TRIPS: readonly Trip[] = [
  tripOf({
    via: via('Milan', 'Bologna', 'Florence'),
    destination: { name: 'Rome' },
    days: 10,
    mode: 'mixed',
  }),
  tripOf({
    origin: { name: 'Munich' },
    via: via('Innsbruck', 'Verona', 'Bologna'),
    destination: { name: 'Rome' },
    days: 9,
    mode: 'road',
  }),
  tripOf({
    origin: { name: 'Glasgow' },
    via: via('Oban', 'Inverness'),
    destination: { name: 'Aberdeen' },
    roundTrip: true,
    days: 8,
    mode: 'road',
  }),
  tripOf({
    origin: { name: 'Dublin' },
    via: [{ name: 'Tromsø', nights: 4 }],
    destination: { name: 'Tenerife', nights: 5 },
    days: 10,
    mode: 'flight',
  }),
];

/** A change of every kind, about the stops of a trip, a place near it and one that nobody knows. */
function anyChange({ itinerary }: Trip): fc.Arbitrary<ReadChange> {
  const stop = fc.constantFrom(...itinerary.anchors.map(({ name }) => name));
  const other = fc.constantFrom('Parma', 'Pitlochry', 'Qwxzylburg');
  const name = fc.oneof(stop, other);
  const stay = fc.oneof(
    fc.record({ nights: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ change: fc.constantFrom(-1, 1, 2) }),
    fc.record({ factor: fc.constantFrom(0.5, 2) }),
  );
  const position = fc.oneof(
    fc.record({ after: stop }),
    fc.record({ before: stop }),
    fc.record({ at: fc.constantFrom('start' as const, 'middle' as const, 'end' as const) }),
    fc.record({ day: fc.integer({ min: 1, max: itinerary.days.length }) }),
  );
  const type = <Type extends string>(value: Type) => fc.constant(value);
  const day = fc.integer({ min: 1, max: itinerary.days.length });
  return fc.oneof(
    fc.tuple(fc.record({ type: type('add'), place: name }), fc.option(position, { nil: {} })).map(joined),
    fc.record({ type: type('add'), place: other, stay }),
    fc.record({ type: type('remove'), place: name }),
    fc.record({ type: type('remove-all'), except: fc.tuple(stop) }),
    fc.record({ type: type('replace'), place: stop, by: name }),
    fc.record({ type: type('swap'), places: fc.tuple(stop, stop) }),
    fc.tuple(fc.record({ type: type('move'), place: stop }), position).map(joined),
    fc.record({ type: type('stay'), place: stop, stay }),
    fc.record({ type: type('leg'), from: stop, to: stop, by: fc.constantFrom(...TRAVEL_MEANS) }),
    fc.record({ type: type('lock'), place: stop }),
    fc.record({ type: type('which'), place: stop, within: fc.constantFrom('Italy', 'Scotland', 'Ohio') }),
    fc.record({ type: type('activity'), what: type('add'), title: type('Uffizi'), day }),
    fc.record({ type: type('activity'), what: type('remove'), title: type('Uffizi'), day }),
    fc.record({ type: type('activity'), what: type('free'), day }),
  );
}

function joined<A, B>([one, other]: readonly [A, B]): A & B {
  return { ...one, ...other };
}

const edited = fc
  .constantFrom(...TRIPS)
  .chain((trip) =>
    fc
      .array(anyChange(trip), { minLength: 1, maxLength: 3 })
      .map((changes) => ({ trip, read: { kind: 'change', changes } satisfies EditReading })),
  );

function turned(trip: Trip, read: EditReading, text = 'as it was read'): PlannerTurn {
  const reading = { type: 'edit', read } as const;
  return plannerTurn({ text, reading }, trip.state, trip.itinerary, { now: () => NOW });
}

const plain = ({ anchors, days, origin, destination, mode }: Itinerary) => ({
  anchors: anchors.map(({ validity: _, issues: __, ...anchor }) => anchor),
  days,
  origin,
  destination,
  mode,
});

describe('changes that a model read', () => {
  it('are made, asked about, or reported as not made', () => {
    fc.assert(
      fc.property(edited, ({ trip, read }) => {
        const { action, itinerary, state, anew } = turned(trip, read);
        const isAsked = action.type === 'ASK_USER' || action.type === 'SUGGEST_REPAIR';
        if (isAsked || anew.length > 0 || state.advisories.some(isRemark)) return;
        expect(itinerary && plain(itinerary)).not.toEqual(plain(trip.itinerary));
      }),
      { numRuns: 200 },
    );
  });

  it('remove a stop at any position', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TRIPS), fc.nat(), ({ state, itinerary }, at) => {
        const inner = itinerary.anchors.slice(itinerary.roundTrip ? 1 : state.requirements.origin ? 1 : 0);
        const stop = inner.slice(0, itinerary.roundTrip ? -1 : undefined)[at % Math.max(inner.length - 1, 1)];
        const { itinerary: after } = turned(
          { state, itinerary },
          { kind: 'change', changes: [{ type: 'remove', place: stop?.name ?? '' }] },
          `without ${stop?.name}`,
        );
        expect(after?.anchors.map(({ id }) => id)).not.toContain(stop?.id);
        const isBoundToStays = state.requirements.destination?.nights !== undefined;
        if (!isBoundToStays) expect(after?.days).toHaveLength(itinerary.days.length);
      }),
      { numRuns: 60 },
    );
  });

  it('end a trip at the previous stop when its last one is removed', () => {
    const [, trip] = TRIPS;
    if (trip === undefined) throw new TypeError('no trip');
    const after = turned(trip, { kind: 'change', changes: [{ type: 'remove', place: 'Rome' }] }, 'skip Rome');
    const last = trip.itinerary.anchors.at(-2);
    expect(after.itinerary?.destination.name).toBe(last?.name);
    expect(after.itinerary?.anchors.at(-1)?.id).toBe(last?.id);
    expect(after.state.requirements.destination?.name).toBe(last?.name);
  });

  it('swap the last stop of a trip that starts elsewhere with another one, each with its stay', () => {
    const trip = TRIPS[3];
    if (trip === undefined) throw new TypeError('no trip');
    const { itinerary } = turned(trip, {
      kind: 'change',
      changes: [{ type: 'swap', places: ['Tromsø', 'Tenerife'] }],
    });
    expect(itinerary?.anchors.map(({ name }) => name).slice(-2)).toEqual(['Tenerife', 'Tromsø']);
    expect(itinerary?.destination.name).toBe('Tromsø');
  });

  it('set the length of a stay before locking it', () => {
    const [trip] = TRIPS;
    if (trip === undefined) throw new TypeError('no trip');
    const { itinerary } = turned(trip, {
      kind: 'change',
      changes: [
        { type: 'lock', place: 'Bologna' },
        { type: 'stay', place: 'Bologna', stay: { nights: 4 } },
      ],
    });
    const bologna = itinerary?.anchors.find(({ name }) => name === 'Bologna');
    expect(bologna).toMatchObject({ locked: true });
    expect(itinerary?.days.filter(({ anchorId }) => anchorId === bologna?.id)).toHaveLength(4);
  });

  it('answer a question with the text of the model', () => {
    const [, trip] = TRIPS;
    if (trip === undefined) throw new TypeError('no trip');
    const { state } = turned(trip, {
      kind: 'question',
      question: 'How far is it from Verona to Bologna?',
    });
    const answers = state.advisories.filter(({ type }) => type === 'ANSWER');
    expect(answers.map(({ description }) => description).join()).toMatch(/Verona to Bologna.*\d+ km/);
  });
});

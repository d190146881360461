import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import { EMPTY_STATE, type PlannerState } from '../planner-state.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';
import { type PlannerTurn, plannerTurn } from './turn.ts';

const NOW = '2026-11-16T09:00:00.000Z';
const setting = { config: DEFAULT_TRIP_CONFIG, now: NOW };

interface Trip {
  readonly state: PlannerState;
  readonly itinerary: Itinerary;
  /** Places near it that are not in it. */
  readonly others: readonly string[];
}

function tripOf(names: readonly string[], days: number, others: readonly string[]): Trip {
  const requirements: TripRequirements = {
    via: names.slice(0, -1).map((name) => ({ name })),
    destination: { name: names.at(-1) ?? '' },
    days,
    mode: 'mixed',
    startDate: '2027-05-03',
  };
  const itinerary = generateItinerary(buildPlannerRequest({ requirements }));
  return { state: { ...EMPTY_STATE, requirements }, itinerary, others };
}

const TRIPS: readonly Trip[] = [
  tripOf(['Milan', 'Bologna', 'Florence', 'Siena', 'Rome'], 12, ['Parma', 'Arezzo', 'Verona']),
  tripOf(['Porto', 'Coimbra', 'Tomar', 'Lisbon'], 9, ['Aveiro', 'Batalha', 'Nazaré']),
  tripOf(['Hanoi', 'Hue', 'Hoi An', 'Nha Trang', 'Ho Chi Minh City'], 14, ['Ninh Binh', 'Dalat']),
];

/** An edit about one stop, in one of many phrasings, with what it is about. */
interface Edit {
  readonly trip: Trip;
  readonly text: string;
  /** The name of the stop that is touched, and of the place that comes. */
  readonly stop: string;
  readonly other: string;
}

const PHRASES = {
  add: [
    (stop: string, other: string) => `add ${other} after ${stop}`,
    (stop: string, other: string) => `could we squeeze ${other} in after ${stop}, please?`,
    (stop: string, other: string) => `after ${stop} I want to see ${other} too`,
    (stop: string, other: string) => `füge ${other} nach ${stop} ein`,
    (stop: string, other: string) => `ajoute ${other} après ${stop}`,
    (stop: string, other: string) => `añade ${other} después de ${stop}`,
  ],
  remove: [
    (stop: string) => `drop ${stop}`,
    (stop: string) => `we don't want to go to ${stop}`,
    (stop: string) => `please take ${stop} out`,
    (stop: string) => `lass ${stop} weg`,
    (stop: string) => `enlève ${stop}`,
    (stop: string) => `quita ${stop}`,
  ],
  replace: [
    (stop: string, other: string) => `replace ${stop} with ${other}`,
    (stop: string, other: string) => `${other} instead of ${stop}`,
    (stop: string, other: string) => `${other} statt ${stop}`,
    (stop: string, other: string) => `remplace ${stop} par ${other}`,
    (stop: string, other: string) => `cambia ${stop} por ${other}`,
  ],
} as const;

function edit(kind: keyof typeof PHRASES): fc.Arbitrary<Edit> {
  return fc.constantFrom(...TRIPS).chain((trip) => {
    const inner = trip.itinerary.anchors.slice(1, -1).map(({ name }) => name);
    return fc
      .record({
        stop: fc.constantFrom(...inner),
        other: fc.constantFrom(...trip.others),
        phrase: fc.constantFrom(...PHRASES[kind]),
      })
      .map(({ stop, other, phrase }) => ({ trip, stop, other, text: phrase(stop, other) }));
  });
}

const anyEdit = fc.oneof(edit('add'), edit('remove'), edit('replace'));
const RUNS = { numRuns: 25 };

function turned({
  trip,
  text,
}: Pick<Edit, 'trip' | 'text'>): PlannerTurn & { readonly itinerary: Itinerary } {
  const turn = plannerTurn({ text }, trip.state, trip.itinerary, { now: () => NOW });
  const { itinerary } = turn;
  if (itinerary === null) throw new TypeError(`"${text}" left no trip`);
  return { ...turn, itinerary };
}

describe('an edit about one stop', () => {
  it('keeps the place, order and id of every other stop', () => {
    fc.assert(
      fc.property(anyEdit, (made) => {
        const kept = (itinerary: Itinerary) =>
          itinerary.anchors
            .filter(({ name }) => name !== made.stop && name !== made.other)
            .map(({ id, name, lat, lng }) => ({ id, name, lat, lng }));
        expect(kept(turned(made).itinerary)).toEqual(kept(made.trip.itinerary));
      }),
      RUNS,
    );
  });

  it('keeps the length of the trip and its ends', () => {
    fc.assert(
      fc.property(anyEdit, (made) => {
        const { itinerary } = turned(made);
        expect(itinerary.days).toHaveLength(made.trip.itinerary.days.length);
        expect(itinerary.origin.name).toBe(made.trip.itinerary.origin.name);
        expect(itinerary.destination.name).toBe(made.trip.itinerary.destination.name);
      }),
      RUNS,
    );
  });

  it('keeps the dates contiguous', () => {
    fc.assert(
      fc.property(anyEdit, (made) => {
        const start = Date.parse('2027-05-03');
        const dates = turned(made).itinerary.days.map(({ date }) => date);
        expect(dates).toEqual(
          dates.map((_, at) => new Date(start + at * 86_400_000).toISOString().slice(0, 10)),
        );
      }),
      RUNS,
    );
  });

  it('does what the text says, and the changes name the stop', () => {
    fc.assert(
      fc.property(edit('add'), edit('remove'), edit('replace'), (added, removed, replaced) => {
        const names = (made: Edit) => turned(made).itinerary.anchors.map(({ name }) => name);
        const order = names(added);
        expect(order.indexOf(added.other)).toBe(order.indexOf(added.stop) + 1);
        expect(names(removed)).not.toContain(removed.stop);
        expect(names(replaced)).not.toContain(replaced.stop);
        expect(names(replaced)).toContain(replaced.other);
        for (const made of [added, removed, replaced]) {
          const { itinerary } = turned(made);
          const touched = [...made.trip.itinerary.anchors, ...itinerary.anchors]
            .filter(({ name }) => name === (made === added ? made.other : made.stop))
            .map(({ id }) => id);
          const changed = changesBetween(made.trip.itinerary, itinerary).map(({ anchorId }) => anchorId);
          expect(changed.some((id) => id !== undefined && touched.includes(id))).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('is undone to exactly the trip before', async () => {
    await fc.assert(
      fc.asyncProperty(anyEdit, async ({ trip, text }) => {
        const before: TripSession = { ...EMPTY_SESSION, state: trip.state, itinerary: trip.itinerary };
        const conversation = new TripConversation(before, setting);
        await conversation.hear({ text });
        expect(conversation.session.itinerary?.anchors).not.toEqual(trip.itinerary.anchors);
        const later = new TripConversation(conversation.session, setting);
        await later.hear({ text: 'undo' });
        const plain = ({ days, anchors, origin, destination }: Itinerary) => ({
          days,
          origin,
          destination,
          anchors: anchors.map(({ validity: _, issues: __, ...anchor }) => anchor),
        });
        const { itinerary } = later.session;
        expect(itinerary && plain(itinerary)).toEqual(plain(trip.itinerary));
      }),
      { numRuns: 12 },
    );
  });
});

describe('a message about a trip', () => {
  it('changes nothing when it only asks or thanks', () => {
    const text = fc.constantFrom(
      'thanks, looks great!',
      'how far is it from STOP to the next stop?',
      'is STOP worth two days?',
      'what would you drop?',
      'would you skip STOP?',
      'Wie teuer ist STOP?',
      'merci beaucoup',
      '¿hay playa en STOP?',
    );
    fc.assert(
      fc.property(edit('remove'), text, ({ trip, stop }, asked) => {
        const { applied, itinerary } = turned({ trip, text: asked.replace('STOP', stop) });
        expect(applied.filter(({ by }) => by === 'revision')).toEqual([]);
        expect(itinerary.days).toEqual(trip.itinerary.days);
      }),
      RUNS,
    );
  });

  it('asks before it removes most of the stops', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TRIPS), fc.constantFrom('drop', 'remove', 'skip'), (trip, verb) => {
        const names = trip.itinerary.anchors.slice(0, -1).map(({ name }) => name);
        const text = `${verb} ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
        const { action, itinerary } = turned({ trip, text });
        expect(action.type).toBe('ASK_USER');
        expect(itinerary.days).toEqual(trip.itinerary.days);
      }),
      RUNS,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { day } from '../../../test/trip-fixture.ts';
import { numbersFrom, validTrip } from '../../../test/valid-trips.ts';
import { evaluatePlannerState } from './evaluate.ts';
import { dateAfter, datedFrom } from './itinerary/calendar-day.ts';
import type { Activity, Anchor, Day, Itinerary } from './itinerary/itinerary.ts';
import { type PlannerTurn, plannerTurn } from './turn/turn.ts';

const TRIPS = 1000;
const context = { now: () => '2026-02-18T12:00:00.000Z' };

interface Fault {
  readonly trip: Itinerary;
  /** The ids of the nodes that a repair may touch. */
  readonly touched: ReadonlySet<string>;
}

type Corruption = (trip: Itinerary, at: number) => Fault;

function dayAt(trip: Itinerary, at: number): Day {
  return trip.days[at] as Day;
}

const misplaced =
  (change: (stop: Anchor) => Partial<Anchor>): Corruption =>
  (trip, at) => {
    const stop = trip.anchors[at] as Anchor;
    return {
      trip: { ...trip, anchors: trip.anchors.with(at, { ...stop, ...change(stop) }) },
      touched: new Set([stop.id]),
    };
  };

const CORRUPTIONS: Readonly<Record<string, Corruption>> = {
  'a latitude out of range': misplaced(() => ({ lat: 95 })),
  'no number': misplaced(() => ({ lng: Number.NaN })),
  'missing coordinates': misplaced(() => ({
    lat: null as unknown as number,
    lng: null as unknown as number,
  })),
  'the origin of the map': misplaced(() => ({ lat: 0, lng: 0 })),
  'swapped coordinates': misplaced(({ lat, lng }) => ({ lat: lng, lng: lat })),
  'a lost sign': misplaced(({ lng }) => ({ lng: -lng })),
  'a place in the ocean': misplaced(() => ({ lat: -45, lng: -130 })),
  'a stop that is there twice': (trip, at) => {
    const stop = trip.anchors[at] as Anchor;
    const copy = { ...stop, id: 'copy', lat: stop.lat + 0.005 };
    return {
      trip: {
        ...trip,
        anchors: trip.anchors.toSpliced(at + 1, 0, copy),
        days: trip.days.toSpliced(at + 1, 0, day(0, 'copy')).map((each, i) => ({ ...each, number: i + 1 })),
      },
      touched: new Set([stop.id, 'copy']),
    };
  },
  'a day at no stop': (trip, at) => ({
    trip: { ...trip, days: trip.days.with(at, { ...dayAt(trip, at), anchorId: 'nowhere' }) },
    touched: new Set([`day:${trip.days[at]?.anchorId}`, 'nowhere']),
  }),
  'two stops of one id': (trip, at) => {
    const [stop, next] = [trip.anchors[at] as Anchor, trip.anchors[at + 1] as Anchor];
    return {
      trip: {
        ...trip,
        anchors: trip.anchors.with(at + 1, { ...next, id: stop.id }),
        days: trip.days.map((each) => (each.anchorId === next.id ? { ...each, anchorId: stop.id } : each)),
      },
      touched: new Set([stop.id, next.id, `${stop.id}#2`]),
    };
  },
  'two things to do of one id': (trip, at) => {
    const { activities } = dayAt(trip, at);
    const id = trip.days[at - 1]?.activities[0]?.id ?? activities[1]?.id ?? '';
    const [first, ...rest] = activities;
    return {
      trip: {
        ...trip,
        days: trip.days.with(at, { ...dayAt(trip, at), activities: [...rest, { ...first, id } as Activity] }),
      },
      touched: new Set([`day:${trip.days[at]?.anchorId}`]),
    };
  },
  'a date out of order': (trip, at) => {
    const dated = datedFrom(trip, '2027-05-10');
    return {
      trip: { ...dated, days: dated.days.with(at, { ...dayAt(dated, at), date: '2026-01-01' }) },
      touched: new Set([`day:${trip.days[at]?.anchorId}`]),
    };
  },
  'dates with a hole': (trip, at) => {
    const dated = datedFrom(trip, '2027-05-10');
    const from = Math.min(Math.max(at, Math.ceil(trip.days.length / 2) + 1), trip.days.length - 1);
    const days = dated.days.map((each, i) =>
      i < from ? each : { ...each, date: dateAfter(each.date ?? '', 1) },
    );
    return {
      trip: { ...dated, days },
      touched: new Set(days.slice(from).map(({ anchorId }) => `day:${anchorId}`)),
    };
  },
  'a number that comes twice': (trip, at) => ({
    trip: { ...trip, days: trip.days.with(at, { ...dayAt(trip, at), number: at }) },
    touched: new Set([`day:${trip.days[at]?.anchorId}`]),
  }),
  'something to do that is far away': (trip, at) => {
    const far: Activity = {
      id: 'far-away',
      title: 'Far away',
      kind: 'MUSEUM',
      place: { name: 'Far away', lat: -33.87, lng: 151.21 },
    };
    const { activities } = dayAt(trip, at);
    return {
      trip: { ...trip, days: trip.days.with(at, { ...dayAt(trip, at), activities: [...activities, far] }) },
      touched: new Set([`day:${trip.days[at]?.anchorId}`]),
    };
  },
  'a day with nothing to do': (trip, at) => ({
    trip: {
      ...trip,
      days: trip.days.with(at, { ...(trip.days[at] as Itinerary['days'][number]), activities: [] }),
    },
    touched: new Set([`day:${trip.days[at]?.anchorId}`]),
  }),
};

/** Empty turns and first choices until nothing more happens. */
function mended(trip: Itinerary): PlannerTurn {
  let turn = plannerTurn({}, {}, trip, context);
  for (let turns = 0; turns < 10; turns++) {
    const { action, state, itinerary } = turn;
    if (action.type === 'CONTINUE_PLAN' || action.type === 'ASK_USER') break;
    const choose = action.type === 'SUGGEST_REPAIR' ? action.options[0]?.id : undefined;
    turn = plannerTurn(choose === undefined ? {} : { choose }, state, itinerary, context);
  }
  return turn;
}

function stopsOf({ anchors }: Itinerary, but: ReadonlySet<string>): string[] {
  return anchors
    .filter(({ id }) => !but.has(id))
    .map(({ validity: _v, issues: _i, ...kept }) => JSON.stringify(kept));
}

function daysOf({ days }: Itinerary, but: ReadonlySet<string>): string[] {
  return days
    .filter(({ anchorId }) => !but.has(anchorId) && !but.has(`day:${anchorId}`))
    .map(({ number: _n, ...kept }) => JSON.stringify(kept));
}

describe(`${TRIPS} valid trips with one node broken`, () => {
  it('are valid before', () => {
    for (let seed = 0; seed < TRIPS; seed++) {
      expect({ seed, issues: evaluatePlannerState({}, validTrip(seed), context) }).toEqual({
        seed,
        issues: [],
      });
    }
  });

  it('are repaired with every other node unchanged', () => {
    const names = Object.keys(CORRUPTIONS);
    for (let seed = 0; seed < TRIPS; seed++) {
      const trip = validTrip(seed);
      const next = numbersFrom(seed + 17);
      const inner = trip.anchors.length - 2;
      if (inner < 1) continue;
      const name = names[seed % names.length] ?? '';
      const { trip: broken, touched } = (CORRUPTIONS[name] as Corruption)(trip, 1 + next(inner));
      expect({ seed, name, found: evaluatePlannerState({}, broken, context).length }).not.toMatchObject({
        found: 0,
      });
      const { itinerary, state, anew } = mended(broken);
      expect({ seed, name, issues: state.issues.map(({ id }) => id), anew }).toEqual({
        seed,
        name,
        issues: [],
        anew: [],
      });
      if (itinerary === null) throw new Error(`${name} lost trip ${seed}`);
      expect(stopsOf(itinerary, touched)).toEqual(stopsOf(trip, touched));
      const whole = broken.days[0]?.date === undefined ? trip : datedFrom(trip, '2027-05-10');
      expect(daysOf(itinerary, touched)).toEqual(daysOf(whole, touched));
    }
  });
});

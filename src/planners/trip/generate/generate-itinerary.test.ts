import { describe, expect, it } from 'vitest';
import { evaluatePlannerState } from '../evaluate.ts';
import { outlineDays } from '../exchange/trip-outline.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { resolvePlace } from '../places/embedded.ts';
import { distanceKm, drivingKm } from '../places/geo.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import { generateItinerary } from './generate-itinerary.ts';
import { visitOrder } from './visit-order.ts';

function request(from: string, to: string, more: Partial<PlannerRequest> = {}): PlannerRequest {
  return {
    origin: { name: from },
    destination: { name: to },
    via: [],
    skip: [],
    mode: 'road',
    roundTrip: false,
    interests: [],
    constraints: {},
    keep: [],
    ...more,
  };
}

/** How far it is to drive on each day. */
function dailyKm({ anchors, days }: Itinerary): number[] {
  const [first] = anchors;
  const route = [first, ...days.map(({ anchorId }) => anchors.find(({ id }) => id === anchorId))];
  return route.slice(1).map((stop, at) => {
    const before = route[at];
    return stop && before ? Math.round(drivingKm(before, stop)) : 0;
  });
}

const names = ({ anchors }: Itinerary) => anchors.map(({ name }) => name);

describe('a road trip', () => {
  it.each([
    ['Los Angeles', 'Chicago', 6],
    ['Los Angeles', 'Chicago', 14],
    ['Munich', 'Rome', 5],
    ['Lisbon', 'Berlin', 8],
    ['Boston', 'Miami', 7],
    ['Oslo', 'Bergen', 3],
    ['Sydney', 'Brisbane', 4],
    ['Buenos Aires', 'Santiago', 6],
    ['Cape Town', 'Johannesburg', 6],
    ['Tokyo', 'Hiroshima', 5],
  ])('from %s to %s in %i days has no issues, real places and no long drives', (from, to, days) => {
    const trip = generateItinerary(request(from, to, { days }));
    expect(trip.days).toHaveLength(days);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
    const legs = dailyKm(trip);
    const even = legs.reduce((sum, km) => sum + km, 0) / days;
    for (const km of legs) expect(km).toBeLessThan(Math.max(even * 1.8, 560));
    for (const { name, lat, lng } of trip.anchors) {
      const [nearest] = resolvePlace(name, { near: { lat, lng }, limit: 1 });
      expect(nearest && distanceKm(nearest, { lat, lng })).toBeLessThan(1);
    }
  });

  it('includes the requested stops in a sensible order', () => {
    const via = [{ name: 'Amarillo' }, { name: 'Flagstaff' }];
    const order = names(generateItinerary(request('Los Angeles', 'Chicago', { via, days: 6 })));
    expect(order.indexOf('Flagstaff')).toBeLessThan(order.indexOf('Amarillo'));
    expect(order).not.toContain(undefined);
  });

  it('returns to the start of a round trip', () => {
    const trip = generateItinerary(request('Denver', 'Moab', { roundTrip: true, days: 6 }));
    expect(names(trip)[0]).toBe('Denver');
    expect(names(trip).at(-1)).toBe('Denver');
    expect(names(trip)).toContain('Moab');
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });

  it('has as many days as it needs if the request has no length', () => {
    const trip = generateItinerary(request('Los Angeles', 'Chicago'));
    expect(trip.days.length).toBeGreaterThanOrEqual(6);
    expect(trip.days.length).toBeLessThanOrEqual(9);
  });

  it('passes stops without a night when there are fewer days than stops', () => {
    const via = [{ name: 'Flagstaff' }, { name: 'Amarillo' }];
    const trip = generateItinerary(request('Los Angeles', 'Chicago', { via, days: 2 }));
    expect(names(trip)).toEqual(['Los Angeles', 'Flagstaff', 'Amarillo', 'Chicago']);
    expect(trip.days).toHaveLength(2);
    expect(trip.days.at(-1)?.anchorId).toBe('chicago');
  });

  it('keeps the requested stays', () => {
    const via = [{ name: 'Las Vegas', days: 3 }];
    const trip = generateItinerary(request('Los Angeles', 'Flagstaff', { via, days: 5 }));
    expect(trip.days.filter(({ anchorId }) => anchorId === 'las-vegas')).toHaveLength(3);
  });

  it('has dates if the request has a start date', () => {
    const trip = generateItinerary(request('Munich', 'Rome', { days: 3, startDate: '2026-12-31' }));
    expect(trip.days.map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  });

  it('prefers activities that match the interests', () => {
    const kinds = (interests: string[]) =>
      generateItinerary(request('Milan', 'Rome', { days: 2, interests }))
        .days.at(-1)
        ?.activities.map(({ kind }) => kind);
    expect(kinds(['museums'])?.[0]).toBe('MUSEUM');
  });

  it('never repeats an activity at a stop, and marks general suggestions', () => {
    const trip = generateItinerary(request('Munich', 'Rome', { days: 30 }));
    for (const { id } of trip.anchors) {
      const titles = trip.days
        .filter(({ anchorId }) => anchorId === id)
        .flatMap(({ activities }) => activities.map(({ title }) => title));
      expect(new Set(titles).size).toBe(titles.length);
    }
    for (const { activities } of trip.days)
      for (const { generic, place } of activities) expect(generic === true || place !== undefined).toBe(true);
    expect(new Set(trip.days.flatMap(({ activities }) => activities.map(({ id }) => id))).size).toBe(
      trip.days.flatMap(({ activities }) => activities).length,
    );
  });

  it('is deterministic', () => {
    const wanted = request('Lisbon', 'Berlin', { days: 7 });
    expect(generateItinerary(wanted)).toEqual(generateItinerary(wanted));
  });

  it('crosses the antimeridian the short way', () => {
    const trip = generateItinerary(request('Suva', 'Apia', { mode: 'flight', days: 3 }));
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });
});

describe('a trip to several cities', () => {
  const cities = (more: Partial<PlannerRequest>) => request('London', 'Athens', { mode: 'flight', ...more });

  it('shares the days and takes the shortest order', () => {
    const trip = generateItinerary(cities({ via: [{ name: 'Rome' }, { name: 'Paris' }], days: 9 }));
    expect(names(trip)).toEqual(['London', 'Paris', 'Rome', 'Athens']);
    expect(trip.anchors.map(({ nights }) => nights)).toEqual([0, 3, 3, 3]);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });

  it('keeps a window', () => {
    const via = [
      { name: 'Paris', days: 2 },
      { name: 'Rome', days: 3, window: [1, 2] as [number, number] },
    ];
    const trip = generateItinerary(cities({ via, days: 8 }));
    expect(names(trip)[1]).toBe('Rome');
  });

  it('goes by land as people do there: by train, by bus, or by car where neither goes', () => {
    const meansOf = (...[from, ...to]: readonly string[]) =>
      generateItinerary(
        request(from ?? '', to.at(-1) ?? '', {
          mode: 'flight',
          via: to.slice(0, -1).map((name) => ({ name })),
          days: 9,
        }),
      ).anchors.map(({ by }) => by);
    expect(meansOf('Denver', 'Moab', 'Arches National Park', 'Salt Lake City')).toEqual([
      undefined,
      'car',
      'car',
      'car',
    ]);
    expect(meansOf('Florence', 'Siena', 'Rome').slice(1)).toEqual(['train', 'train']);
    expect(meansOf('Lima', 'Arequipa', 'Puno').slice(1)).toEqual([undefined, 'bus']);
    expect(meansOf('Boston', 'New York', 'Washington').slice(1)).toEqual(['train', 'train']);
  });

  it('says which requirements clash when nothing fits', () => {
    const via = [
      { name: 'Paris', days: 6 },
      { name: 'Rome', days: 6 },
    ];
    expect(() => generateItinerary(cities({ via, days: 9 }))).toThrow(
      expect.objectContaining({
        code: 'trip-does-not-fit',
        reasons: [expect.stringContaining('take 12 of them')],
      }),
    );
  });

  it('names an unknown place', () => {
    expect(() => generateItinerary(request('Qwxyzburg', 'Rome'))).toThrow(
      expect.objectContaining({ code: 'place-not-found' }),
    );
  });
});

describe('a trip without a start', () => {
  const stays = ({ anchors, days }: Itinerary) =>
    anchors.map(({ id, name }) => `${name} ${days.filter(({ anchorId }) => anchorId === id).length}`);
  const places = (...all: readonly (string | readonly [string, number])[]) => {
    const visits = all.map((each) =>
      typeof each === 'string' ? { name: each } : { name: each[0], days: each[1] },
    );
    return { via: visits, destination: { name: visits.at(-1)?.name ?? '' } };
  };

  it('is a stay if the request names one place', () => {
    const trip = generateItinerary({ destination: { name: 'Valencia' }, days: 5 });
    expect(stays(trip)).toEqual(['Valencia 5']);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });

  it('begins at the first place, and keeps the order of the request', () => {
    const trip = generateItinerary({ ...places('Delhi', 'Agra', 'Jaipur'), days: 7 });
    expect(names(trip)).toEqual(['Delhi', 'Agra', 'Jaipur']);
    expect(trip.days).toHaveLength(7);
    expect(new Set(trip.days.map(({ anchorId }) => anchorId)).size).toBe(3);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });

  it('keeps the requested stays and is as long as their sum', () => {
    const trip = generateItinerary(places(['Tokyo', 5], ['Kyoto', 6]));
    expect(stays(trip)).toEqual(['Tokyo 5', 'Kyoto 6']);
  });

  it.each([9, 16])('asks when its stays do not add up to its %i days', (days) => {
    expect(() => generateItinerary({ ...places(['Tokyo', 5], ['Kyoto', 6]), days })).toThrow(
      expect.objectContaining({ code: 'trip-does-not-fit', reasons: [expect.stringContaining('11')] }),
    );
  });

  it('gives spare days to named places without a stay', () => {
    const trip = generateItinerary({ ...places(['Seville', 3], 'Córdoba', ['Granada', 2]), days: 9 });
    expect(stays(trip)).toEqual(['Seville 3', 'Córdoba 4', 'Granada 2']);
  });
});

describe('spare days', () => {
  it('go to the destination before any town on the way', () => {
    const trip = generateItinerary(request('Brussels', 'Venice', { days: 9 }));
    const at = (name: string) => {
      const id = trip.anchors.find((anchor) => anchor.name === name)?.id;
      return trip.days.filter(({ anchorId }) => anchorId === id).length;
    };
    const most = Math.max(...names(trip).map(at));
    expect(at('Venice')).toBe(most);
    for (const name of names(trip).slice(1, -1)) expect(at(name)).toBeLessThan(most);
  });

  it('split the route so that no day exceeds the limit', () => {
    const trip = generateItinerary(
      request('Zurich', 'Nice', { days: 6, constraints: { driving: { km: 250 } } }),
    );
    for (const km of dailyKm(trip)) expect(km).toBeLessThanOrEqual(250);
  });

  it('become rest days where one is due', () => {
    const trip = generateItinerary(
      request('Chicago', 'Santa Monica', { days: 16, constraints: { rest: { every: 4 } } }),
    );
    let run = 0;
    for (const [at, { anchorId }] of trip.days.entries()) {
      run = anchorId === trip.days[at - 1]?.anchorId ? 0 : run + 1;
      expect(run).toBeLessThanOrEqual(4);
    }
  });
});

describe('the order of stops', () => {
  it('is kept unless another one is much shorter', () => {
    const at = (lng: number) => ({ lat: 0.5, lng });
    const [a, b, c] = [at(1), at(2), at(3)];
    expect(visitOrder(at(0), at(4), [a, b, c])).toEqual([a, b, c]);
    expect(visitOrder(at(0), at(4), [c, b, a])).toEqual([a, b, c]);
    const near = { lat: 0.5, lng: 1.02 };
    expect(visitOrder(at(0), at(4), [near, a])).toEqual([near, a]);
  });

  it('is optimised for many stops too', () => {
    const stops = Array.from({ length: 14 }, (_, at) => ({ lat: 0.5, lng: ((at * 5) % 14) + 1 }));
    const order = visitOrder({ lat: 0.5, lng: 0 }, { lat: 0.5, lng: 15 }, stops);
    expect(order.map(({ lng }) => lng)).toEqual(stops.map(({ lng }) => lng).toSorted((a, b) => a - b));
  });
});

describe('a drive past a lake', () => {
  it('is as long as the road around it', () => {
    const trip = generateItinerary(request('Toronto', 'Rochester, NY', { days: 2 }));
    const [first, last] = [trip.anchors[0], trip.anchors.at(-1)];
    expect(last?.drive?.from).toBe(first?.id);
    expect(outlineDays(trip).find(({ km }) => km !== undefined)?.km).toBeGreaterThan(240);
  });
});

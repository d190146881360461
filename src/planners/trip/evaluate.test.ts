import { describe, expect, it } from 'vitest';
import { anchor, day, ROUTE_66, tripOf, withAnchor } from '../../../test/trip-fixture.ts';
import { evaluatePlannerState } from './evaluate.ts';
import type { Itinerary } from './itinerary/itinerary.ts';

function found(itinerary: unknown, state: unknown = {}): string[] {
  return evaluatePlannerState(state, itinerary).map(({ id, severity }) => `${severity} ${id}`);
}

describe('a valid trip', () => {
  it('has no issues', () => {
    expect(found(ROUTE_66)).toEqual([]);
  });
});

describe('INV-DESTINATION-VALID', () => {
  it('evaluatePlannerState detects invalid destination and classifies as FATAL', () => {
    expect(found({ ...ROUTE_66, destination: { name: 'Qwxyzburg' } })).toEqual([
      'FATAL DESTINATION_INVALID:destination',
    ]);
  });

  it('reports each end separately, and both together if both are missing', () => {
    expect(found(null)).toEqual([
      'FATAL DESTINATION_INVALID:destination',
      'FATAL DESTINATION_INVALID:origin',
    ]);
    expect(found(null, { requirements: { origin: { name: 'LA' } } })).toEqual([
      'FATAL DESTINATION_INVALID:destination',
    ]);
    expect(found({ ...ROUTE_66, origin: { name: '  ' } })).toEqual(['FATAL DESTINATION_INVALID:origin']);
  });

  it('accepts a known name in any spelling, and coordinates under any name', () => {
    for (const name of ['NYC', 'München', 'Wien', '東京', 'Japan', 'Chicago, IL']) {
      expect(found(null, { requirements: { origin: { name: 'LA' }, destination: { name } } })).toEqual([]);
    }
    expect(found({ ...ROUTE_66, destination: { name: "Grandma's house", lat: 41.9, lng: -87.7 } })).toEqual(
      [],
    );
  });

  it('rejects invalid coordinates, whatever the name', () => {
    for (const wrong of [
      { lat: 95, lng: -87 },
      { lat: 41, lng: 300 },
      { lat: 0, lng: 0 },
      { lat: Number.NaN, lng: 1 },
      { lat: 41 },
    ]) {
      const trip = { ...ROUTE_66, destination: { name: 'Chicago', ...wrong } };
      expect(found(trip)).toContain('FATAL DESTINATION_INVALID:destination');
    }
  });

  it('treats a name with one wrong letter as unknown, so that it is asked about', () => {
    expect(found({ ...ROUTE_66, destination: { name: 'Chicagoo' } })).toEqual([
      'FATAL DESTINATION_INVALID:destination',
    ]);
  });
});

describe('INV-ANCHOR-VALID', () => {
  it('evaluatePlannerState detects invalid anchor and classifies as LOCAL', () => {
    expect(found(withAnchor(ROUTE_66, 'kingman', { lat: 95 }))).toEqual(['LOCAL ANCHOR_INVALID:kingman']);
  });

  it.each([
    ['not a number', { lat: Number.NaN }],
    ['infinite', { lng: Number.NEGATIVE_INFINITY }],
    ['missing', { lat: null as unknown as number }],
    ['text', { lat: '35' as unknown as number }],
    ['out of range', { lng: -181 }],
    ['(0, 0)', { lat: 0, lng: 0 }],
    ['swapped', { lat: -114.053, lng: 35.1894 }],
    ['in the middle of the ocean', { lat: -40, lng: -120 }],
    ['in another state than it says', { lat: 37.6458, lng: -98.1137 }],
    ['in another country than it says', { lat: 52.52, lng: 13.4 }],
  ])('rejects coordinates that are %s', (_, wrong) => {
    expect(found(withAnchor(ROUTE_66, 'kingman', wrong))).toEqual(['LOCAL ANCHOR_INVALID:kingman']);
  });

  it('is fatal for an end of the trip', () => {
    expect(found(withAnchor(ROUTE_66, 'chicago', { lat: 95 }))).toEqual(['FATAL ANCHOR_INVALID:chicago']);
    expect(found(withAnchor(ROUTE_66, 'la', { lat: 95 }))).toEqual(['FATAL ANCHOR_INVALID:la']);
  });

  it('recognizes an end of the trip by its other names', () => {
    const trip = { ...withAnchor(ROUTE_66, 'la', { lat: 95 }), origin: { name: 'LA' } };
    expect(found(trip)).toEqual(['FATAL ANCHOR_INVALID:la']);
  });

  it('reports once that no stop is valid', () => {
    const anchors = [anchor('x', 'Kingman', [95, 0]), anchor('y', 'Flagstaff', [0, 0])];
    const trip = tripOf(anchors, { origin: { name: 'Los Angeles' }, destination: { name: 'Chicago' } });
    expect(found(trip)).toEqual([
      'FATAL ANCHOR_INVALID:anchors',
      'LOCAL ANCHOR_INVALID:x',
      'LOCAL ANCHOR_INVALID:y',
    ]);
  });

  it('reports nothing for a trip without stops', () => {
    expect(found({ ...ROUTE_66, anchors: [], days: [] })).toEqual([]);
  });

  it('finds a homonym that fits the route far better, but only where the state is not named', () => {
    const maine = { lat: 43.6574, lng: -70.2589 };
    const trip = (more: object) =>
      tripOf(
        [
          anchor('seattle', 'Seattle', [47.6062, -122.3321]),
          anchor('portland', 'Portland', [maine.lat, maine.lng], more),
          anchor('sf', 'San Francisco', [37.7749, -122.4194]),
        ],
        { mode: 'flight' },
      );
    expect(found(trip({}))).toEqual(['LOCAL ANCHOR_INVALID:portland']);
    expect(found(trip({ country: 'US' }))).toEqual(['LOCAL ANCHOR_INVALID:portland']);
    expect(found(trip({ admin1: 'ME', country: 'US' }))).toEqual([]);
  });

  it('accepts a distant destination that has a small namesake nearby', () => {
    const newYork = anchor('ny', 'New York', [40.7128, -74.006]);
    const rome = anchor('rome', 'Rome', [41.8919, 12.5113]);
    const trip = tripOf([newYork, rome, { ...newYork, id: 'home' }], {
      mode: 'flight',
      roundTrip: true,
      destination: { name: 'Rome', lat: 41.8919, lng: 12.5113 },
    });
    expect(found(trip)).toEqual([]);
  });

  it('accepts remote places, both sides of the antimeridian and the poles', () => {
    const trip = tripOf(
      [
        anchor('suva', 'Suva', [-18.1416, 178.4415]),
        anchor('apia', 'Apia', [-13.8333, -171.7667]),
        anchor('longyearbyen', 'Longyearbyen', [78.2232, 15.6469]),
        anchor('ushuaia', 'Ushuaia', [-54.8, -68.3]),
      ],
      { mode: 'flight' },
    );
    expect(found(trip)).toEqual([]);
  });
});

describe('INV-ANCHOR-UNIQUE', () => {
  const twice = (second: Partial<Itinerary['anchors'][number]>) => {
    const flagstaff = ROUTE_66.anchors[2];
    const copy = { ...flagstaff, id: 'again', ...second } as Itinerary['anchors'][number];
    const anchors = ROUTE_66.anchors.toSpliced(3, 0, copy);
    return { ...ROUTE_66, anchors, days: anchors.map(({ id }, at) => day(at + 1, id)) };
  };

  it('reports the later of two stops at one place', () => {
    expect(found(twice({}))).toEqual(['LOCAL ANCHOR_DUPLICATE:again']);
  });

  it('finds the same place under another name within two kilometres, and not beyond', () => {
    expect(found(twice({ name: 'Downtown', lat: 35.2131 }))).toEqual(['LOCAL ANCHOR_DUPLICATE:again']);
    expect(found(twice({ name: 'Uptown', lat: 35.2171 }))).toEqual([]);
  });

  it('finds the same name in the same state, but not in another one', () => {
    const twin = anchor('kc-mo', 'Kansas City', [39.0997, -94.5786], { admin1: 'MO', country: 'US' });
    const other = anchor('kc-ks', 'Kansas City', [39.1142, -94.6275], { admin1: 'KS', country: 'US' });
    const ends = [
      anchor('denver', 'Denver', [39.7392, -104.9849]),
      anchor('stl', 'St. Louis', [38.6273, -90.1979]),
    ] as const;
    expect(found(tripOf([ends[0], other, twin, ends[1]]))).toEqual([]);
    expect(
      found(tripOf([ends[0], { ...other, admin1: 'MO', lat: 39.0997, lng: -94.63 }, twin, ends[1]])),
    ).toEqual(['LOCAL ANCHOR_DUPLICATE:kc-mo']);
  });

  it('works across the antimeridian and at the poles', () => {
    const pair = (a: readonly [number, number], b: readonly [number, number]) =>
      tripOf([anchor('a', 'East', a), anchor('b', 'West', b)], { mode: 'flight' });
    expect(found(pair([-16.8, 179.999], [-16.8, -179.999]))).toEqual(['LOCAL ANCHOR_DUPLICATE:b']);
    expect(found(pair([78.2232, 15.6469], [78.2232, 15.7]))).toEqual(['LOCAL ANCHOR_DUPLICATE:b']);
  });

  it('treats several days at one stop as one stay', () => {
    const days = [...ROUTE_66.days.slice(0, 3), day(4, 'flagstaff'), ...ROUTE_66.days.slice(3)];
    expect(found({ ...ROUTE_66, days: days.map((each, at) => ({ ...each, number: at + 1 })) })).toEqual([]);
  });

  it('accepts the return of a round trip, but reports a second visit on the way', () => {
    const la = anchor('la', 'Los Angeles', [34.0522, -118.2437]);
    const vegas = anchor('vegas', 'Las Vegas', [36.1699, -115.1398]);
    const barstow = anchor('barstow', 'Barstow', [34.8958, -117.0173]);
    const roundTrip = { roundTrip: true, destination: { name: 'Las Vegas' } };
    expect(found(tripOf([la, barstow, vegas, { ...la, id: 'home' }], roundTrip))).toEqual([]);
    expect(
      found(tripOf([la, barstow, vegas, { ...barstow, id: 'b2' }, { ...la, id: 'home' }], roundTrip)),
    ).toEqual(['LOCAL ANCHOR_DUPLICATE:b2']);
    expect(
      found(tripOf([la, vegas, { ...la, id: 'home' }], { ...roundTrip, roundTrip: false, mode: 'flight' })),
    ).toEqual(['LOCAL ANCHOR_DUPLICATE:home']);
  });
});

describe('INV-ROUTE-MONOTONIC', () => {
  const reordered = (...ids: string[]): Itinerary => {
    const anchors = ids.flatMap((id) => ROUTE_66.anchors.filter((stop) => stop.id === id));
    return { ...ROUTE_66, anchors, days: anchors.map(({ id }, at) => day(at + 1, id)) };
  };

  it('reports a day that goes backwards', () => {
    expect(found(reordered('la', 'flagstaff', 'kingman', 'albuquerque', 'amarillo', 'chicago'))).toEqual([
      'LOCAL ROUTE_NON_MONOTONIC:kingman',
    ]);
  });

  it('reports each issue on its day', () => {
    const trip = reordered('la', 'flagstaff', 'kingman', 'amarillo', 'albuquerque', 'tulsa', 'chicago');
    expect(evaluatePlannerState({}, trip).map(({ target }) => target.dayNumber)).toEqual([3, 5]);
  });

  it('reports one fatal issue about the direction if more than half of the legs go backwards', () => {
    expect(found(reordered('stlouis', 'tulsa', 'amarillo', 'chicago'))).toEqual([
      'FATAL ROUTE_NON_MONOTONIC:direction',
    ]);
    expect(found(reordered('chicago', 'stlouis', 'tulsa', 'amarillo', 'flagstaff', 'la'))).toEqual([
      'FATAL ROUTE_NON_MONOTONIC:direction',
    ]);
  });

  it('allows up to twenty miles backwards', () => {
    const trip = (lng: number) =>
      tripOf([
        anchor('la', 'Los Angeles', [34.0522, -118.2437]),
        anchor('a', 'First', [35.0845, -106.65]),
        anchor('b', 'Second', [35.0845, lng]),
        anchor('c', 'Third', [35.222, -101.8313]),
        anchor('chicago', 'Chicago', [41.85, -87.65]),
      ]);
    expect(found(trip(-106.98))).toEqual([]);
    expect(found(trip(-107.1))).toEqual(['LOCAL ROUTE_NON_MONOTONIC:b']);
  });

  it('does not apply to flights', () => {
    expect(found({ ...reordered('la', 'flagstaff', 'kingman', 'chicago'), mode: 'flight' })).toEqual([]);
  });

  it('measures a round trip to the farthest point and back', () => {
    const stops = (...ids: string[]) => {
      const anchors = ids.map((id, at) => {
        const stop = ROUTE_66.anchors.find((each) => each.id === id);
        return { ...(stop ?? ROUTE_66.anchors[0]), id: `${id}-${at}` } as Itinerary['anchors'][number];
      });
      return tripOf(anchors, { roundTrip: true, destination: { name: 'Amarillo' } });
    };
    expect(found(stops('la', 'kingman', 'albuquerque', 'amarillo', 'flagstaff', 'la'))).toEqual([]);
    expect(found(stops('la', 'albuquerque', 'kingman', 'amarillo', 'flagstaff', 'la'))).toEqual([
      'LOCAL ROUTE_NON_MONOTONIC:kingman-2',
    ]);
  });

  it('follows the globe across the antimeridian', () => {
    const trip = tripOf([
      anchor('a', 'Nadi', [-17.8, 177.4]),
      anchor('b', 'Savusavu', [-16.78, 179.34]),
      anchor('c', 'Lomaloma', [-17.29, -178.99]),
    ]);
    expect(found(trip)).toEqual([]);
  });

  it('needs two stops', () => {
    expect(found(reordered('la', 'chicago'))).toEqual([]);
    expect(found(reordered('chicago'))).toEqual([]);
  });
});

describe('INV-ACTIVITY-DENSITY', () => {
  const withDay = (at: number, each: Itinerary['days'][number]): Itinerary => ({
    ...ROUTE_66,
    days: ROUTE_66.days.with(at, each),
  });

  it('requires two activities a day', () => {
    expect(found(withDay(2, day(3, 'flagstaff', 1)))).toEqual(['LOCAL ACTIVITY_DENSITY_LOW:flagstaff:1']);
    expect(found(withDay(2, day(3, 'flagstaff', 0)))).toEqual(['LOCAL ACTIVITY_DENSITY_LOW:flagstaff:1']);
  });

  it('requires one on a day with more than six hours of driving', () => {
    // Tulsa is 540 km from Amarillo by air, St. Louis 573 km from Tulsa, Kingman 400 km from Los Angeles.
    expect(found(withDay(5, day(6, 'tulsa', 1)))).toEqual([]);
    expect(found(withDay(5, day(6, 'tulsa', 0)))).toEqual(['LOCAL ACTIVITY_DENSITY_LOW:tulsa:1']);
    expect(found(withDay(1, day(2, 'kingman', 1)))).toEqual(['LOCAL ACTIVITY_DENSITY_LOW:kingman:1']);
  });

  it('requires none on a day of travel', () => {
    expect(found(withDay(2, day(3, 'flagstaff', 0, { travelOnly: true })))).toEqual([]);
  });

  it('does not count the journey', () => {
    const transit = { id: 't', title: 'Drive', kind: 'TRANSIT' };
    const each = day(3, 'flagstaff', 1);
    expect(found(withDay(2, { ...each, activities: [...each.activities, transit] }))).toEqual([
      'LOCAL ACTIVITY_DENSITY_LOW:flagstaff:1',
    ]);
  });
});

describe('all invariants together', () => {
  it('report an invalid stop only for its coordinates', () => {
    const trip = withAnchor(ROUTE_66, 'flagstaff', { lat: -35.1981, name: 'Kingman', admin1: 'AZ' });
    expect(found({ ...trip, days: trip.days.with(2, day(3, 'flagstaff', 0)) })).toEqual([
      'LOCAL ANCHOR_INVALID:flagstaff',
    ]);
  });

  it('are sorted by severity, then priority, then day', () => {
    const trip = withAnchor(withAnchor(ROUTE_66, 'tulsa', { lat: 95 }), 'kingman', { lat: 95 });
    const days = trip.days.with(3, day(4, 'albuquerque', 0)).with(2, day(3, 'flagstaff', 0));
    expect(found({ ...trip, days, destination: { name: 'Qwxyzburg' } })).toEqual([
      'FATAL DESTINATION_INVALID:destination',
      'LOCAL ANCHOR_INVALID:kingman',
      'LOCAL ANCHOR_INVALID:tulsa',
      'LOCAL ACTIVITY_DENSITY_LOW:flagstaff:1',
      'LOCAL ACTIVITY_DENSITY_LOW:albuquerque:1',
    ]);
  });

  it('accept any input', () => {
    for (const nonsense of [
      undefined,
      42,
      'trip',
      [],
      {},
      { anchors: 'no', days: 7 },
      { anchors: [null, 3, {}, { id: 5 }], days: [null, {}, { activities: [null] }] },
      { ...ROUTE_66, anchors: [...ROUTE_66.anchors, ...ROUTE_66.anchors] },
      { ...ROUTE_66, mode: 'rocket', origin: 'Los Angeles', days: [{ number: Number.NaN, anchorId: 'la' }] },
    ]) {
      for (const state of [
        undefined,
        null,
        3,
        { issues: 'x', requirements: { days: 'many' }, issueHistory: [{}] },
      ]) {
        expect(() => evaluatePlannerState(state, nonsense)).not.toThrow();
      }
    }
  });

  it('do not change their input, and give the same result again', () => {
    const trip = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const before = structuredClone(trip);
    const first = evaluatePlannerState({}, trip);
    expect(trip).toEqual(before);
    expect(evaluatePlannerState({}, trip)).toEqual(first);
  });

  it('finish for ten thousand stops', () => {
    const anchors = Array.from({ length: 10_000 }, (_, at) =>
      anchor(`a${at}`, `Stop ${at}`, [(at * 7) % 60, ((at * 13) % 340) - 170]),
    );
    expect(evaluatePlannerState({}, tripOf(anchors)).length).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { ROUTE_66 } from '../../../../test/trip-fixture.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { plannerTurn } from '../turn/turn.ts';
import { exportTrip, TRIP_EXPORT_FORMATS } from './export-trip.ts';

const NO_TEXTS = [null, undefined, 7, {}, [], true];

describe('a trip with no texts where texts belong', () => {
  it.each(TRIP_EXPORT_FORMATS)('is written as %s all the same', (format) => {
    for (const value of NO_TEXTS) {
      const trip = {
        ...ROUTE_66,
        id: value,
        origin: { name: value },
        anchors: ROUTE_66.anchors.map((stop) => ({ ...stop, name: value, admin1: value })),
        days: ROUTE_66.days.map((day) => ({
          ...day,
          date: value,
          activities: [{ id: value, title: value, kind: value, place: value }],
        })),
      } as unknown as Itinerary;
      expect(exportTrip(trip, format, { startDate: '2026-06-01' })).not.toMatch(/\[object Object\]/);
    }
  });

  it.each(NO_TEXTS)('whose origin is called %j is talked about all the same', (name) => {
    const trip = { ...ROUTE_66, origin: { name, lat: 34.05, lng: -118.24 } };
    for (const text of ['start in San Diego instead', 'the other way round', 'make it 9 days', 'yes']) {
      expect(plannerTurn({ text }, { requirements: { origin: { name: 'LA' } } }, trip).action.type).toMatch(
        /^[A-Z_]+$/,
      );
    }
  });
});

describe('a trip that was annotated by somebody else', () => {
  it.each(NO_TEXTS)('with %j for the issues of a stop is annotated anew', (issues) => {
    const trip = {
      ...ROUTE_66,
      anchors: ROUTE_66.anchors.map((stop) => ({ ...stop, issues, validity: 'VALID' })),
    };
    expect(plannerTurn({}, {}, trip).itinerary?.anchors[0]?.issues).toEqual([]);
  });
});

describe('a calendar', () => {
  it('counts its days by their order, whatever their numbers say', () => {
    const days = ROUTE_66.days.map((day) => ({ ...day, number: 1e308 }));
    expect(exportTrip({ ...ROUTE_66, days }, 'ics', { startDate: '2026-06-01' })).toContain('20260602');
  });

  it.each(['x', '9999-99-99', '2026-02-31', ''])('does not begin on %j', (startDate) => {
    expect(() => exportTrip(ROUTE_66, 'ics', { startDate })).toThrow(
      expect.objectContaining({ code: 'trip-without-dates' }),
    );
  });
});

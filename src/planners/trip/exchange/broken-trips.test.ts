import { describe, expect, it } from 'vitest';
import { ROUTE_66 } from '../../../../test/trip-fixture.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { plannerTurn } from '../turn/turn.ts';
import { exportTrip, TRIP_EXPORT_FORMATS } from './export-trip.ts';

const NO_TEXTS = [null, undefined, 7, {}, [], true];

describe('a trip with values that are not strings', () => {
  it.each(TRIP_EXPORT_FORMATS)('can still be exported as %s', (format) => {
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

  it.each(NO_TEXTS)('can still be discussed when its origin is called %j', (name) => {
    const trip = { ...ROUTE_66, origin: { name, lat: 34.05, lng: -118.24 } };
    for (const text of ['start in San Diego instead', 'the other way round', 'make it 9 days', 'yes']) {
      expect(plannerTurn({ text }, { requirements: { origin: { name: 'LA' } } }, trip).action.type).toMatch(
        /^[A-Z_]+$/,
      );
    }
  });
});

describe('a trip with annotations of another program', () => {
  it.each(NO_TEXTS)('is annotated again when a stop has %j for its issues', (issues) => {
    const trip = {
      ...ROUTE_66,
      anchors: ROUTE_66.anchors.map((stop) => ({ ...stop, issues, validity: 'VALID' })),
    };
    expect(plannerTurn({}, {}, trip).itinerary?.anchors[0]?.issues).toEqual([]);
  });
});

describe('a calendar', () => {
  it('numbers its days by their order, not by their stored numbers', () => {
    const days = ROUTE_66.days.map((day) => ({ ...day, number: 1e308 }));
    expect(exportTrip({ ...ROUTE_66, days }, 'ics', { startDate: '2026-06-01' })).toContain('20260602');
  });

  it.each(['x', '9999-99-99', '2026-02-31', ''])('rejects %j as its first day', (startDate) => {
    expect(() => exportTrip(ROUTE_66, 'ics', { startDate })).toThrow(
      expect.objectContaining({ code: 'trip-without-dates' }),
    );
  });
});

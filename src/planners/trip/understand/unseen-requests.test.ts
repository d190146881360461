import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { type Understanding, understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function understandingOf(text: string): Understanding {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

describe('a request', () => {
  it.each([
    'Rom, Orvieto, Siena, 10 Tage, überall mindestens 2 Nächte',
    'Rome, Orvieto, Siena, 10 days, everywhere at least 2 nights',
  ])('applies one stay to all stops: %s', (text) => {
    const { via = [], destination } = understandingOf(text).requirements;
    for (const stop of [...via, destination]) expect(stop).toMatchObject({ nights: 2, bound: 'least' });
  });

  it.each([
    "We're vegetarians from Pune. Kochi and Munnar, 7 days",
    "We're flying into Logan. Salem 2 nights",
  ])('reports what was assumed: %s', (text) => {
    expect(understandingOf(text).assumed).not.toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { TripError } from '../error.ts';
import { evaluatePlannerState } from '../evaluate.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import { generateItinerary } from './generate-itinerary.ts';

/** "Rome 4": a stop, and how many days are spent there. */
function stays({ anchors, days }: Itinerary): string[] {
  return anchors.map(({ id, name }) => `${name} ${days.filter(({ anchorId }) => anchorId === id).length}`);
}

function trip(from: string, via: readonly string[], to: string, more: Partial<PlannerRequest>): Itinerary {
  const named = via.map((name) => ({ name }));
  return generateItinerary({ origin: { name: from }, via: named, destination: { name: to }, ...more });
}

describe('a start with a stay', () => {
  it('gets its days on a trip by plane', () => {
    const flown = trip('Rome', ['Rome'], 'Milan', { days: 8, mode: 'flight' });
    expect(stays(flown)).toEqual(['Rome 4', 'Milan 4']);
    expect(evaluatePlannerState({}, flown)).toEqual([]);
  });

  it('comes first, and gets its days, also by road', () => {
    const driven = trip('Rome', ['Florence', 'Rome'], 'Milan', { days: 7, mode: 'road' });
    expect(stays(driven)[0]).toMatch(/^Rome [1-9]$/);
    expect(driven.anchors.filter(({ name }) => name === 'Rome')).toHaveLength(1);
    expect(evaluatePlannerState({}, driven)).toEqual([]);
  });
});

describe('cities are visited in the order of the request', () => {
  it('if another order is hardly shorter', () => {
    const named = trip('London', ['Bangkok', 'Sydney', 'Los Angeles'], 'London', {
      days: 40,
      mode: 'flight',
    });
    expect(named.anchors.map(({ name }) => name)).toEqual([
      'London',
      'Bangkok',
      'Sydney',
      'Los Angeles',
      'London',
    ]);
  });

  it('but not if that is a long detour', () => {
    const named = trip('London', ['Rome', 'Brussels'], 'Naples', { days: 9, mode: 'flight' });
    expect(named.anchors.map(({ name }) => name)).toEqual(['London', 'Brussels', 'Rome', 'Naples']);
  });
});

describe('a place without a road', () => {
  it.each([
    ['London', [], 'New York City'],
    ['Honolulu', [], 'Los Angeles'],
    ['Sydney', ['Auckland'], 'Melbourne'],
  ])('is not driven to, from %s via %j to %s', (from, via, to) => {
    const drive = () => trip(from, via, to, { days: 7, mode: 'road' });
    expect(drive).toThrow(TripError);
    expect(drive).toThrow(expect.objectContaining({ code: 'trip-does-not-fit' }));
  });

  it('is flown to by default', () => {
    expect(trip('Honolulu', [], 'Los Angeles', { days: 5 }).mode).toBe('flight');
    expect(trip('Wellington', [], 'Sydney', { days: 5 }).mode).toBe('flight');
  });

  it.each([
    ['London', 'Dublin'],
    ['Copenhagen', 'Oslo'],
    ['Rome', 'Palermo'],
  ])('is reached by car ferry from %s to %s', (from, to) => {
    expect(trip(from, [], to, { days: 4, mode: 'road' }).days).toHaveLength(4);
  });
});

describe('a start with a country', () => {
  it('decides between destinations of the same name', () => {
    const { destination } = trip('San José, Costa Rica', [], 'Panama City', { days: 6, mode: 'road' });
    expect(destination.country).toBe('PA');
  });
});

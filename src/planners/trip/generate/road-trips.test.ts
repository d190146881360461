import { describe, expect, test } from 'vitest';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { plannerTurn } from '../turn/turn.ts';
import { generateItinerary } from './generate-itinerary.ts';

const planned = (text: string) =>
  generateItinerary(buildPlannerRequest(plannerTurn({ text }, {}, null).state));

describe('a road trip with days to spare', () => {
  test.each([
    ['5 day road trip from San Francisco to Los Angeles', 'Santa Barbara'],
    ['Vancouver to Calgary 7 days road trip', 'Banff'],
    ['Paris to Nice road trip 6 days', 'Lyon'],
    ['Cape Town to Durban road trip 9 days', 'Storms River'],
  ])('stops at places worth seeing: %s', (text, stop) => {
    const { anchors, days } = planned(text);
    expect(anchors.map(({ name }) => name)).toContain(stop);
    const last = days.filter(({ anchorId }) => anchorId === anchors.at(-1)?.id).length;
    expect(last).toBeGreaterThan(1);
    expect(last).toBeLessThan(days.length / 2);
  });
});

describe('a trip by bike or on foot', () => {
  test.each([
    ['Orleans to Saumur by bike, 6 days', 'bike', 4],
    ['Sarria to Santiago de Compostela 6 days on foot', 'foot', 3],
    ['Basel to Cologne by bike 9 days', 'bike', 5],
  ] as const)('has stops within a day: %s', (text, by, most) => {
    const { anchors } = planned(text);
    expect(anchors.length).toBeGreaterThanOrEqual(most);
    expect(anchors.slice(1).every((anchor) => anchor.by === by)).toBe(true);
  });
});

describe('the things to do at each stop', () => {
  test.each([
    ['North Coast 500 road trip from Inverness 7 days', ['Kilt Rock', 'Old Man of Storr', 'Quiraing']],
    ['nc500 road trip, inverness start n finish, 6 days', ['Kilt Rock', 'Old Man of Storr', 'Quiraing']],
    ['Calais to Paris by car, 5 days', ['White Cliffs of Dover', 'Dover Castle']],
  ])('are not across the sea: %s', (text, others) => {
    const titles = planned(text).days.flatMap(({ activities }) => activities.map(({ title }) => title));
    expect(others.filter((title) => titles.includes(title))).toEqual([]);
  });
});

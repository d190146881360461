import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { plannerTurn } from '../turn/turn.ts';
import { type Understanding, understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');
const now = () => today.toISOString();

function understandingOf(text: string): Understanding {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

describe('a user who does not drive', () => {
  it.each(['no self-driving', "we don't want to do any self-driving", 'without a rental car'])(
    '%s',
    (text) => {
      const { preferences, requirements } = understandingOf(`3 days from Seattle to Portland, ${text}`);
      expect(preferences.avoid).toEqual(['road']);
      expect(requirements.mode).not.toBe('road');
    },
  );
});

describe('a request with typos', () => {
  it('reads a name with one wrong letter as the place near the others, and says so', () => {
    const { requirements, assumed } = understandingOf('A week in Sicily: Palermo, Cefalù, Taormine');
    expect(requirements.destination?.name).toBe('Taormina');
    expect(assumed.join(' ')).toContain('Taormine');
  });

  it('reports dates that are in the wrong order', () => {
    const { requirements, notUnderstood } = understandingOf('From 20 august to 12 august in Lisbon');
    expect(requirements.startDate).toBeUndefined();
    expect(notUnderstood).toEqual(['August 20 to August 12']);
  });
});

describe('an edit in casual words', () => {
  const requirements: TripRequirements = {
    via: [{ name: 'Casablanca' }, { name: 'Rabat' }],
    destination: { name: 'Fes' },
    days: 9,
  };
  const itinerary = generateItinerary(buildPlannerRequest({ requirements }));
  const turn = (text: string) => plannerTurn({ text }, { requirements }, itinerary, { now });
  const stops = (text: string) => turn(text).itinerary?.anchors.map(({ name }) => name);

  it('swaps two stops of the trip', () => {
    expect(stops('swap Casablanca with Rabat')?.slice(0, 2)).toEqual(['Rabat', 'Casablanca']);
  });

  it.each(['add Disneyland', 'blorp'])('asks and changes nothing: %s', (text) => {
    const { action, itinerary: after } = turn(text);
    expect(action.type).toBe('ASK_USER');
    expect(after?.days).toEqual(itinerary.days);
  });

  it('does not read a word as a place far from the trip', () => {
    expect(stops("no temples pls, we've seen enough")).toEqual(itinerary.anchors.map(({ name }) => name));
  });

  it('sets the dates of a trip from its end', () => {
    const { itinerary: after } = turn('we end on 20 august');
    expect(after?.days.at(-1)?.date).toBe('2027-08-20');
    expect(after?.days).toHaveLength(9);
  });
});

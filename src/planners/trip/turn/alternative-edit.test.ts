import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { alternativeEdit } from './alternative-edit.ts';
import { type PlannerTurn, plannerTurn } from './turn.ts';

const context = { now: () => '2026-11-15T12:00:00.000Z' };

function planned(text: string): PlannerTurn {
  const { state } = plannerTurn({ text }, {}, null, context);
  return plannerTurn({}, state, generateItinerary(buildPlannerRequest(state), context), context);
}

const say = (text: string, { state, itinerary }: PlannerTurn) =>
  plannerTurn({ text }, state, itinerary, context);

const nights = (itinerary: Itinerary | null) =>
  Object.fromEntries(
    itinerary?.anchors.map(({ id, name }) => [
      name,
      itinerary.days.filter(({ anchorId }) => anchorId === id).length,
    ]) ?? [],
  );

/** Says an edit, and what stands on the button of its alternative. */
function edited(text: string, trip: PlannerTurn) {
  const turn = say(text, trip);
  const alternative = alternativeEdit(text, trip.itinerary, turn.itinerary);
  return { turn, alternative, other: alternative && say(alternative.text, turn) };
}

describe('the alternative to an edit', () => {
  const italy = planned('12 days in Italy, Verona and Rome, from Zurich and back, by train');

  it('keeps the stays that an added stop shortened, in a longer trip', () => {
    const before = nights(italy.itinerary);
    const { turn, other } = edited('add Florence for two nights', italy);
    expect(turn.itinerary?.days).toHaveLength(12);
    expect(other?.itinerary?.days).toHaveLength(14);
    expect(nights(other?.itinerary ?? null)).toEqual({ ...before, Florence: 2 });
  });

  it('keeps a stop that the edit dropped', () => {
    const road = planned('A road trip from Los Angeles to Chicago in 8 days');
    const { turn, other } = edited('add Kansas City', road);
    const gone = Object.keys(nights(road.itinerary)).filter((name) => !(name in nights(turn.itinerary)));
    expect(gone).toHaveLength(1);
    expect(nights(other?.itinerary ?? null)).toMatchObject({ [gone[0] ?? '']: 1, 'Kansas City': 1 });
    expect(other?.itinerary?.days).toHaveLength(9);
  });

  it('keeps the length of a trip that the edit extended', () => {
    const { turn, other } = edited('stay two nights longer in Verona', italy);
    expect(turn.itinerary?.days.length).toBeGreaterThan(12);
    expect(other?.itinerary?.days).toHaveLength(12);
    expect(nights(other?.itinerary ?? null).Verona).toBe(nights(turn.itinerary).Verona);
  });

  it.each([
    'make it 14 days',
    'Rome only 2 nights',
    'two weeks',
    'two days more',
    'what is there to do in Rome?',
  ])('does not exist if the text rules it out: %s', (text) => {
    expect(edited(text, italy).alternative).toBeNull();
  });
});

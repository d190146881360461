import { describe, expect, it } from 'vitest';
import { evaluatePlannerState } from '../evaluate.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { type PlannerTurn, plannerTurn } from '../turn/turn.ts';
import type { Itinerary } from './itinerary.ts';

const context = { now: () => '2026-11-16T09:00:00.000Z' };

function planned(text: string): PlannerTurn {
  const { state } = plannerTurn({ text }, {}, null, context);
  return plannerTurn({}, state, generateItinerary(buildPlannerRequest(state), context), context);
}

function say(text: string, { state, itinerary }: Pick<PlannerTurn, 'state' | 'itinerary'>): PlannerTurn {
  return plannerTurn({ text }, state, itinerary, context);
}

const issuesOf = (constraints: object, itinerary: Itinerary | null) =>
  evaluatePlannerState({ requirements: { constraints } }, itinerary, context).map(({ id }) => id);
const byOf = (itinerary: Itinerary | null) => itinerary?.anchors.map(({ name, by }) => `${name} ${by ?? ''}`);

describe('the last day with a car', () => {
  it('determines from when on legs go by train', () => {
    const { itinerary } = planned('Rome, Florence, Venice, 8 days, rental car until day 4');
    expect(byOf(itinerary)).toEqual(['Rome ', 'Florence ', 'Venice train']);
  });

  it('applies also when it is given later', () => {
    const trip = planned('Rome, Florence, Venice, 8 days by car');
    const after = say('we have to return the car on day 4', trip);
    expect(after.action.type).toBe('AUTO_FIX');
    expect(byOf(after.itinerary)).toEqual(['Rome ', 'Florence ', 'Venice train']);
    expect(issuesOf({ carUntilDay: 4 }, trip.itinerary)).toEqual(['CONSTRAINT_BROKEN:car:venice']);
  });
});

describe('days of rest', () => {
  const trip = planned('Vienna to Venice by car, 4 days, via Graz, Ljubljana and Trieste');

  it('are checked: days without one are reported, with a longer stay as the fix', () => {
    const requirements = {
      ...trip.state.requirements,
      constraints: { ...trip.state.requirements.constraints, rest: { every: 2 } },
    };
    const { action } = plannerTurn({}, { ...trip.state, requirements }, trip.itinerary, context);
    expect(issuesOf({ rest: { every: 2 } }, trip.itinerary)).toEqual(['CONSTRAINT_BROKEN:rest:3']);
    expect(action).toMatchObject({
      type: 'SUGGEST_REPAIR',
      options: [{ mutation: { op: 'UPDATE_ANCHOR' } }, {}],
    });
  });

  it('are satisfied by stays that have them', () => {
    const rested = planned('Vienna to Venice by car, 6 days, via Graz and Ljubljana, rest day every 2 days');
    expect(rested.state.issues).toEqual([]);
  });
});

describe('the times of arrival and departure', () => {
  it('keep the evening of a late arrival and the morning of an early departure free', () => {
    const { itinerary } = planned('Lisbon, 4 days from 5 May, arriving at 20:30, leaving at 9:30');
    const days = itinerary?.days.map(({ travelOnly, activities }) => [
      travelOnly ?? false,
      activities.length,
    ]);
    expect(days).toEqual([
      [true, 0],
      [false, 2],
      [false, 2],
      [true, 0],
    ]);
  });
});

describe('the weekday of arrival', () => {
  it('is checked against the dates, with the next such day as the fix', () => {
    const { itinerary, state } = planned('Lisbon, 4 days from 5 May 2027');
    const requirements = { ...state.requirements, constraints: { arrival: { weekday: 'friday' as const } } };
    const { action } = plannerTurn({}, { ...state, requirements }, itinerary, context);
    expect(action).toMatchObject({
      type: 'SUGGEST_REPAIR',
      options: [{ mutation: { op: 'REFLOW_DAYS', payload: { startDate: '2027-05-07' } } }, {}],
    });
  });
});

describe('an appointment', () => {
  const trip = planned('Stockholm, Tallinn, Riga, Vilnius, 12 days from 1 July');

  it('changes nothing if the trip is there on that day', () => {
    const { itinerary } = say('we need to be in Vilnius on 12 July for a wedding', trip);
    expect(itinerary).toEqual(trip.itinerary);
  });

  it('leads to a question if the trip is somewhere else', () => {
    const { action, itinerary } = say('we need to be in Vilnius on 2 July', trip);
    expect(action.type).toBe('ASK_USER');
    expect(itinerary).toEqual(trip.itinerary);
  });
});

describe('several places with one name', () => {
  it('lead to a question if none is better known, which a state can answer', () => {
    const asked = plannerTurn({ text: '3 days in Springfield' }, {}, null, context);
    expect(asked.action.type).toBe('ASK_USER');
    const { state, action } = plannerTurn({ text: 'the one in Missouri' }, asked.state, null, context);
    expect(action.type).toBe('CONTINUE_PLAN');
    expect(state.requirements.destination?.name).toBe('Springfield, Missouri');
  });

  it('lead to a remark if one is better known', () => {
    const { state } = planned('4 days in Portland');
    expect(state.advisories.map(({ type }) => type)).toContain('ASSUMED');
  });
});

describe('stops that the planner chose', () => {
  it('are places worth seeing, not just halfway points', () => {
    const names = planned('Los Angeles to Denver road trip, 10 days').itinerary?.anchors.map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(['Las Vegas', 'Moab']));
  });

  it('are towns if the request wants cities', () => {
    const { itinerary } = planned('2 cities in Texas from Medford between March 3rd and March 5th');
    expect(itinerary?.anchors.slice(1)).toHaveLength(2);
    expect(itinerary?.anchors.every(({ name }) => !/park/i.test(name))).toBe(true);
  });
});

it('suggests no shops in a park', () => {
  const { itinerary } = planned('4 days in Big Bend National Park');
  const kinds = itinerary?.days.flatMap(({ activities }) => activities.map(({ kind }) => kind));
  expect(kinds).not.toContain('MARKET');
});

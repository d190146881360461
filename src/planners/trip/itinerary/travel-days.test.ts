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
  it('is planned by: later legs go by train', () => {
    const { itinerary } = planned('Rome, Florence, Venice, 8 days, rental car until day 4');
    expect(byOf(itinerary)).toEqual(['Rome ', 'Florence ', 'Venice train']);
  });

  it('is kept when it is said later', () => {
    const trip = planned('Rome, Florence, Venice, 8 days by car');
    const heard = say('we have to return the car on day 4', trip);
    expect(heard.action.type).toBe('AUTO_FIX');
    expect(byOf(heard.itinerary)).toEqual(['Rome ', 'Florence ', 'Venice train']);
    expect(issuesOf({ carUntilDay: 4 }, trip.itinerary)).toEqual(['CONSTRAINT_BROKEN:car:venice']);
  });
});

describe('days of rest', () => {
  const trip = planned('Vienna to Venice by car, 4 days, via Graz, Ljubljana and Trieste');

  it('are checked: a run of days without one is told, with a longer stay to mend it', () => {
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

  it('are there when a stay has them', () => {
    const rested = planned('Vienna to Venice by car, 6 days, via Graz and Ljubljana, rest day every 2 days');
    expect(rested.state.issues).toEqual([]);
  });
});

describe('the hours of arriving and leaving', () => {
  it('leave the evening of arriving and the morning of leaving free', () => {
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

describe('the weekday of arriving', () => {
  it('is checked against the dates, with the next such day to start on', () => {
    const { itinerary, state } = planned('Lisbon, 4 days from 5 May 2027');
    const requirements = { ...state.requirements, constraints: { arrival: { weekday: 'friday' as const } } };
    const { action } = plannerTurn({}, { ...state, requirements }, itinerary, context);
    expect(action).toMatchObject({
      type: 'SUGGEST_REPAIR',
      options: [{ mutation: { op: 'REFLOW_DAYS', payload: { startDate: '2027-05-07' } } }, {}],
    });
  });
});

describe('a day that one has to be somewhere', () => {
  const trip = planned('Stockholm, Tallinn, Riga, Vilnius, 12 days from 1 July');

  it('moves nothing where the trip is there', () => {
    const { itinerary } = say('we need to be in Vilnius on 12 July for a wedding', trip);
    expect(itinerary).toEqual(trip.itinerary);
  });

  it('is asked about where the trip is somewhere else', () => {
    const { action, itinerary } = say('we need to be in Vilnius on 2 July', trip);
    expect(action.type).toBe('ASK_USER');
    expect(itinerary).toEqual(trip.itinerary);
  });
});

describe('several places of one name', () => {
  it('are asked about where none is better known, and the answer may be a state', () => {
    const asked = plannerTurn({ text: '3 days in Springfield' }, {}, null, context);
    expect(asked.action.type).toBe('ASK_USER');
    const { state, action } = plannerTurn({ text: 'the one in Missouri' }, asked.state, null, context);
    expect(action.type).toBe('CONTINUE_PLAN');
    expect(state.requirements.destination?.name).toBe('Springfield, Missouri');
  });

  it('are told where one is', () => {
    const { state } = planned('4 days in Portland');
    expect(state.advisories.map(({ type }) => type)).toContain('ASSUMED');
  });
});

describe('stops that nobody named', () => {
  it('are where there is something to see, and not just halfway', () => {
    const names = planned('Los Angeles to Denver road trip, 10 days').itinerary?.anchors.map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(['Las Vegas', 'Moab']));
  });

  it('are towns where cities are wanted', () => {
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

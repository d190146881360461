import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { PlannerContext } from '../planner-context.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { type PlannerInput, type PlannerTurn, plannerTurn } from './turn.ts';

const context: PlannerContext = { now: () => '2026-02-18T12:00:00.000Z' };

function turn(input: PlannerInput, state: unknown = {}, itinerary: unknown = null): PlannerTurn {
  return plannerTurn(input, state, itinerary, context);
}

/** A conversation as a host holds it: it plans when the planner says so. */
function talk(...texts: readonly string[]): PlannerTurn {
  let last = turn({});
  for (const text of texts) {
    last = turn({ text }, last.state, last.itinerary);
    if (last.action.type === 'CONTINUE_PLAN' && last.itinerary === null) {
      const itinerary = generateItinerary(buildPlannerRequest(last.state), context);
      last = turn({}, last.state, itinerary);
    }
  }
  return last;
}

/** A stop or day without what the evaluation derives. */
function bare(node: object): object {
  const { validity: _v, issues: _i, number: _n, ...kept } = node as Record<string, unknown>;
  return kept;
}

const names = (itinerary: Itinerary | null) => itinerary?.anchors.map(({ name }) => name);

describe('a conversation', () => {
  const request = '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June';

  it('plans real places at sensible distances, in order, from one sentence', () => {
    const { action, itinerary, state } = talk(request);
    expect(action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(state.issues).toEqual([]);
    expect(itinerary?.days.map(({ date }) => date)).toEqual([
      '2026-06-01',
      '2026-06-02',
      '2026-06-03',
      '2026-06-04',
      '2026-06-05',
      '2026-06-06',
    ]);
    expect(names(itinerary)).toEqual(
      expect.arrayContaining(['Los Angeles', 'Flagstaff', 'Amarillo', 'Chicago']),
    );
  });

  it('extends the trip with as few changes as possible', () => {
    const before = talk(request).itinerary;
    const { itinerary, anew, action } = talk(request, 'make it 8 days');
    expect(itinerary?.days).toHaveLength(8);
    expect({ anew, action: action.type }).toEqual({ anew: [], action: 'CONTINUE_PLAN' });
    for (const stop of before?.anchors ?? [])
      expect(itinerary?.anchors.map(({ id }) => id)).toContain(stop.id);
  });

  it('shortens the trip and keeps every requested stop', () => {
    const { itinerary } = talk(request, 'make it 4 days');
    expect(itinerary?.days).toHaveLength(4);
    expect(names(itinerary)).toEqual(expect.arrayContaining(['Flagstaff', 'Amarillo', 'Chicago']));
  });

  it('skips a stop and keeps the rest', () => {
    const before = talk(request).itinerary;
    const { itinerary } = talk(request, 'skip Amarillo');
    expect(names(itinerary)).not.toContain('Amarillo');
    expect(itinerary?.days).toHaveLength(6);
    const kept = (before?.anchors ?? []).filter(({ name }) => name !== 'Amarillo');
    for (const stop of kept) expect(itinerary?.anchors.map(bare)).toContainEqual(bare(stop));
  });

  it('moves the start of the trip', () => {
    const { itinerary } = talk(request, 'start in San Diego instead');
    expect(itinerary?.origin.name).toBe('San Diego');
    expect(names(itinerary)?.[0]).toBe('San Diego');
    expect(names(itinerary)).toContain('Flagstaff');
  });

  it('adds a stop where the detour is shortest', () => {
    const { itinerary } = talk(request, 'add Santa Fe');
    const order = names(itinerary) ?? [];
    expect(order.indexOf('Santa Fe')).toBeGreaterThan(order.indexOf('Flagstaff'));
    expect(order.indexOf('Santa Fe')).toBeLessThan(order.indexOf('Amarillo'));
  });

  it('replaces one stop with another', () => {
    const { itinerary } = talk(request, 'replace Amarillo with Santa Fe');
    expect(names(itinerary)).not.toContain('Amarillo');
    expect(names(itinerary)).toContain('Santa Fe');
  });

  it('adds a stop between two others, which stay unchanged', () => {
    const before = talk(request).itinerary;
    const { itinerary, state } = talk(request, 'add a stop between Flagstaff and Amarillo');
    expect(itinerary?.anchors).toHaveLength((before?.anchors.length ?? 0) + 1);
    expect(itinerary?.days).toHaveLength(7);
    expect(state.requirements.origin?.name).toBe('Los Angeles');
    for (const stop of before?.anchors ?? []) expect(itinerary?.anchors.map(bare)).toContainEqual(bare(stop));
  });

  it('moves the trip to other dates', () => {
    const { itinerary } = talk(request, 'start on July 10 instead');
    expect(itinerary?.days[0]?.date).toBe('2026-07-10');
    expect(itinerary?.days.at(-1)?.date).toBe('2026-07-15');
  });

  it('asks about an unknown place, and uses the answer', () => {
    const asked = talk(request, 'add Qwxyzburg');
    expect(asked.action).toMatchObject({ question: 'Which place do you mean by "Qwxyzburg"?' });
    const answered = turn({ text: 'Santa Fe' }, asked.state, asked.itinerary);
    expect(names(answered.itinerary)).toContain('Santa Fe');
    const end = talk(request, 'end in Qwxyzburg');
    expect(end.action).toMatchObject({ question: 'Where should the trip end?' });
    expect(names(end.itinerary)).toContain('Chicago');
    expect(turn({ text: 'Milwaukee' }, end.state, end.itinerary).itinerary?.destination.name).toBe(
      'Milwaukee',
    );
  });

  it('plans again from scratch when the user wants to go somewhere else', () => {
    const before = talk(request);
    const elsewhere = turn({ text: 'go to Seattle instead' }, before.state, before.itinerary);
    expect(elsewhere).toMatchObject({ itinerary: null, action: { type: 'CONTINUE_PLAN' } });
    expect(elsewhere.anew).toContainEqual(expect.stringContaining('ROUTE_NON_MONOTONIC'));
  });

  it('leaves a trip unchanged until its fatal issue is answered', () => {
    const before = talk(request);
    const trip = before.itinerary;
    const turned = trip && { ...trip, anchors: trip.anchors.toReversed(), days: trip.days.toReversed() };
    const asked = turn({}, before.state, turned);
    expect(asked.action).toMatchObject({ question: /In which direction/ });
    expect(turn({ text: 'make it 9 days' }, asked.state, asked.itinerary).itinerary).not.toBeNull();
    expect(turn({ text: 'from LA to Chicago' }, asked.state, asked.itinerary).itinerary).toBeNull();
  });

  it('never asks for what the user has already said', () => {
    const { action, state } = talk('from Boston to Miami', 'two weeks', 'we drive');
    expect(action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(state.knownFields).toEqual({ origin: true, destination: true, days: true, mode: true });
  });

  it('reports which requirements conflict', () => {
    const { state } = turn({ text: '2 days, fly from London to Paris, Rome and Athens' });
    expect(() => generateItinerary(buildPlannerRequest(state), context)).toThrow(
      /3 more cities need at least a day each/,
    );
  });
});

describe('buildPlannerRequest', () => {
  it('buildPlannerRequest still respects transport preferences', () => {
    const request = (preferences: object, requirements: object = {}) =>
      buildPlannerRequest({ preferences, requirements }).mode;
    expect(request({ transport: 'flight' })).toBe('flight');
    expect(request({ transport: 'flight' }, { mode: 'road' })).toBe('road');
    expect(request({ avoid: ['flight'] }, { mode: 'flight' })).toBe('road');
    expect(request({ avoid: ['flight'] }, { mode: 'mixed' })).toBe('road');
    expect(request({ avoid: ['road'] })).toBe('flight');
    expect(request({})).toBeUndefined();
    expect(turn({ text: "from Boston to Miami, 9 days, I don't fly" }).action).toEqual({
      type: 'CONTINUE_PLAN',
    });
  });

  it('contains everything the user said', () => {
    const { state } = turn({
      text: 'road trip from Denver to Moab and back, 4 people, budget $2,500, June 3 to June 9, we like hiking',
    });
    expect(buildPlannerRequest(state)).toEqual({
      origin: { name: 'Denver' },
      destination: { name: 'Moab' },
      via: [],
      skip: [],
      days: 7,
      startDate: '2026-06-03',
      mode: 'road',
      roundTrip: true,
      travellers: 4,
      constraints: {
        budget: { amount: 2500, currency: 'USD', per: 'trip' },
        party: { adults: 4 },
        travelBy: ['car'],
      },
      interests: ['hiking'],
      keep: [],
    });
  });
});

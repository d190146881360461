import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { EMPTY_SESSION } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';
import { type PlannerTurn, plannerTurn } from './turn.ts';

const now = '2026-11-15T12:00:00.000Z';
const context = { now: () => now };

function planned(text: string): PlannerTurn {
  const { state } = plannerTurn({ text }, {}, null, context);
  return plannerTurn({}, state, generateItinerary(buildPlannerRequest(state), context), context);
}

function say(text: string, { state, itinerary }: Pick<PlannerTurn, 'state' | 'itinerary'>): PlannerTurn {
  return plannerTurn({ text }, state, itinerary, context);
}

const remarksOf = ({ state }: Pick<PlannerTurn, 'state'>) =>
  state.advisories.map(({ type, description }) => `${type} ${description}`);
const names = (itinerary: Itinerary | null) => itinerary?.anchors.map(({ name }) => name);
const locked = (itinerary: Itinerary | null, stop: string) =>
  itinerary && {
    ...itinerary,
    anchors: itinerary.anchors.map((each) => (each.name === stop ? { ...each, locked: true } : each)),
  };

describe('a part that was not understood', () => {
  it('is reported, and stays reported until the next message', () => {
    const trip = planned('7 days from Paris to Nice by car');
    const puzzled = say('cheaper please', trip);
    expect(remarksOf(puzzled)).toContainEqual(expect.stringMatching(/^NOT_UNDERSTOOD .*"cheaper"/));
    expect(puzzled.itinerary).toEqual(trip.itinerary);
    const waiting = plannerTurn({}, puzzled.state, puzzled.itinerary, context);
    expect(remarksOf(waiting)).toEqual(remarksOf(puzzled));
    expect(remarksOf(say('make it 8 days', waiting))).toEqual([]);
  });

  it('is reported briefly, whatever its length', () => {
    const { state } = plannerTurn({ text: 'blah '.repeat(2000) }, {}, null, context);
    const [puzzled, cut] = remarksOf({ state });
    expect(puzzled).toMatch(/^NOT_UNDERSTOOD .*"(?:blah ?)+…"\.$/);
    expect(puzzled?.length).toBeLessThan(150);
    expect(cut).toMatch(/^ASSUMED .*4000/);
  });

  it('is not reported when a model has read it', () => {
    const read = { origin: { name: 'Madrid' }, destination: { name: 'Sevilla' } };
    const reading = { type: 'request' as const, read };
    const { state } = plannerTurn({ text: 'flimflam Madrid, Sevilla', reading }, {}, null, context);
    expect(state.advisories).toEqual([]);
  });

  it('is reported with the plan made from the rest of the sentence, and recorded', async () => {
    const conversation = new TripConversation(EMPTY_SESSION, { config: DEFAULT_TRIP_CONFIG, now });
    const text = 'from Paris to Nice by car, 5-7 days, flimflam glorp';
    expect(await conversation.hear({ text })).toEqual({ type: 'CONTINUE_PLAN' });
    const remarks = remarksOf(conversation.session);
    expect(remarks).toContainEqual(expect.stringContaining('5-7 days'));
    expect(remarks).toContainEqual(expect.stringContaining('glorp'));
    const action = conversation.facts.find(({ type }) => type === 'planner_action');
    expect(action).toMatchObject({
      advisories: expect.arrayContaining([expect.objectContaining({ type: 'ASSUMED' })]),
    });
  });

  it('leads to a question when no road goes there', async () => {
    const conversation = new TripConversation(EMPTY_SESSION, { config: DEFAULT_TRIP_CONFIG, now });
    expect(await conversation.hear({ text: 'from London to New York by car, 7 days' })).toMatchObject({
      type: 'ASK_USER',
      reason: expect.stringMatching(/London.*New York City/),
    });
    expect(await conversation.hear({ text: 'then we fly' })).toEqual({ type: 'CONTINUE_PLAN' });
    expect(conversation.session.itinerary?.mode).toBe('flight');
  });
});

describe('a change that cannot be made', () => {
  const trip = planned('6 days from LA to Chicago via Flagstaff and Amarillo by car');

  it.each([
    ['skip Los Angeles', 'Los Angeles stays: it is where the trip starts. Say what should be there instead.'],
    ['two stops between Reno and Boise', 'No stop was added between Reno and Boise.'],
    [
      'swap Flagstaff and Reno',
      'Flagstaff and Reno did not change places: both have to be stops that are not locked, and not where the trip starts.',
    ],
  ])('%s', (text, sentence) => {
    const after = say(text, trip);
    expect(remarksOf(after).filter((line) => line.startsWith('NOT_DONE'))).toEqual([`NOT_DONE ${sentence}`]);
    expect(names(after.itinerary)).toEqual(names(trip.itinerary));
  });

  it.each([
    ['add 2 days in Flagstaff', 'Flagstaff', 'The stay in Flagstaff keeps its length: it is locked.'],
    ['end in Milwaukee', 'Chicago', 'Chicago stays where the trip ends: it is locked.'],
  ])('is reported: %s, when %s is locked', (text, stop, sentence) => {
    const itinerary = locked(trip.itinerary, stop);
    const after = say(text, { state: trip.state, itinerary });
    expect(remarksOf(after)).toContainEqual(`NOT_DONE ${sentence}`);
    const find = (each: Itinerary | null) => each?.anchors.find(({ name }) => name === stop);
    expect(find(after.itinerary)).toMatchObject({ ...find(itinerary) });
  });
});

describe('the order of the stops', () => {
  it('swaps two stops and keeps the others', () => {
    const trip = planned('6 days from LA to Chicago via Flagstaff and Amarillo by car');
    const before = names(trip.itinerary) ?? [];
    const swapped = before.map((name) => ({ Flagstaff: 'Amarillo', Amarillo: 'Flagstaff' })[name] ?? name);
    const { applied } = say('swap Flagstaff and Amarillo', trip);
    expect(applied.slice(0, 2).map(({ change }) => change.op)).toEqual(['MOVE_ANCHOR', 'MOVE_ANCHOR']);
    expect(names(say('swap Flagstaff and Amarillo', trip).itinerary)).toEqual(swapped);
  });

  it('is reversed completely, with the stops in between', () => {
    const trip = planned('7 days from Brussels to Nice via Dijon by car');
    const turned = say('the other way round', trip);
    expect(names(turned.itinerary)).toEqual(names(trip.itinerary)?.toReversed());
    expect(turned.action).toEqual({ type: 'CONTINUE_PLAN' });
  });
});

describe('a trip in which every stay was requested', () => {
  it.each(['the other way round', 'swap Edinburgh and London', 'London first, then York, then Edinburgh'])(
    'keeps its stays and its length in another order: %s',
    (text) => {
      const trip = planned('Edinburgh 3 nights, York 2 nights, London 4 nights by train from 7 April 2027');
      const { itinerary } = say(text, trip);
      expect(names(itinerary)).toEqual(['London', 'York', 'Edinburgh']);
      expect(itinerary?.anchors.map(({ nights }) => nights)).toEqual([4, 2, 4]);
      expect(itinerary?.days).toHaveLength(10);
    },
  );

  it('is extended at its last stop', () => {
    const trip = planned('Edinburgh 2 nights, Skye 3 nights, Inverness 2 nights from 4 July');
    const { itinerary } = say('can we stay till the 15th', trip);
    expect(itinerary?.days.at(-1)?.date).toBe('2027-07-15');
    expect(itinerary?.anchors.map(({ nights }) => nights)).toEqual([2, 3, 7]);
  });
});

describe('places of the same name', () => {
  it('are told apart where another could as well be meant', () => {
    expect(remarksOf(planned('4 days from Springfield to Portland by car'))).toEqual([
      expect.stringMatching(/^NAMESAKE .*Springfield, OR.*Springfield, IL/),
    ]);
    const namesakes = (text: string) =>
      remarksOf(planned(text)).filter((line) => line.startsWith('NAMESAKE'));
    expect(namesakes('4 days from Springfield, OR to Portland by car')).toEqual([]);
    expect(namesakes('4 days from Birmingham to Manchester by car')).toEqual([]);
  });
});

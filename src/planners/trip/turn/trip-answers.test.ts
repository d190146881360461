import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { plannerTurn } from './turn.ts';

const requirements: TripRequirements = {
  origin: { name: 'Atlanta' },
  via: [{ name: 'Savannah', days: 2 }],
  destination: { name: 'Charleston', admin1: 'SC', country: 'US', days: 2 },
  days: 5,
  mode: 'road',
  startDate: '2027-05-03',
};
const itinerary = generateItinerary(buildPlannerRequest({ requirements }));

/** What a question about the trip is answered with. */
function answer(text: string): string {
  const turn = plannerTurn({ text }, { ...EMPTY_STATE, requirements }, itinerary, {
    now: () => '2026-11-16T09:00:00.000Z',
  });
  expect(turn.itinerary?.days).toEqual(itinerary.days);
  const answers = turn.state.advisories.filter(({ type }) => type === 'ANSWER');
  return answers.map(({ description }) => description).join('\n');
}

const savannah = itinerary.days.filter(({ anchorId }) => anchorId === 'savannah');

describe('a question about the trip', () => {
  it.each([
    'how far is it from Savannah to Charleston?',
    'how far is the last leg?',
    'how far is the last leg, from Savannah to there?',
    'How long is the drive between Savannah and Charleston?',
    'how far is Charleston from Savannah?',
    'what is the distance to Charleston?',
    'Wie weit ist es von Savannah nach Charleston?',
    'Combien de kilomètres de Savannah à Charleston ?',
    '¿a qué distancia está Charleston de Savannah?',
  ])('is answered with the distance between two stops: %s', (text) => {
    expect(answer(text)).toMatch(/Savannah to Charleston.*\b1[67]\d km/);
  });

  it.each(['how much driving is it on day 2?', 'how long do we drive on day 2'])(
    'is answered with the distance of that day: %s',
    (text) => {
      expect(answer(text)).toMatch(/day 2.*\d+ km/i);
    },
  );

  it.each(['so how many nights is that altogether?', 'how many nights is the whole trip in total?'])(
    'is answered with the nights of the trip: %s',
    (text) => {
      expect(answer(text)).toMatch(/5 days.*4 nights/);
    },
  );

  it.each(['what day of the week do we start?', 'which dates is that?', 'when do we set off?'])(
    'is answered with the dates of the trip: %s',
    (text) => {
      expect(answer(text)).toMatch(/Mon, May 3, 2027.*Fri, May 7, 2027/);
    },
  );

  it('is not answered with the length of the trip if it is about a sight', () => {
    expect(answer('How long does it take to visit Fort Sumter in Charleston?')).not.toMatch(/trip takes/);
  });

  it.each(['how much driving is it in total?', 'how many km altogether?', 'what is the longest drive?'])(
    'is answered with a distance: %s',
    (text) => {
      expect(answer(text)).toMatch(/\d+ km/);
    },
  );

  it.each(['what is there to do in Savannah?', 'what can we see in Savannah?', 'any tips for Savannah?'])(
    'is answered with what is planned there and what else there is: %s',
    (text) => {
      const reply = answer(text);
      const planned = savannah.flatMap(({ activities }) => activities.map(({ title }) => title));
      for (const title of planned) expect(reply).toContain(title);
      expect(reply.split(',').length).toBeGreaterThan(planned.length);
    },
  );

  it('about a kind of sight is answered with those nearby, or that none is known', () => {
    expect(answer('are there any forts in Charleston?')).toMatch(/Fort Sumter/);
    expect(answer('is there a casino in Savannah?')).toMatch(/casino/);
  });

  it.each(['how many nights do we have in Savannah?', 'how long are we in Savannah?'])(
    'is answered with the length of the stay: %s',
    (text) => {
      expect(answer(text)).toMatch(/2 days/);
    },
  );

  it('about a date is answered with the date', () => {
    expect(answer('when do we get to Charleston?')).toMatch(/May/);
    expect(answer('what is on day 3?')).toContain(itinerary.days[2]?.activities[0]?.title);
    expect(answer('what day do we get back?')).toMatch(/May 7/);
  });

  it('that the planner cannot answer is acknowledged as a question', () => {
    expect(answer('do we need a visa?')).toMatch(/visa/);
    expect(answer('what will the weather be like?')).toMatch(/weather/);
  });
});

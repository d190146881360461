import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import type { TripWishes } from '../wishes/wishes.ts';
import { type Understanding, understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function heard(text: string): Understanding {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

describe('a request', () => {
  it.each<[string, Partial<TripWishes>]>([
    // Lengths
    ['Prague, Vienna, Budapest, 11 days, at least 3 nights in Budapest', { days: 11 }],
    ['Prague, Vienna, Budapest, 11 days, want 3 nights in Budapest', { days: 11 }],
    // Where it starts and ends
    ['Jordan, 1 week, in and out of Amman. Petra 2 nights', { origin: { name: 'Amman' }, roundTrip: true }],
    ['Flying into and out of Amman, 1 week, Petra', { origin: { name: 'Amman' }, roundTrip: true }],
    ['An- und Abreise in Amman, 1 Woche, Petra und Wadi Rum', { origin: { name: 'Amman' }, roundTrip: true }],
    ['6 days on Mallorca, staying in Sóller the whole time', { destination: { name: 'Sóller' } }],
    ['A week on Crete, sleeping in Chania every night', { destination: { name: 'Chania' } }],
    ['4 days in Krakow, must see the salt mine', { destination: { name: 'Krakow' } }],
    [
      'split hvar korcula dubrovnik, 9 days',
      { via: [{ name: 'Split' }, { name: 'Hvar' }, { name: 'Korcula' }] },
    ],
    // Limits
    [
      'Astoria to Brookings, 5 days, driving max 2 1/2 hours a day',
      { constraints: { driving: { hours: 2.5 } } },
    ],
    [
      "Astoria to Brookings, 5 days, we don't like driving more than 3 hours a day",
      { constraints: { driving: { hours: 3 } } },
    ],
    [
      'Bishkek loop, 9 days, no more than 5 hours in a car on any day',
      { constraints: { driving: { hours: 5 } } },
    ],
    [
      'Orléans to Nantes by bike, 15 days, every third day has to be a rest day',
      { constraints: { rest: { every: 3 } } },
    ],
    [
      'Orléans to Nantes by bike, 15 days, every fourth day must be off',
      { constraints: { rest: { every: 4 } } },
    ],
    ['Istanbul, Cappadocia, Antalya overland, 10 days', { constraints: { travelBy: ['train', 'bus'] } }],
    ['Ostsee-Radweg von Lübeck nach Stralsund, 8 Tage', { constraints: { travelBy: ['bike'] } }],
    // Who
    ['hamburg 3 tage ende januar, nur ich', { constraints: { party: { adults: 1 } } }],
    ['Mes parents (75 et 78 ans) et moi, Séville, 8 jours', { constraints: { party: { adults: 3 } } }],
    ['Malta, 5 días, somos una pareja', { constraints: { party: { adults: 2 } } }],
    ['Von Köln nach Lyon, 5 Tage, mein Bruder kommt mit', { constraints: { party: { adults: 2 } } }],
    // What
    ['Schweden 2 Wochen, keine großen Städte', { constraints: { dislikes: ['städte'] } }],
    ['Südtirol 9 Tage, keine Seilbahnen', { constraints: { dislikes: ['seilbahnen'] } }],
    ['Costa Rica, dos semanas, nada de ciudades', { constraints: { dislikes: ['ciudades'] } }],
    ['Madagascar 15 jours, baobabs et lémuriens', { interests: ['baobabs', 'lémuriens'] }],
    ['Rwanda gorilla trip, 9 days', { interests: ['gorilla'] }],
  ])('%s', (text, wishes) => {
    expect(heard(text).wishes).toMatchObject(wishes);
  });

  it.each([
    'Rom, Orvieto, Siena, 10 Tage, überall mindestens 2 Nächte',
    'Rome, Orvieto, Siena, 10 days, everywhere at least 2 nights',
  ])('has the same stay everywhere: %s', (text) => {
    const { via = [], destination } = heard(text).wishes;
    for (const stop of [...via, destination]) expect(stop).toMatchObject({ nights: 2, bound: 'least' });
  });

  it.each([
    "We're vegetarians from Pune. Kochi and Munnar, 7 days",
    "We're flying into Logan. Salem 2 nights",
  ])('says what was taken for granted: %s', (text) => {
    expect(heard(text).assumed).not.toEqual([]);
  });
});

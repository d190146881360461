import { expect, test } from 'vitest';
import type { TravelMeans } from '../requirements/constraints.ts';
import { generateItinerary } from './generate-itinerary.ts';

const NO_TRAIN = [
  ['Inverness', 'Portree'],
  ['Ponta Delgada', 'Furnas'],
  ['Chiang Mai', 'Pai'],
  ['Marrakech', 'Essaouira'],
  ['Tromsø', 'Alta'],
  ['Venice', "Cortina d'Ampezzo"],
  ['Hue', 'Hoi An'],
] as const;

const TRAIN = [
  ['Hamburg', 'Binz'],
  ['Palma', 'Sóller'],
  ['London', 'Edinburgh'],
  ['Copenhagen', 'Malmö'],
  ['Tokyo', 'Kyoto'],
] as const;

test.each(NO_TRAIN)('no train goes from %s to %s, even for who travels by train', (from, to) => {
  expect(meansTo(from, to, ['train'])).toBe('bus');
  expect(meansTo(from, to)).not.toBe('train');
});

test.each(TRAIN)('a train goes from %s to %s', (from, to) => {
  expect(meansTo(from, to, ['train'])).toBe('train');
  expect(meansTo(from, to)).toBe('train');
});

function meansTo(from: string, to: string, travelBy?: readonly TravelMeans[]): TravelMeans | undefined {
  const trip = generateItinerary({
    via: [
      { name: from, days: 2 },
      { name: to, days: 2 },
    ],
    mode: 'mixed',
    ...(travelBy && { constraints: { travelBy: [...travelBy] } }),
  });
  return trip.anchors.at(-1)?.by;
}

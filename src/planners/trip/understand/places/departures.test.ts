import { expect, test } from 'vitest';
import { withDeparture } from './departures.ts';

const REQUIREMENTS = {
  origin: { name: 'Kraków' },
  via: [{ name: 'Tarnów' }, { name: 'Warsaw' }],
  destination: { name: 'Gdańsk' },
  days: 9,
};

test.each([
  'land in Kraków, see Warsaw and fly home from Gdańsk',
  'Kraków, Warsaw, then fly out of Gdańsk',
  'hin nach Kraków, Warsaw, zurück ab Gdańsk',
  'Kraków, Warsaw, vol retour de Gdańsk',
  'Kraków, Warsaw, vuelta desde Gdańsk',
])('spends the last day in the city of departure: %s', (text) => {
  expect(withDeparture(REQUIREMENTS, text).destination).toEqual({ name: 'Gdańsk', days: 1 });
});

test('treats a city that is not the departure as a normal stop', () => {
  expect(withDeparture(REQUIREMENTS, 'from Kraków to Gdańsk by Warsaw')).toEqual(REQUIREMENTS);
});

test('gives the remaining days to the end if every other stay was requested', () => {
  const timed = { ...REQUIREMENTS, via: [{ name: 'Warsaw', nights: 3 }] };
  expect(withDeparture(timed, 'Kraków, Warsaw 3 nights, fly home from Gdańsk')).toEqual(timed);
});

test('visits both cities if the request names only start and end', () => {
  const both = { origin: { name: 'Rome' }, destination: { name: 'Milan' }, days: 8 };
  expect(withDeparture(both, 'into Rome and out of Milan')).toEqual(both);
});

import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../../knowledge/embedded-knowledge.ts';
import { uncovered } from './coverage.ts';

const NOTHING = { edits: [], preferences: {}, notUnderstood: [], assumed: [] };
const left = (text: string, requirements: object) =>
  uncovered(text, { ...NOTHING, requirements }, embeddedPlaces);

describe('what a text says and no field holds', () => {
  it('includes a number that no field was read from', () => {
    expect(left('Rome for 2 weeks, 17 dives', { destination: { name: 'Rome' }, days: 14 })).toEqual([
      '17 dives',
    ]);
  });

  it('excludes numbers that a length, a date or a count was read from', () => {
    const requirements = { destination: { name: 'Rome', nights: 5 }, startDate: '2027-04-16', days: 6 };
    expect(left('Rome, 5 nights from 16 April', requirements)).toEqual([]);
  });

  it('includes a well-known place that is not in the trip', () => {
    expect(left('from Lisbon to Rome, my aunt is in Barcelona', { destination: { name: 'Rome' } })).toEqual([
      'Lisbon',
      'Barcelona',
    ]);
  });

  it('excludes the country of a stop, and a place that the text rejects', () => {
    const requirements = { destination: { name: 'Siena' } };
    expect(left('Tuscany in Italy: Siena. Florence? No, been there', requirements)).toEqual([]);
  });

  it('excludes a name that another language has for a stop', () => {
    expect(left('5 jours à Grenade', { destination: { name: 'Granada, Spain' }, days: 5 })).toEqual([]);
    expect(left('5 jours à Grenade', { destination: { name: 'Rome' }, days: 5 })).toEqual(['Grenade']);
  });
});

it('reports an exclusion that no field holds, in the words of the traveller', () => {
  const requirements = { destination: { name: 'Vienna' }, days: 3 };
  const read = { requirements, preferences: {}, edits: [], notUnderstood: [], assumed: [] };
  expect(uncovered('Vienna 3 days, no museums', read, embeddedPlaces)).toEqual(['no museums']);
  const kept = { ...read, requirements: { ...requirements, constraints: { dislikes: ['museums'] } } };
  expect(uncovered('Vienna 3 days, no museums', kept, embeddedPlaces)).toEqual([]);
  expect(uncovered('Vienna 3 days, no rush, no driving', read, embeddedPlaces)).toEqual([]);
});

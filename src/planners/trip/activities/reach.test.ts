import { describe, expect, test } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import { embeddedThingsToDo } from './known-things-to-do.ts';
import { isWithinReach } from './reach.ts';

function at(name: string) {
  const [found] = embeddedPlaces.resolve(name, { limit: 1 });
  if (found === undefined) throw new RangeError(`there is no ${name}`);
  return found;
}

function sightsOf(name: string, by?: TravelMeans): string[] {
  return embeddedThingsToDo.near(at(name), { name, limit: 200, by }).map(({ title }) => title);
}

describe('the things to do at a stop', () => {
  test.each([
    ['Gairloch', ['Kilt Rock', 'Quiraing', 'Old Man of Storr']],
    ['Applecross', ['Old Man of Storr', 'Quiraing', 'Kilt Rock']],
    ['Naxos', ['Naoussa harbour', 'Panagia Ekatontapiliani', 'Golden Beach of Paros']],
    ['Paros', ['Temple of Demeter', 'Apeiranthos', 'Delos']],
    ['Calais', ['White Cliffs of Dover', 'Dover Castle']],
    ['Victoria, BC', ['Lime Kiln Point', 'Dungeness Spit', 'Roche Harbor']],
    ['Split', ['Zlatni Rat', 'Vidova Gora', 'Fortica Fortress']],
    ['Tarifa', ['Medina of Tangier', 'Caves of Hercules']],
    ['Rhodes', ['Turunç Bay', 'İçmeler Beach']],
    ['Corfu', ['Butrint', 'Blue Eye']],
    ['Helsinki', ['Tallinn Old Town']],
  ])('are not across the sea: %s', (name, others) => {
    const found = sightsOf(name);
    expect(others.filter((title) => found.includes(title))).toEqual([]);
  });

  test.each([
    ['Malmö', 'Tivoli Gardens'],
    ['Copenhagen', 'Roskilde Cathedral'],
    ['Hiroshima', 'Itsukushima Shrine'],
    ['Cancún', 'Playa Norte'],
    ['Bellagio', 'Villa Carlotta'],
    ['Venice', 'Lido di Venezia'],
    ['Portree', 'Old Man of Storr'],
    ['Hong Kong', 'Tian Tan Buddha'],
    ['San Francisco', 'Alcatraz'],
  ])('may be beyond a bridge or a short ferry: %s', (name, title) => {
    expect(sightsOf(name).some((found) => found.startsWith(title))).toBe(true);
  });

  test('are nearer on foot or by bike than by train or car', () => {
    const [foot, bike, train, car] = (['foot', 'bike', 'train', 'car'] as const).map(
      (by) => sightsOf('Gairloch', by).length,
    );
    expect([foot, bike, train, car]).toEqual([foot, bike, train, car].toSorted((a = 0, b = 0) => a - b));
    expect(foot).toBeLessThan(bike ?? 0);
    expect(train).toBeLessThan(car ?? 0);
  });

  test.each([
    ['foot', 3, 6],
    ['bike', 10, 20],
    ['train', 25, 50],
    ['car', 40, 80],
  ] as const)('are within an hour or so by %s', (by, near, far) => {
    const [start, north] = [{ lat: 48.2, lng: 11 }, (km: number) => ({ lat: 48.2 + km / 111, lng: 11 })];
    expect(isWithinReach(start, north(near), by)).toBe(true);
    expect(isWithinReach(start, north(far), by)).toBe(false);
  });
});

import { describe, expect, it, test } from 'vitest';
import { crossing, resolvePlace } from './embedded.ts';
import { distanceKm, drivingKm } from './geo.ts';

function at(name: string) {
  const [found] = resolvePlace(name);
  if (found === undefined) throw new RangeError(`there is no ${name}`);
  return found;
}

describe('a lake between two places', () => {
  test.each([
    ['Konstanz', 'Friedrichshafen', 55, 90],
    ['Toronto', 'Niagara Falls', 120, 160],
    ['Toronto', 'Rochester, NY', 250, 300],
    ['Chicago', 'Grand Rapids', 260, 330],
    ['Cleveland', 'Windsor, Ontario', 250, 310],
    ['Mwanza', 'Bukoba', 350, 480],
    ['Mwanza', 'Kampala', 560, 760],
    ['Irkutsk', 'Ulan-Ude', 380, 480],
    ['Verona', 'Brescia', 60, 100],
    ['Geneva', 'Lausanne', 60, 80],
    ['Puno', 'La Paz, Bolivia', 250, 300],
  ])('is driven around from %s to %s', (from, to, least, most) => {
    const { type, drivingKm: km } = crossing(at(from), at(to));
    expect(type).toBe('land');
    expect(km).toBeGreaterThanOrEqual(least);
    expect(km).toBeLessThanOrEqual(most);
  });

  test.each([
    ['Milwaukee', 'Muskegon'],
    ['Manitowoc', 'Ludington'],
    ['Baku', 'Turkmenbashi'],
    ['Konstanz', 'Meersburg'],
    ['Romanshorn', 'Friedrichshafen'],
    ['Bellagio', 'Varenna'],
    ['Seattle', 'Bremerton'],
  ])('is crossed by the ferry from %s to %s', (from, to) => {
    const { type, ferries } = crossing(at(from), at(to), { cars: true });
    expect(type).toBe('around');
    expect(ferries.map((ferry) => `${ferry.from.name} ${ferry.to.name}`)).toEqual([
      `${at(from).name} ${at(to).name}`,
    ]);
  });

  test.each([
    ['Detroit', 'Chicago'],
    ['Stockholm', 'Uppsala'],
    ['Zürich', 'Konstanz'],
    ['Munich', 'Salzburg'],
    ['Inverness', 'Fort William'],
  ])('does not lengthen the drive from %s to %s, which leads past it', (from, to) => {
    const { type, drivingKm: km } = crossing(at(from), at(to));
    expect(type).toBe('land');
    expect(km).toBeCloseTo(drivingKm(at(from), at(to)), 6);
  });

  test.each([
    ['Chicago', 'Mackinac Island'],
    ['Nkhata Bay', 'Likoma'],
    ['Managua', 'Ometepe'],
  ])('needs a ferry from %s to the island %s', (from, to) => {
    expect(crossing(at(from), at(to)).type).toBe('ferry');
  });

  it('is driven around in the same distance both ways', () => {
    const [a, b] = [at('Mwanza'), at('Kampala')];
    expect(crossing(a, b).drivingKm).toBeCloseTo(crossing(b, a).drivingKm, -1);
  });
});

describe('an arm of the sea', () => {
  it('is driven around where no ferry saves time', () => {
    const [from, to] = [at('Bodø'), at('Svolvær')];
    expect(crossing(from, to, { cars: true }).drivingKm).toBeGreaterThan(2 * distanceKm(from, to));
  });
});

test('a coastal city behind an islet is on the mainland', () => {
  const split = { lat: 43.51, lng: 16.44 };
  const dubrovnik = { lat: 42.65, lng: 18.09 };
  expect(crossing(split, dubrovnik, { cars: true }).type).toBe('land');
});

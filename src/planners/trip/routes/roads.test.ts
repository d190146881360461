import { describe, expect, it } from 'vitest';
import type { Point } from '../places/geo.ts';
import { roadsThrough } from './roads.ts';
import { greatCircleRoute, type Router } from './router.ts';

const points = (count: number): Point[] =>
  Array.from({ length: count }, (_, at) => ({ lat: at / 10, lng: 10 }));

describe('roadsThrough', () => {
  it('requests long trips in parts, and returns every leg', async () => {
    const asked: number[] = [];
    const router: Router = {
      name: 'counting',
      route: async (part) => {
        asked.push(part.length);
        return greatCircleRoute(part);
      },
    };
    const stops = points(200);
    const roads = await roadsThrough(router, stops);
    expect(Math.max(...asked)).toBeLessThanOrEqual(100);
    for (const [at, to] of stops.entries()) {
      const from = stops[at - 1];
      if (from) expect(roads.km(from, to)).toBeCloseTo(14.46, 1);
    }
    expect(roads.line.length).toBeGreaterThanOrEqual(200);
  });

  it('returns no distance and no line if there is no road', async () => {
    const [a = { lat: 0, lng: 0 }, b = a] = points(2);
    const roads = await roadsThrough({ name: 'sea', route: async () => undefined }, [a, b]);
    expect(roads.km(a, b)).toBeUndefined();
    expect(roads.line).toEqual([]);
  });

  it.each([0, 1])('sends no request for %i stops', async (count) => {
    const roads = await roadsThrough(
      { name: 'never', route: () => Promise.reject(new RangeError('it was asked')) },
      points(count),
    );
    expect(roads.line).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../../knowledge/embedded-knowledge.ts';
import type { PlaceCandidate } from '../place-candidate.ts';
import { placesNamed } from './known-places.ts';

const BASE_CAMP: PlaceCandidate = {
  name: 'Base Camp',
  admin1: '',
  country: 'NP',
  lat: 28,
  lng: 86.85,
  population: 0,
  match: 'name',
  reason: 'somebody knows it',
};

const resolver = {
  name: 'a resolver',
  resolve: async (query: string) => (query === 'Base Camp' ? [BASE_CAMP] : []),
  nearest: async () => undefined,
};

describe('places that were looked up beforehand', () => {
  it('are the same as from the resolver', async () => {
    const places = await placesNamed(resolver, ['Base Camp', 'Paris'], embeddedPlaces);
    expect(places.resolve('base camp')).toEqual([BASE_CAMP]);
    expect(places.resolve('Base Camp', { country: 'np' })).toEqual([BASE_CAMP]);
  });

  it('fall back to the gazetteer if the resolver finds nothing', async () => {
    const places = await placesNamed(resolver, ['Base Camp', 'Paris'], embeddedPlaces);
    expect(places.resolve('Paris')[0]?.country).toBe('FR');
    expect(places.resolve('Chicago')[0]?.admin1).toBe('IL');
    expect(places.nearest({ lat: 41.85, lng: -87.65 })?.name).toBe('Chicago');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTripConfigStore,
  DEFAULT_TRIP_CONFIG,
  dehydrate,
  hydrate,
  summarizeApplied,
  type TripConfig,
} from './config.ts';

const url = fc.constantFrom('', 'https://places.example.org', 'http://localhost:8080/api');
const anyConfig: fc.Arbitrary<TripConfig> = fc.record({
  phase: fc.constantFrom('passive', 'hybrid', 'full'),
  transport: fc.constantFrom('any', 'road', 'flight', 'mixed'),
  autoRepairPlaces: fc.boolean(),
  model: fc.string({ maxLength: 200 }),
  useModel: fc.boolean(),
  placeService: fc.constantFrom('embedded', 'nominatim', 'photon'),
  placeUrl: url,
  activityService: fc.constantFrom('embedded', 'overpass', 'wikivoyage'),
  activityUrl: url,
  routeService: fc.constantFrom('embedded', 'osrm'),
  routeUrl: url,
});

describe('the setup of the trip planner', () => {
  it('is restored completely from its seed, for every config', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const seed = JSON.parse(JSON.stringify(dehydrate(config)));
        expect(hydrate(seed)).toEqual({ config, ready: true });
      }),
    );
    expect(dehydrate(DEFAULT_TRIP_CONFIG)).toEqual({});
  });

  it('matches its setup form', () => {
    const store = createTripConfigStore({});
    expect(store.exportFullConfig()).toEqual({ config: DEFAULT_TRIP_CONFIG, ready: true });
    store.setField('phase', 'hybrid');
    store.setField('autoRepairPlaces', true);
    expect(store.exportFullConfig().config).toMatchObject({ phase: 'hybrid', autoRepairPlaces: true });
  });

  it('starts with the values of a config', () => {
    const store = createTripConfigStore({ initial: { phase: 'hybrid' } });
    expect(store.exportFullConfig().config).toEqual({ ...DEFAULT_TRIP_CONFIG, phase: 'hybrid' });
  });

  it('requires the address of a server, and shows the field only then', () => {
    const store = createTripConfigStore({});
    const field = () => store.snap().fields.find(({ key }) => key === 'placeUrl');
    expect(field()?.visible).toBe(false);
    store.setField('placeService', 'photon');
    expect(field()).toMatchObject({ visible: true, error: expect.any(String) });
    expect(store.snap().canSave).toBe(false);
    store.setField('placeUrl', 'ftp://x');
    expect(field()?.error).toMatch(/https/);
    store.setField('placeUrl', 'https://photon.example.org');
    expect(store.snap().canSave).toBe(true);
  });

  it('starts with the applied values', () => {
    const config = { ...DEFAULT_TRIP_CONFIG, transport: 'road' as const };
    expect(createTripConfigStore({ initial: { config, ready: true } }).exportFullConfig().config).toEqual(
      config,
    );
    expect(summarizeApplied(config)).toBe('asks only for what is needed, by road');
  });
});

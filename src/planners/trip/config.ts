import { z } from 'zod';
import { configForm } from '../../harness/module/config-form.ts';
import type { FieldRule } from '../../harness/module/planner-module.ts';
import { configFromSeed, seedOf } from '../../harness/setup/config-seed.ts';
import {
  type ConfigStore,
  configIn,
  type FullConfig,
  type InitialConfig,
} from '../../harness/setup/config-store.ts';
import type { FormValues } from '../../harness/setup/form-field.ts';
import { createFormStore, type FormDefinition } from '../../harness/setup/form-store.ts';
import { TRIP_MODES } from './itinerary/itinerary.ts';
import type { PlannerPhase } from './turn/wizard.ts';

const MAX_MODEL_LENGTH = 200;

function serviceUrl(title: string, placeholder: string) {
  const error = 'An address begins with https:// or http://.';
  return z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error }).max(500)], { error })
    .default('')
    .meta({ title, placeholder });
}

/** The setup for trips. It contains no secrets and fits into a link. */
export const TripConfig = z.strictObject({
  phase: z
    .enum(['full', 'hybrid', 'passive'] satisfies PlannerPhase[])
    .default('full')
    .meta({
      title: 'Questions',
      labels: {
        full: 'Ask only for what is missing or wrong',
        hybrid: 'Ask about problems first, then in a fixed order',
        passive: 'Ask in a fixed order, and only log problems',
      },
    }),
  transport: z
    .enum(['any', ...TRIP_MODES])
    .default('any')
    .meta({
      title: 'Travel by',
      description: 'Used where the trip itself does not say.',
      labels: { any: 'Whatever suits the trip', road: 'Car', flight: 'Plane', mixed: 'Both' },
    }),
  autoRepairPlaces: z.boolean().default(false).meta({
    title: 'Fix misplaced stops without asking',
    description: 'Only where a single place can be meant.',
  }),
  useModel: z.boolean().default(true).meta({
    title: 'Let the model help',
    description:
      'It reads what you say, checked against your words, and suggests things to do, marked as not checked. The built-in demo model is not asked.',
  }),
  model: z.string().max(MAX_MODEL_LENGTH, `At most ${MAX_MODEL_LENGTH} characters.`).default('').meta({
    title: 'Model',
    description:
      'Such as anthropic/claude-sonnet-5-5; empty for the default. Keys come from the environment.',
    model: true,
  }),
  /** The service for places that the embedded gazetteer does not have. */
  placeService: z
    .enum(['embedded', 'nominatim', 'photon'])
    .default('embedded')
    .meta({
      title: 'Places from',
      labels: {
        embedded: 'The gazetteer that comes with Wayfold',
        nominatim: 'A Nominatim server',
        photon: 'A Photon server',
      },
    }),
  placeUrl: serviceUrl('Address of the place server', 'https://nominatim.example.org'),
  activityService: z
    .enum(['embedded', 'overpass', 'wikivoyage'])
    .default('embedded')
    .meta({
      title: 'Things to do from',
      labels: {
        embedded: 'The sights that come with Wayfold',
        overpass: 'An Overpass server',
        wikivoyage: 'A Wikivoyage server',
      },
    }),
  activityUrl: serviceUrl('Address of the server for things to do', 'https://overpass.example.org'),
  routeService: z
    .enum(['embedded', 'osrm'])
    .default('embedded')
    .meta({
      title: 'Distances from',
      labels: {
        embedded: 'The map: great circles with an allowance for roads',
        osrm: 'An OSRM server',
      },
    }),
  routeUrl: serviceUrl('Address of the server for distances', 'https://osrm.example.org'),
});

/** The setup for trips. */
export type TripConfig = Readonly<z.output<typeof TripConfig>>;

/** The fields of a config that differ from the defaults. */
export type TripSeed = Readonly<z.input<typeof TripConfig>>;

/** The default setup. */
export const DEFAULT_TRIP_CONFIG: TripConfig = TripConfig.parse({});

/** A server's address is required only if that server is used; the model only if it may help. */
export function tripFields({ values }: { readonly values: FormValues }): Readonly<Record<string, FieldRule>> {
  const address = (service: string): FieldRule => ({
    visible: values[service] !== 'embedded',
    required: true,
  });
  return {
    model: { visible: values.useModel !== false },
    placeUrl: address('placeService'),
    activityUrl: address('activityService'),
    routeUrl: address('routeService'),
  };
}

/** The state behind the setup form of the trip planner. */
export function createTripConfigStore({
  initial,
}: {
  readonly initial?: InitialConfig<TripConfig>;
} = {}): ConfigStore<TripConfig> {
  const form = configForm({ config: TripConfig, fields: tripFields, summary: summarizeApplied });
  return createFormStore<TripConfig>(
    // Parsed by the schema of its type.
    form as FormDefinition<TripConfig>,
    initial ? { values: configIn(initial) } : {},
  );
}

/** The fields of a config that differ from the defaults, small enough for a link. */
export function dehydrate(config: TripConfig): TripSeed {
  return seedOf(config, DEFAULT_TRIP_CONFIG);
}

/** The config of a seed. */
export function hydrate(seed: TripSeed): FullConfig<TripConfig> {
  return { config: configFromSeed(TripConfig, seed, 'Trip planner'), ready: true };
}

/** A one-line summary of a config. */
export function summarizeApplied(config: TripConfig): string {
  const { phase, transport, autoRepairPlaces, placeService, activityService, routeService } = config;
  return [
    phase === 'full' ? 'asks only for what is needed' : `phase ${phase}`,
    ...(transport === 'any' ? [] : [`by ${transport}`]),
    ...(autoRepairPlaces ? ['fixes misplaced stops'] : []),
    ...(placeService === 'embedded' ? [] : [`places from ${placeService}`]),
    ...(activityService === 'embedded' ? [] : [`things to do from ${activityService}`]),
    ...(routeService === 'embedded' ? [] : [`distances from ${routeService}`]),
  ].join(', ');
}

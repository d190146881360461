import { z } from 'zod';
import { configFromSeed, seedOf } from '../../harness/config-seed.ts';
import {
  type ConfigStore,
  configIn,
  type FullConfig,
  type InitialConfig,
} from '../../harness/config-store.ts';
import type { FormField } from '../../harness/form-field.ts';
import { createFormStore } from '../../harness/form-store.ts';
import { TRIP_MODES } from './itinerary.ts';
import { PLANNER_PHASES } from './wizard.ts';

const ServiceUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]);

const LONGEST_MODEL = 200;

/** What a person sets up for trips. It holds no secret and fits into a link as it is. */
export const TripConfig = z.strictObject({
  phase: z.enum(PLANNER_PHASES).default('full'),
  /** How to travel where the trip does not say. */
  transport: z.enum(['any', ...TRIP_MODES]).default('any'),
  autoRepairPlaces: z.boolean().default(false),
  /** Whether the model may fill in what the rules did not understand, and suggest things to do where the data has none. */
  useModel: z.boolean().default(true),
  /** The model that helps; the host's usual one when empty. */
  model: z.string().max(LONGEST_MODEL).default(''),
  /** Who is asked for places that the embedded gazetteer does not have. */
  placeService: z.enum(['embedded', 'nominatim', 'photon']).default('embedded'),
  placeUrl: ServiceUrl.default(''),
  /** Who is asked what there is to do. */
  activityService: z.enum(['embedded', 'overpass', 'wikivoyage']).default('embedded'),
  activityUrl: ServiceUrl.default(''),
  /** Who is asked how far it is by road. */
  routeService: z.enum(['embedded', 'osrm']).default('embedded'),
  routeUrl: ServiceUrl.default(''),
});

/** What a person sets up for trips. */
export type TripConfig = Readonly<z.output<typeof TripConfig>>;

/** What of a config differs from the defaults. */
export type TripSeed = Readonly<z.input<typeof TripConfig>>;

/** What holds when nobody set anything up. */
export const DEFAULT_TRIP_CONFIG: TripConfig = TripConfig.parse({});

const FIELDS: readonly FormField[] = [
  {
    key: 'phase',
    type: 'select',
    label: 'Questions',
    initial: 'full',
    options: [
      { value: 'full', label: 'Ask only for what is missing or wrong' },
      { value: 'hybrid', label: 'What is wrong first, else in a fixed order' },
      { value: 'passive', label: 'In a fixed order; problems are only logged' },
    ],
  },
  {
    key: 'transport',
    type: 'select',
    label: 'Travel by',
    initial: 'any',
    options: [
      { value: 'any', label: 'Whatever suits the trip' },
      { value: 'road', label: 'Car' },
      { value: 'flight', label: 'Plane' },
      { value: 'mixed', label: 'Both' },
    ],
    help: 'Used where the trip itself does not say.',
  },
  {
    key: 'autoRepairPlaces',
    type: 'checkbox',
    label: 'Put misplaced stops right without asking',
    initial: false,
    help: 'Only where one place can be meant.',
  },
  {
    key: 'useModel',
    type: 'checkbox',
    label: 'Let the model help',
    initial: true,
    help: 'It fills in what the rules did not understand, and suggests things to do, marked as not checked. The built-in demo model is not asked.',
  },
  {
    key: 'model',
    type: 'text',
    label: 'Model',
    visible: ({ values }) => values.useModel !== false,
    help: 'Such as anthropic/claude-sonnet-5-5; empty for the usual one. Keys come from the environment.',
    check: (value) =>
      typeof value === 'string' && value.length > LONGEST_MODEL
        ? `At most ${LONGEST_MODEL} characters.`
        : undefined,
  },
  {
    key: 'placeService',
    type: 'select',
    label: 'Places from',
    initial: 'embedded',
    options: [
      { value: 'embedded', label: 'The gazetteer that comes with Wayfold' },
      { value: 'nominatim', label: 'A Nominatim server' },
      { value: 'photon', label: 'A Photon server' },
    ],
  },
  {
    key: 'placeUrl',
    type: 'text',
    label: 'Address of the place server',
    initial: '',
    placeholder: 'https://nominatim.example.org',
    visible: ({ values }) => values.placeService !== 'embedded',
    required: true,
    check: urlFault,
  },
  {
    key: 'activityService',
    type: 'select',
    label: 'Things to do from',
    initial: 'embedded',
    options: [
      { value: 'embedded', label: 'The sights that come with Wayfold' },
      { value: 'overpass', label: 'An Overpass server' },
      { value: 'wikivoyage', label: 'A Wikivoyage server' },
    ],
  },
  {
    key: 'activityUrl',
    type: 'text',
    label: 'Address of the server for things to do',
    initial: '',
    placeholder: 'https://overpass.example.org',
    visible: ({ values }) => values.activityService !== 'embedded',
    required: true,
    check: urlFault,
  },
  {
    key: 'routeService',
    type: 'select',
    label: 'Distances from',
    initial: 'embedded',
    options: [
      { value: 'embedded', label: 'The map: great circles with an allowance for roads' },
      { value: 'osrm', label: 'An OSRM server' },
    ],
  },
  {
    key: 'routeUrl',
    type: 'text',
    label: 'Address of the server for distances',
    initial: '',
    placeholder: 'https://osrm.example.org',
    visible: ({ values }) => values.routeService !== 'embedded',
    required: true,
    check: urlFault,
  },
];

function urlFault(value: unknown): string | undefined {
  return ServiceUrl.safeParse(value).success ? undefined : 'An address begins with https:// or http://.';
}

/** The state behind the setup card of the trip planner. */
export function createTripConfigStore({
  initial,
}: {
  readonly initial?: InitialConfig<TripConfig>;
} = {}): ConfigStore<TripConfig> {
  return createFormStore<TripConfig>(
    {
      fields: FIELDS,
      toConfig: ({ values }) =>
        TripConfig.parse({
          ...values,
          model: values.model ?? '',
          placeUrl: values.placeUrl ?? '',
          activityUrl: values.activityUrl ?? '',
          routeUrl: values.routeUrl ?? '',
        }),
      summary: ({ values }) => summarizeApplied(TripConfig.safeParse(values).data ?? DEFAULT_TRIP_CONFIG),
    },
    initial ? { values: configIn(initial) } : {},
  );
}

/** What of a config differs from the defaults: it fits into a link. */
export function dehydrate(config: TripConfig): TripSeed {
  return seedOf(config, DEFAULT_TRIP_CONFIG);
}

/** The config that a seed stands for. */
export function hydrate(seed: TripSeed): FullConfig<TripConfig> {
  return { config: configFromSeed(TripConfig, seed, 'Trip planner'), ready: true };
}

/** One line about a config. */
export function summarizeApplied(config: TripConfig): string {
  const { phase, transport, autoRepairPlaces, placeService, activityService, routeService } = config;
  return [
    phase === 'full' ? 'asks only for what is needed' : `phase ${phase}`,
    ...(transport === 'any' ? [] : [`by ${transport}`]),
    ...(autoRepairPlaces ? ['puts misplaced stops right'] : []),
    ...(placeService === 'embedded' ? [] : [`places from ${placeService}`]),
    ...(activityService === 'embedded' ? [] : [`things to do from ${activityService}`]),
    ...(routeService === 'embedded' ? [] : [`distances from ${routeService}`]),
  ].join(', ');
}

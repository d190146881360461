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

const LEAST_WORDS = 10;
const MOST_WORDS = 1000;
const LONGEST_APPEND = 8000;
const LONGEST_MODEL = 200;

/** What a person sets up for the drafter. Without secrets, and small enough for a link as it is. */
export const DrafterConfig = z.strictObject({
  /** The name of a model as `openModel` takes it; empty for the one the host uses anyway. */
  model: z.string().max(LONGEST_MODEL).default(''),
  /** What the model is told besides its role. */
  systemAppend: z.string().max(LONGEST_APPEND).default(''),
  /** How long drafts should be; 0 for as long as they have to be. */
  targetWords: z
    .int()
    .max(MOST_WORDS)
    .refine((words) => words === 0 || words >= LEAST_WORDS, `must be 0, or from ${LEAST_WORDS}`)
    .default(0),
});

/** See the schema {@link DrafterConfig}. */
export type DrafterConfig = Readonly<z.output<typeof DrafterConfig>>;

/** What of a config differs from the defaults. */
export type DrafterSeed = Readonly<z.input<typeof DrafterConfig>>;

/** The config of a drafter that nobody has set up. */
export const DEFAULT_DRAFTER_CONFIG: DrafterConfig = DrafterConfig.parse({});

function fields(defaultModel: string | undefined): readonly FormField[] {
  return [
    {
      key: 'model',
      type: 'text',
      label: 'Model',
      ...(defaultModel !== undefined && { placeholder: defaultModel }),
      help: 'Such as offline or anthropic/claude-sonnet-5-5. Keys come from the environment.',
      check: (value) => tooLong(value, LONGEST_MODEL),
    },
    {
      key: 'systemAppend',
      type: 'textarea',
      label: 'Instructions',
      help: 'What the model is told before every draft: whom it writes for, the tone, what to leave out.',
      check: (value) => tooLong(value, LONGEST_APPEND),
    },
    {
      key: 'targetWords',
      type: 'number',
      label: 'Words',
      initial: 0,
      integer: true,
      min: 0,
      max: MOST_WORDS,
      help: `About how long a draft should be: 0 for no matter, or ${LEAST_WORDS} to ${MOST_WORDS}.`,
      check: (value) =>
        typeof value === 'number' && value > 0 && value < LEAST_WORDS
          ? `Words must be 0, or from ${LEAST_WORDS} to ${MOST_WORDS}.`
          : undefined,
    },
  ];
}

/** The state behind the setup card of the drafter. */
export function createDrafterConfigStore({
  llm,
  initial,
}: {
  readonly llm?: { readonly id: string };
  readonly initial?: InitialConfig<DrafterConfig>;
} = {}): ConfigStore<DrafterConfig> {
  return createFormStore<DrafterConfig>(
    {
      fields: fields(llm?.id),
      toConfig: ({ values }) => configOf(values),
      summary: ({ values }) =>
        summarizeApplied(DrafterConfig.safeParse(values).data ?? DEFAULT_DRAFTER_CONFIG),
    },
    initial ? { values: configIn(initial) } : {},
  );
}

/** An emptied field holds nothing, which stands for its default. */
function configOf({ model, systemAppend, targetWords }: Readonly<Record<string, unknown>>): DrafterConfig {
  return DrafterConfig.parse({ model, systemAppend, targetWords });
}

/** What of a config differs from the defaults: it fits into a link. */
export function dehydrate(config: DrafterConfig): DrafterSeed {
  return seedOf(config, DEFAULT_DRAFTER_CONFIG);
}

/** The config that a seed stands for. Throws a `ConfigError` for one that stands for none. */
export function hydrate(seed: DrafterSeed): FullConfig<DrafterConfig> {
  return { config: configFromSeed(DrafterConfig, seed, 'LLM Drafter'), ready: true };
}

/** One line about a config. */
export function summarizeApplied({ model, systemAppend, targetWords }: DrafterConfig): string {
  return [
    model === '' ? 'the usual model' : model,
    targetWords === 0 ? 'any length' : `about ${targetWords} words`,
    ...(systemAppend.trim() === '' ? [] : ['with instructions']),
  ].join(', ');
}

function tooLong(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length > longest ? `At most ${longest} characters.` : undefined;
}

import { z } from 'zod';

const MIN_WORDS = 10;
const MAX_WORDS = 1000;
const MAX_APPEND_LENGTH = 8000;
const MAX_MODEL_LENGTH = 200;

/** The setup of the drafter. It has no secrets, and is small enough for a link. */
export const DrafterConfig = z.strictObject({
  model: z.string().max(MAX_MODEL_LENGTH, `At most ${MAX_MODEL_LENGTH} characters.`).default('').meta({
    title: 'Model',
    description:
      'Such as offline or anthropic/claude-sonnet-5-5; empty for the default. Keys come from the environment.',
    model: true,
  }),
  systemAppend: z
    .string()
    .max(MAX_APPEND_LENGTH, `At most ${MAX_APPEND_LENGTH} characters.`)
    .default('')
    .meta({
      title: 'Instructions',
      description: 'Used for every draft: whom it writes for, the tone, what to leave out.',
      multiline: true,
    }),
  targetWords: z
    .int()
    .min(0)
    .max(MAX_WORDS)
    .refine(
      (words) => words === 0 || words >= MIN_WORDS,
      `Words must be 0, or from ${MIN_WORDS} to ${MAX_WORDS}.`,
    )
    .default(0)
    .meta({
      title: 'Words',
      description: `About how long a draft should be, from ${MIN_WORDS} to ${MAX_WORDS}. 0 = any length.`,
    }),
});

/** See the schema {@link DrafterConfig}. */
export type DrafterConfig = Readonly<z.output<typeof DrafterConfig>>;

/** The default config. */
export const DEFAULT_DRAFTER_CONFIG: DrafterConfig = DrafterConfig.parse({});

/** One line about a config. */
export function summaryOf({ model, systemAppend, targetWords }: DrafterConfig): string {
  return [
    model === '' ? 'the default model' : model,
    targetWords === 0 ? 'any length' : `about ${targetWords} words`,
    ...(systemAppend.trim() === '' ? [] : ['with instructions']),
  ].join(', ');
}

import { z } from 'zod';

const LEAST_WORDS = 10;
const MOST_WORDS = 1000;
const LONGEST_APPEND = 8000;
const LONGEST_MODEL = 200;

/** The setup of the drafter. It has no secrets, and is small enough for a link. */
export const DrafterConfig = z.strictObject({
  model: z.string().max(LONGEST_MODEL, `At most ${LONGEST_MODEL} characters.`).default('').meta({
    title: 'Model',
    description:
      'Such as offline or anthropic/claude-sonnet-5-5; empty for the default. Keys come from the environment.',
    model: true,
  }),
  systemAppend: z.string().max(LONGEST_APPEND, `At most ${LONGEST_APPEND} characters.`).default('').meta({
    title: 'Instructions',
    description: 'Used for every draft: whom it writes for, the tone, what to leave out.',
    multiline: true,
  }),
  targetWords: z
    .int()
    .min(0)
    .max(MOST_WORDS)
    .refine(
      (words) => words === 0 || words >= LEAST_WORDS,
      `Words must be 0, or from ${LEAST_WORDS} to ${MOST_WORDS}.`,
    )
    .default(0)
    .meta({
      title: 'Words',
      description: `About how long a draft should be, from ${LEAST_WORDS} to ${MOST_WORDS}. 0 = any length.`,
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

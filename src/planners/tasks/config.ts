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
import { TaskPolicy } from './facts.ts';

/** How many tokens the summary of finished work may take when nobody says otherwise. */
export const DEFAULT_TOKEN_BUDGET = 4000;
/** How many characters of an error are kept when nobody says otherwise. */
export const DEFAULT_ERROR_CHAR_LIMIT = 500;

const LONGEST_MODEL = 200;

/** What a task plan is made and run with. */
export const PlannerConfig = z.strictObject({
  /** What a model that carries out tasks is told about itself. */
  systemPrompt: z.string().exactOptional(),
  /** What kind of work it is, such as `coding` or `analysis`: a hint to the model, also when it summarises. */
  profile: z.string().exactOptional(),
  /** How many tokens the summary of finished work may take. */
  tokenBudget: z.int().min(0).exactOptional(),
  /** How many characters of an error are kept. */
  errorCharLimit: z.int().min(40).exactOptional(),
  policy: TaskPolicy.exactOptional(),
});
export type PlannerConfig = Readonly<z.infer<typeof PlannerConfig>>;

/** What a person sets up for task plans. Without secrets, and small enough for a link as it is. */
export const TasksConfig = z.strictObject({
  /** Who makes tasks of a text. */
  planWith: z.enum(['parser', 'model']).default('parser'),
  /** The model that plans and carries out; the host's usual one when empty. */
  model: z.string().max(LONGEST_MODEL).default(''),
  systemPrompt: z.string().max(4000).default(''),
  profile: z.string().max(100).default(''),
  tokenBudget: z.int().min(0).max(1_000_000).default(DEFAULT_TOKEN_BUDGET),
  errorCharLimit: z.int().min(40).max(10_000).default(DEFAULT_ERROR_CHAR_LIMIT),
  parallel: z.int().min(1).max(100).default(1),
  /** How often a task is tried when it fails in passing. */
  attempts: z.int().min(1).max(20).default(1),
  onFailure: z.enum(['continue', 'abort']).default('continue'),
});
export type TasksConfig = Readonly<z.output<typeof TasksConfig>>;
/** What of a config differs from the defaults. */
export type TasksSeed = Readonly<z.input<typeof TasksConfig>>;

/** The setup that nobody has changed. */
export const DEFAULT_TASKS_CONFIG: TasksConfig = TasksConfig.parse({});

const FIELDS: readonly FormField[] = [
  {
    key: 'planWith',
    type: 'select',
    label: 'Planning',
    initial: 'parser',
    options: [
      { value: 'parser', label: 'By rules, the same every time' },
      { value: 'model', label: 'By the language model' },
    ],
    help: 'Rules need no model. Where a model makes no usable plan, they are used as well.',
  },
  {
    key: 'model',
    type: 'text',
    label: 'Model',
    help: 'Such as offline or anthropic/claude-sonnet-5-5; empty for the usual one. Keys come from the environment.',
    check: (value) => tooLong(value, LONGEST_MODEL),
  },
  {
    key: 'parallel',
    type: 'number',
    label: 'Tasks at once',
    initial: 1,
    integer: true,
    min: 1,
    max: 100,
    help: 'How many tasks may run at the same time.',
  },
  {
    key: 'attempts',
    type: 'number',
    label: 'Attempts',
    initial: 1,
    integer: true,
    min: 1,
    max: 20,
    help: 'How often a task is tried when it fails in passing, such as by a timeout.',
  },
  {
    key: 'onFailure',
    type: 'select',
    label: 'After a failure',
    initial: 'continue',
    options: [
      { value: 'continue', label: 'Go on with the rest' },
      { value: 'abort', label: 'Stop' },
    ],
  },
  {
    key: 'profile',
    type: 'text',
    label: 'Kind of work',
    placeholder: 'coding, analysis …',
    help: 'A hint for the model that carries tasks out.',
    check: (value) => tooLong(value, 100),
  },
  {
    key: 'systemPrompt',
    type: 'textarea',
    label: 'Instructions',
    help: 'What the model is told before every task.',
    check: (value) => tooLong(value, 4000),
  },
  {
    key: 'tokenBudget',
    type: 'number',
    label: 'Token budget',
    initial: DEFAULT_TOKEN_BUDGET,
    integer: true,
    min: 0,
    max: 1_000_000,
    help: 'How much of the finished tasks the next one is told.',
  },
  {
    key: 'errorCharLimit',
    type: 'number',
    label: 'Length of errors',
    initial: DEFAULT_ERROR_CHAR_LIMIT,
    integer: true,
    min: 40,
    max: 10_000,
    help: 'Characters of an error message that are kept.',
  },
];

/** The state behind the setup card of the task planner. */
export function createTasksConfigStore({
  initial,
}: {
  readonly initial?: InitialConfig<TasksConfig>;
} = {}): ConfigStore<TasksConfig> {
  return createFormStore<TasksConfig>(
    {
      fields: FIELDS,
      toConfig: ({ values }) =>
        TasksConfig.parse({
          ...values,
          model: values.model ?? '',
          profile: values.profile ?? '',
          systemPrompt: values.systemPrompt ?? '',
        }),
      summary: ({ values }) => summarizeApplied(TasksConfig.safeParse(values).data ?? DEFAULT_TASKS_CONFIG),
    },
    initial ? { values: configIn(initial) } : {},
  );
}

/** What of a config differs from the defaults: it fits into a link. */
export function dehydrate(config: TasksConfig): TasksSeed {
  return seedOf(config, DEFAULT_TASKS_CONFIG);
}

/** The config that a seed stands for. */
export function hydrate(seed: TasksSeed): FullConfig<TasksConfig> {
  return { config: configFromSeed(TasksConfig, seed, 'Task planner'), ready: true };
}

/** One line about a config. */
export function summarizeApplied({ planWith, parallel, attempts, onFailure }: TasksConfig): string {
  return [
    planWith === 'model' ? 'planned by the model' : 'planned by rules',
    parallel === 1 ? 'one task after the other' : `up to ${parallel} tasks at once`,
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(onFailure === 'abort' ? ['stops at the first failure'] : []),
  ].join(', ');
}

/** The policy that a config stands for. */
export function policyOf({ parallel, attempts, onFailure }: Partial<TasksConfig>): TaskPolicy {
  return {
    ...(parallel !== undefined && parallel > 1 && { parallel }),
    ...(onFailure === 'abort' && { onFailure }),
    ...(attempts !== undefined &&
      attempts > 1 && {
        retry: { maxAttempts: attempts, baseDelayMs: 1000, maxDelayMs: 60_000, retryOn: PASSING_FAILURES },
      }),
  };
}

/** The classes of failure that another attempt may mend. */
const PASSING_FAILURES = ['crash', 'rate-limited', 'timeout', 'unavailable'];

function tooLong(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length > longest ? `At most ${longest} characters.` : undefined;
}

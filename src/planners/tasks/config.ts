import { z } from 'zod';
import { configFromSeed, seedOf } from '../../harness/setup/config-seed.ts';
import type { FullConfig } from '../../harness/setup/config-store.ts';
import { TaskPolicy } from './facts.ts';

/** The default token limit for the summary of finished work. */
export const DEFAULT_TOKEN_BUDGET = 4000;
/** The default character limit for errors. */
export const DEFAULT_ERROR_CHAR_LIMIT = 500;

function textUpTo(longest: number) {
  return z.string().max(longest, `At most ${longest} characters.`).default('');
}

/** Options of the task planner. */
export const PlannerConfig = z.strictObject({
  /** The system prompt of a model that carries out tasks. */
  systemPrompt: z.string().exactOptional(),
  /** The kind of work, such as `coding` or `analysis`: a hint to the model, also for summaries. */
  profile: z.string().exactOptional(),
  /** The token limit for the summary of finished work. */
  tokenBudget: z.int().min(0).exactOptional(),
  /** The character limit for errors. */
  errorCharLimit: z.int().min(40).exactOptional(),
  policy: TaskPolicy.exactOptional(),
});
export type PlannerConfig = Readonly<z.infer<typeof PlannerConfig>>;

/** The setup of task plans. It contains no secrets, and is small enough for a link. */
export const TasksConfig = z.strictObject({
  /** What turns a text into tasks. */
  planWith: z
    .enum(['auto', 'parser', 'model'])
    .default('auto')
    .meta({
      title: 'Planning',
      labels: {
        auto: 'By the language model, if there is one',
        parser: 'By rules, the same every time',
        model: 'By the language model',
      },
      description:
        'Rules need no model. A plan by a model is checked against your text; if it fails the check, the rules plan.',
    }),
  /** The model that plans and carries out tasks; empty for the host's default. */
  model: textUpTo(200).meta({
    title: 'Model',
    description:
      'Such as offline or anthropic/claude-sonnet-5-5; empty for the default. Keys come from the environment.',
    model: true,
  }),
  parallel: z.int().min(1).max(100).default(1).meta({
    title: 'Tasks at once',
    description: 'How many tasks may run at the same time.',
  }),
  review: z.boolean().default(false).meta({
    title: 'Review first',
    description: 'Nothing starts until you have reviewed the tasks.',
  }),
  /** The number of attempts after temporary failures. */
  attempts: z.int().min(1).max(20).default(1).meta({
    title: 'Attempts',
    description: 'How often a task is tried after a temporary failure, such as a timeout.',
  }),
  onFailure: z
    .enum(['continue', 'abort'])
    .default('continue')
    .meta({ title: 'After a failure', labels: { continue: 'Continue with the rest', abort: 'Stop' } }),
  profile: textUpTo(100).meta({
    title: 'Kind of work',
    placeholder: 'coding, analysis …',
    description: 'A hint for the model that carries tasks out.',
  }),
  systemPrompt: textUpTo(4000).meta({
    title: 'Instructions',
    description: 'Instructions for the model before every task.',
    multiline: true,
  }),
  tokenBudget: z.int().min(0).max(1_000_000).default(DEFAULT_TOKEN_BUDGET).meta({
    title: 'Token budget',
    description: 'How much of the finished work the next task sees.',
  }),
  errorCharLimit: z.int().min(40).max(10_000).default(DEFAULT_ERROR_CHAR_LIMIT).meta({
    title: 'Length of errors',
    description: 'How many characters of an error message are kept.',
  }),
});
export type TasksConfig = Readonly<z.output<typeof TasksConfig>>;
/** The fields of a config that differ from the defaults. */
export type TasksSeed = Readonly<z.input<typeof TasksConfig>>;

/** The default setup. */
export const DEFAULT_TASKS_CONFIG: TasksConfig = TasksConfig.parse({});

/** The fields of a config that differ from the defaults, small enough for a link. */
export function dehydrate(config: TasksConfig): TasksSeed {
  return seedOf(config, DEFAULT_TASKS_CONFIG);
}

/** The config of a seed. */
export function hydrate(seed: TasksSeed): FullConfig<TasksConfig> {
  return { config: configFromSeed(TasksConfig, seed, 'Task planner'), ready: true };
}

/** A one-line summary of a config. */
export function summarizeApplied({ planWith, parallel, attempts, onFailure, review }: TasksConfig): string {
  return [
    ...(planWith === 'auto' ? [] : [planWith === 'model' ? 'planned by the model' : 'planned by rules']),
    parallel === 1 ? 'one task after the other' : `up to ${parallel} tasks at once`,
    ...(review ? ['reviewed first'] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(onFailure === 'abort' ? ['stops at the first failure'] : []),
  ].join(', ');
}

/** The policy of a config. */
export function policyOf({ parallel, attempts, onFailure, review }: Partial<TasksConfig>): TaskPolicy {
  return {
    ...(review && { review }),
    ...(parallel !== undefined && parallel > 1 && { parallel }),
    ...(onFailure === 'abort' && { onFailure }),
    ...(attempts !== undefined && attempts > 1 && { retry: retryOf(attempts) }),
  };
}

/** The retry policy for temporary failures. */
export function retryOf(attempts: number): NonNullable<TaskPolicy['retry']> {
  return { maxAttempts: attempts, baseDelayMs: 1000, maxDelayMs: 60_000, retryOn: PASSING_FAILURES };
}

/** The classes of failure that another attempt may fix. */
const PASSING_FAILURES = ['crash', 'rate-limited', 'timeout', 'unavailable'];

import { z } from 'zod';
import { configForm } from '../../harness/module/config-form.ts';
import { configFromSeed, seedOf } from '../../harness/setup/config-seed.ts';
import {
  type ConfigStore,
  configIn,
  type FullConfig,
  type InitialConfig,
} from '../../harness/setup/config-store.ts';
import { createFormStore, type FormDefinition } from '../../harness/setup/form-store.ts';
import { TaskPolicy } from './facts.ts';

/** How many tokens the summary of finished work may take when nobody says otherwise. */
export const DEFAULT_TOKEN_BUDGET = 4000;
/** How many characters of an error are kept when nobody says otherwise. */
export const DEFAULT_ERROR_CHAR_LIMIT = 500;

function textUpTo(longest: number) {
  return z.string().max(longest, `At most ${longest} characters.`).default('');
}

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
  /** The model that plans and carries out; the host's usual one when empty. */
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
  /** How often a task is tried when it fails in passing. */
  attempts: z.int().min(1).max(20).default(1).meta({
    title: 'Attempts',
    description: 'How often a task is tried after a temporary failure, such as a timeout.',
  }),
  onFailure: z
    .enum(['continue', 'abort'])
    .default('continue')
    .meta({ title: 'After a failure', labels: { continue: 'Go on with the rest', abort: 'Stop' } }),
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
/** What of a config differs from the defaults. */
export type TasksSeed = Readonly<z.input<typeof TasksConfig>>;

/** The setup that nobody has changed. */
export const DEFAULT_TASKS_CONFIG: TasksConfig = TasksConfig.parse({});

/** The state behind the setup form of the task planner. */
export function createTasksConfigStore({
  initial,
}: {
  readonly initial?: InitialConfig<TasksConfig>;
} = {}): ConfigStore<TasksConfig> {
  return createFormStore<TasksConfig>(
    // Parsed by the schema of its type.
    configForm({ config: TasksConfig, summary: summarizeApplied }) as FormDefinition<TasksConfig>,
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
export function summarizeApplied({ planWith, parallel, attempts, onFailure, review }: TasksConfig): string {
  return [
    ...(planWith === 'auto' ? [] : [planWith === 'model' ? 'planned by the model' : 'planned by rules']),
    parallel === 1 ? 'one task after the other' : `up to ${parallel} tasks at once`,
    ...(review ? ['reviewed first'] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(onFailure === 'abort' ? ['stops at the first failure'] : []),
  ].join(', ');
}

/** The policy that a config stands for. */
export function policyOf({ parallel, attempts, onFailure, review }: Partial<TasksConfig>): TaskPolicy {
  return {
    ...(review && { review }),
    ...(parallel !== undefined && parallel > 1 && { parallel }),
    ...(onFailure === 'abort' && { onFailure }),
    ...(attempts !== undefined && attempts > 1 && { retry: retryOf(attempts) }),
  };
}

/** How a task is tried again that fails in passing. */
export function retryOf(attempts: number): NonNullable<TaskPolicy['retry']> {
  return { maxAttempts: attempts, baseDelayMs: 1000, maxDelayMs: 60_000, retryOn: PASSING_FAILURES };
}

/** The classes of failure that another attempt may mend. */
const PASSING_FAILURES = ['crash', 'rate-limited', 'timeout', 'unavailable'];

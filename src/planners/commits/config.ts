import { z } from 'zod';
import { configFromSeed, seedOf } from '../../harness/config-seed.ts';
import {
  type ConfigStore,
  configIn,
  type FullConfig,
  type InitialConfig,
} from '../../harness/config-store.ts';
import type { FormField, FormValues, FormView } from '../../harness/form-field.ts';
import { createFormStore } from '../../harness/form-store.ts';
import type { Llm } from '../../model/llm.ts';
import { VALIDATION_MODES } from './validation-mode.ts';

const Lines = z.array(z.string().trim().min(1).max(2000)).max(100).readonly();

/**
 * What a person sets up for plans from commits. Which programs backends run is up to the host and its environment: a
 * config may come out of a link.
 */
export const CommitsConfig = z.strictObject({
  /** Where the repository is on the machine that plans. */
  repository: z.string().trim().min(1).max(4096).default('.'),
  base: z.string().trim().min(1).max(256).default('HEAD'),
  inspirations: Lines.default([]),
  constraints: Lines.default([]),
  acceptanceCriteria: Lines.default([]),
  iterationHint: z.string().trim().max(4000).default(''),
  coldStart: z.boolean().default(false),
  backend: z.enum(['codex', 'claude', 'gemini', 'opencode', 'model', 'command']).default('codex'),
  mode: z.enum(VALIDATION_MODES).default('lenient'),
});
/** See the schema {@link CommitsConfig}. */
export type CommitsConfig = Readonly<z.output<typeof CommitsConfig>>;
/** What of a config differs from the defaults. */
export type CommitsSeed = Readonly<z.input<typeof CommitsConfig>>;

/** The config of a journal that nobody set up. */
export const DEFAULT_COMMITS_CONFIG: CommitsConfig = CommitsConfig.parse({});

const FIELDS: readonly FormField[] = [
  {
    key: 'repository',
    type: 'text',
    label: 'Repository',
    required: true,
    initial: DEFAULT_COMMITS_CONFIG.repository,
    help: 'A directory inside a git work tree, on the machine that plans. Nothing in it is changed.',
    check: (value) => fits('repository', value),
  },
  {
    key: 'base',
    type: 'text',
    label: 'Base commit',
    required: true,
    initial: DEFAULT_COMMITS_CONFIG.base,
    help: 'The commit, branch or tag that the plan starts from.',
    check: (value) => fits('base', value),
  },
  {
    key: 'inspirations',
    type: 'textarea',
    label: 'Inspirations',
    placeholder: 'One commit, branch or tag a line',
    help: 'Other commits whose ideas the plan may take up.',
    check: (value) => fits('inspirations', linesIn(value)),
  },
  {
    key: 'constraints',
    type: 'textarea',
    label: 'Constraints',
    placeholder: 'One a line',
    help: 'What must stay true.',
    check: (value) => fits('constraints', linesIn(value)),
  },
  {
    key: 'acceptanceCriteria',
    type: 'textarea',
    label: 'Acceptance criteria',
    placeholder: 'One a line',
    help: 'How to see that the goal is reached.',
    check: (value) => fits('acceptanceCriteria', linesIn(value)),
  },
  {
    key: 'iterationHint',
    type: 'textarea',
    label: 'Hint for this iteration',
    check: (value) => fits('iterationHint', value),
  },
  {
    key: 'coldStart',
    type: 'checkbox',
    label: 'Cold start',
    initial: false,
    help: 'There is nothing to improve on yet: plan a first variant.',
  },
  {
    key: 'backend',
    type: 'select',
    label: 'Backend',
    initial: DEFAULT_COMMITS_CONFIG.backend,
    options: [
      { value: 'codex', label: 'Codex CLI' },
      { value: 'claude', label: 'Claude Code' },
      { value: 'gemini', label: 'Gemini CLI' },
      { value: 'opencode', label: 'OpenCode' },
      { value: 'model', label: 'A language model, without a coding agent' },
      { value: 'command', label: 'The program that WORKER_PLANNING_COMMAND names' },
    ],
  },
  {
    key: 'mode',
    type: 'select',
    label: 'Validation',
    initial: DEFAULT_COMMITS_CONFIG.mode,
    options: [
      { value: 'lenient', label: 'Lenient: keep what is valid' },
      { value: 'strict', label: 'Strict: all or nothing' },
      { value: 'none', label: 'None: take the answer as it comes' },
    ],
  },
];

const LISTS = ['inspirations', 'constraints', 'acceptanceCriteria'] as const;

/** The setup card of the commit planner. */
export function createCommitsConfigStore({
  initial,
}: {
  readonly llm?: Llm;
  readonly initial?: InitialConfig<CommitsConfig>;
} = {}): ConfigStore<CommitsConfig> {
  return createFormStore<CommitsConfig>(
    { fields: FIELDS, toConfig: (form) => CommitsConfig.parse(given(form)), summary },
    initial ? { values: inFields(configIn(initial)) } : {},
  );
}

/** As the card shows it: an entry a line. */
function inFields(config: Partial<CommitsConfig>): FormValues {
  const lists = LISTS.flatMap((key) => {
    const lines = config[key]?.join('\n');
    return lines === undefined ? [] : [[key, lines]];
  });
  return { ...config, ...Object.fromEntries(lists) };
}

/** What of a config fits into a link: all of it that differs from the defaults. */
export function dehydrate(config: CommitsConfig): CommitsSeed {
  return seedOf(config, DEFAULT_COMMITS_CONFIG);
}

/** The config that a seed stands for. */
export function hydrate(seed: CommitsSeed): FullConfig<CommitsConfig> {
  return { config: configFromSeed(CommitsConfig, seed, 'Commit planner'), ready: true };
}

/** One line about an applied config. */
export function summarizeApplied({ repository, base, backend, mode, inspirations }: CommitsConfig): string {
  const { length } = inspirations;
  const others = length === 0 ? '' : `, ${length} ${length === 1 ? 'inspiration' : 'inspirations'}`;
  return `Plans for ${repository} at ${base}${others}, by ${backend} (${mode})`;
}

/** What the fields hold, as a config has it. */
function given({ values }: FormView): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    LISTS.some((list) => list === key) ? linesIn(value) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function summary(form: FormView): string | undefined {
  const { data } = CommitsConfig.safeParse(given(form));
  return data && summarizeApplied(data);
}

function linesIn(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  return value.split('\n').flatMap((line) => line.trim() || []);
}

function fits(key: keyof CommitsConfig, value: unknown): string | undefined {
  const parsed = CommitsConfig.shape[key].safeParse(value);
  return parsed.success ? undefined : `${parsed.error.issues[0]?.message}.`;
}

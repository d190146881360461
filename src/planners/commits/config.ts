import { z } from 'zod';
import { CODING_AGENT_TITLES, CODING_AGENTS } from '../../machine/agents/agent-names.ts';
import { evaluationJson, readEvaluations } from './history/evaluation-shape.ts';
import { VALIDATION_MODES } from './plan/validation-mode.ts';

const Lines = z.array(z.string().trim().min(1).max(2000)).max(100).readonly();

/**
 * The setup for plans from commits. It may come from a link, so the host and its environment decide which programs
 * backends run.
 */
export const CommitsConfig = z.strictObject({
  repository: z.string().trim().min(1).max(4096).default('.').meta({
    title: 'Repository',
    description: 'A directory inside a git work tree, on the machine that plans. Nothing in it is changed.',
  }),
  base: z.string().trim().min(1).max(256).default('HEAD').meta({
    title: 'Base commit',
    description: 'The commit, branch or tag that the plan starts from.',
  }),
  root: z.string().trim().max(256).default('').meta({
    title: 'Experiment root',
    description: 'The first commit of the experiment. Default: the first one of the history.',
  }),
  inspirations: Lines.default([]).meta({
    title: 'Inspirations',
    description: 'Other commits whose ideas the plan may use.',
    placeholder: 'One commit, branch or tag per line',
  }),
  constraints: Lines.default([]).meta({
    title: 'Constraints',
    description: 'What must stay true.',
    placeholder: 'One per line',
  }),
  acceptanceCriteria: Lines.default([]).meta({
    title: 'Acceptance criteria',
    description: 'How to check that the goal is reached.',
    placeholder: 'One per line',
  }),
  iterationHint: z
    .string()
    .trim()
    .max(4000)
    .default('')
    .meta({ title: 'Hint for this iteration', multiline: true }),
  metrics: z
    .string()
    .trim()
    .max(200_000)
    .default('')
    .refine(isMetrics, 'must be JSON such as {"<commit>": {"metrics": {"ms": 12}, "cellIndex": 3}}')
    .meta({
      title: 'Metrics',
      description:
        'Evaluations by commit, as JSON: metrics, summary, highlights, cellIndex, objective, measures. Without it the git notes "metrics".',
      multiline: true,
    }),
  coldStart: z.boolean().default(false).meta({
    title: 'Cold start',
    description: 'There is nothing to improve yet: plan a first variant.',
  }),
  backend: z
    .enum(['auto', ...CODING_AGENTS, 'model', 'command'])
    .default('auto')
    .meta({
      title: 'Backend',
      labels: {
        auto: 'The first that is installed',
        ...CODING_AGENT_TITLES,
        model: 'A language model, without a coding agent',
        command: 'The program that WORKER_PLANNING_COMMAND names',
      },
    }),
  mode: z
    .enum(VALIDATION_MODES)
    .default('lenient')
    .meta({
      title: 'Validation',
      labels: {
        lenient: 'Lenient: keep what is valid',
        strict: 'Strict: all or nothing',
        none: 'None: use the answer unchecked',
      },
    }),
});
/** See the schema {@link CommitsConfig}. */
export type CommitsConfig = Readonly<z.output<typeof CommitsConfig>>;

function isMetrics(text: string): boolean {
  if (text === '') return true;
  try {
    readEvaluations(evaluationJson(text, 'the setup'), 'the setup');
    return true;
  } catch {
    return false;
  }
}

/** The default config. */
export const DEFAULT_COMMITS_CONFIG: CommitsConfig = CommitsConfig.parse({});

/** A one-line summary of a config. */
export function configSummary({ repository, base, backend, mode, inspirations }: CommitsConfig): string {
  const { length } = inspirations;
  const others = length === 0 ? '' : `, ${length} ${length === 1 ? 'inspiration' : 'inspirations'}`;
  return `Plans for ${repository} at ${base}${others}, by ${backend} (${mode})`;
}

import { z } from 'zod';
import { refuse } from '../../../harness/module/refusal.ts';
import { COMMAND_FORMS, commandWords } from '../../../machine/split-command.ts';
import { CommitsConfig } from '../config.ts';
import type { CommitsEventOf } from '../facts.ts';
import { EvolutionSetup, MeasureRange, MetricPattern } from './evolution-facts.ts';
import { pathInRepository } from './measure/protected-paths.ts';

const Line = z.string().trim().min(1).max(2000);
const Lines = z.array(Line).max(50).readonly();
const Whole = (most: number) => z.int().min(1).max(most);

/** The input for starting an evolution. Repository, base and backend are those of the setup. */
export const EvolveInput = z.strictObject({
  goal: z.string().trim().min(1).max(4000).meta({ title: 'Goal', multiline: true }),
  evaluators: z.array(Line).min(1).max(10).readonly().meta({
    title: 'Evaluators',
    description:
      'Command lines that measure a checkout and print metrics as JSON. They run only if the host allows them too.',
    placeholder: 'One per line, such as: node bench.mjs',
  }),
  metric: z.string().trim().min(1).max(200).default('objective').meta({
    title: 'Objective',
    description: 'The metric to improve.',
  }),
  direction: z
    .enum(['lower', 'higher'])
    .default('lower')
    .meta({ title: 'Better is', labels: { lower: 'Lower', higher: 'Higher' } }),
  rounds: Whole(1000).default(3).meta({ title: 'Rounds' }),
  candidates: Whole(100).default(4).meta({ title: 'Candidates a round' }),
  patterns: Lines.default([]).meta({
    advanced: true,
    title: 'Metrics by pattern',
    description: 'name=regular expression, whose first group is the value in the output of the evaluator.',
  }),
  measures: Lines.default([]).meta({
    advanced: true,
    title: 'Measures',
    description: 'Metrics that divide the archive into cells: name=from..to/cells.',
    placeholder: 'lines=0..200/10',
  }),
  protect: Lines.default([]).meta({
    advanced: true,
    title: 'Protected paths',
    description:
      'Files, folders and patterns such as bench/** that no candidate may change. Files that an evaluator uses are protected anyway.',
  }),
  parallel: Whole(32).default(2).meta({ advanced: true, title: 'At once' }),
  inspirations: z.int().min(0).max(8).default(2).meta({ advanced: true, title: 'Inspirations a plan' }),
  seed: z.int().min(0).default(1).meta({ advanced: true, title: 'Seed' }),
  target: z.number().exactOptional().meta({
    advanced: true,
    title: 'Target',
    description: 'Stops as soon as the objective is at least this good.',
  }),
  patience: Whole(1000).exactOptional().meta({
    advanced: true,
    title: 'Patience',
    description: 'Stops after this many rounds without a new best.',
  }),
  timeLimitSeconds: z
    .number()
    .positive()
    .max(86_400)
    .default(300)
    .meta({ advanced: true, title: 'Seconds an evaluator may take' }),
  memoryLimitMb: z
    .int()
    .min(16)
    .exactOptional()
    .meta({ advanced: true, title: 'MB of memory an evaluator may take' }),
  repeat: Whole(100).default(1).meta({
    advanced: true,
    title: 'Measurements a candidate',
    description:
      'Each candidate and its parent are measured this often, in turn, and their medians are compared. A gain within the noise does not count.',
  }),
  warmUps: z.int().min(0).max(20).default(0).meta({
    advanced: true,
    title: 'Warm-up runs',
    description: 'Runs before the first measurement, which do not count.',
  }),
  maxSeconds: z
    .number()
    .min(0.001)
    .exactOptional()
    .meta({ advanced: true, title: 'Budget in seconds of work' }),
  maxTokens: Whole(Number.MAX_SAFE_INTEGER)
    .exactOptional()
    .meta({ advanced: true, title: 'Budget in tokens' }),
  maxCost: z.number().min(0.001).exactOptional().meta({ advanced: true, title: 'Budget in US dollars' }),
});
/** See the schema {@link EvolveInput}. */
export type EvolveInput = Readonly<z.output<typeof EvolveInput>>;

/** The same input with the host's evaluators as defaults. */
export function evolveInputFor(evaluators: readonly string[] = []): z.ZodType<EvolveInput> {
  const usual = EvolveInput.shape.evaluators.safeParse(evaluators).data;
  if (usual === undefined) return EvolveInput;
  const { evaluators: field } = EvolveInput.shape;
  return EvolveInput.extend({ evaluators: field.default(usual).meta(field.meta() ?? {}) });
}

/** The input for resuming an evolution, possibly with higher limits. */
export const ContinueInput = z.strictObject({
  rounds: Whole(1000).exactOptional().meta({ title: 'Rounds in all' }),
  backend: CommitsConfig.shape.backend.unwrap().exactOptional().meta({ title: 'Backend' }),
  target: z.number().exactOptional().meta({
    title: 'Target',
  }),
  patience: Whole(1000).exactOptional().meta({
    title: 'Patience',
  }),
  maxSeconds: z.number().min(0.001).exactOptional().meta({ title: 'Budget in seconds of work' }),
  maxTokens: Whole(Number.MAX_SAFE_INTEGER).exactOptional().meta({ title: 'Budget in tokens' }),
  maxCost: z.number().min(0.001).exactOptional().meta({ title: 'Budget in US dollars' }),
});
/** See the schema {@link ContinueInput}. */
export type ContinueInput = Readonly<z.output<typeof ContinueInput>>;

/** The fact that starts an evolution. Throws a refusal that names invalid fields. */
export function evolutionStarted(
  input: EvolveInput,
  config: CommitsConfig,
  { evolutionId, by }: { readonly evolutionId: string; readonly by: string },
): CommitsEventOf<'evolution_started'> {
  const { goal, evaluators, metric, direction, seed, rounds, candidates, parallel, inspirations } = input;
  const { timeLimitSeconds, memoryLimitMb, repeat, warmUps, target, patience } = input;
  const { repository, base, constraints, acceptanceCriteria, backend, mode } = config;
  const words = evaluators.flatMap((each) => argumentsOf(evaluatorWords(each)));
  const setup: EvolutionSetup = {
    goal,
    repository,
    base,
    constraints,
    acceptanceCriteria,
    backend,
    mode,
    evaluators,
    patterns: input.patterns.map(patternIn),
    timeLimitSeconds,
    ...(memoryLimitMb !== undefined && { memoryLimitMb }),
    ...(repeat > 1 && { repeat }),
    ...(warmUps > 0 && { warmUps }),
    objective: { metric, direction },
    measures: input.measures.map(measureIn),
    // A candidate that changes the measuring code would measure itself.
    protect: [
      ...new Set([
        ...input.protect.map((path) => protectedPath(path, repository)),
        ...words.filter(isPath).flatMap((path) => pathInRepository(path, repository) || []),
      ]),
    ],
    rounds,
    candidates,
    parallel,
    inspirations,
    seed,
    ...(target !== undefined && { target }),
    ...(patience !== undefined && { patience }),
    budget: budgetOf(input),
  };
  const checked = EvolutionSetup.safeParse(setup);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw refuse(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  return { type: 'evolution_started', evolutionId, by, ...setup };
}

/** The budget from the input. */
export function budgetOf({
  maxSeconds,
  maxTokens,
  maxCost,
}: Pick<ContinueInput, 'maxSeconds' | 'maxTokens' | 'maxCost'>): EvolutionSetup['budget'] {
  return {
    ...(maxSeconds !== undefined && { seconds: maxSeconds }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxCost !== undefined && { cost: maxCost }),
  };
}

function evaluatorWords(text: string): readonly string[] {
  const words = commandWords(text);
  if (words !== undefined && words[0] !== undefined && words[0] !== '') return words;
  throw refuse(`The evaluator ${JSON.stringify(text)} cannot be read. Write it as ${COMMAND_FORMS}.`);
}

function patternIn(text: string): MetricPattern {
  const [, name = '', pattern = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const read = MetricPattern.safeParse({ name: name.trim(), pattern });
  if (read.success && isPattern(pattern)) return read.data;
  throw refuse(`The pattern ${JSON.stringify(text)} cannot be read. Write it as ms=took ([0-9.]+) ms.`);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'm');
    return true;
  } catch {
    return false;
  }
}

function measureIn(text: string): MeasureRange {
  const [, metric = '', from, to, cells] = /^([^=]+)=(-?[\d.]+)\.\.(-?[\d.]+)\/(\d+)$/.exec(text) ?? [];
  const read = MeasureRange.safeParse({
    metric: metric.trim(),
    from: Number(from),
    to: Number(to),
    cells: Number(cells),
  });
  if (read.success && read.data.from < read.data.to) return read.data;
  throw refuse(`The measure ${JSON.stringify(text)} cannot be read. Write it as lines=0..200/10.`);
}

/** The arguments of a program; a shell gets its script as one argument. */
function argumentsOf([program = '', ...words]: readonly string[]): readonly string[] {
  return /(?:^|\/)(?:ba|da|z)?sh$/.test(program) ? words.flatMap((word) => word.split(/[\s;&|]+/)) : words;
}

/** Whether a word may be the path of a file in the checkout, and not an option. The checkout decides which ones are. */
function isPath(word: string): boolean {
  return /^(?!-)[\p{L}\p{M}\p{N}_ ./@+-]+\.[A-Za-z0-9]+$/u.test(word);
}

/** A path that no candidate may change, in git's notation. */
function protectedPath(path: string, repository: string): string {
  const plain = pathInRepository(path, repository);
  if (plain === undefined)
    throw refuse(
      `The protected path ${JSON.stringify(path)} is not in the repository. Name one from its root.`,
    );
  if (plain === '' || /^\*+(?:\/\*+)*$/.test(plain))
    throw refuse(
      `The protected path ${JSON.stringify(path)} is the whole repository, so no candidate could change anything. Name the measuring files.`,
    );
  return plain;
}

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { runProgram } from '../../machine/agents/agent-program.ts';
import { readObjects } from '../../machine/agents/output-reading.ts';
import { bounded } from '../../machine/bounded-text.ts';
import { askGit } from '../../machine/git/git.ts';
import type { Environment } from '../../machine/program-environment.ts';
import { PlanningError } from './error.ts';
import type { CommitMetricFields, Evidence } from './planning-request.ts';

/** What an evaluation says about a commit. */
export interface Evaluation {
  readonly metrics: readonly CommitMetricFields[];
  readonly summary?: string | undefined;
  readonly highlights: readonly string[];
}

const Metric = z
  .object({
    name: z.string().min(1),
    value: z.number(),
    unit: z.string().nullish(),
    higherIsBetter: z.boolean().nullish(),
    higher_is_better: z.boolean().nullish(),
    summary: z.string().nullish(),
  })
  .transform(({ higher_is_better, higherIsBetter, ...metric }) => ({
    ...metric,
    higherIsBetter: higherIsBetter ?? higher_is_better,
  }));

/** A list of metrics, or numbers by name. */
const Metrics = z.union([
  z.array(Metric),
  z
    .record(z.string(), z.number())
    .transform((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
]);

const EvaluationShape = z.union([
  z.object({
    metrics: Metrics,
    summary: z.string().optional(),
    highlights: z.array(z.string()).default([]),
  }),
  Metrics.transform((metrics) => ({ metrics, highlights: [] })),
]);

const ByCommit = z.record(z.string(), EvaluationShape);

/** Reads an evaluation: `{ metrics, summary?, highlights? }`, a list of metrics, or numbers by name. */
export function readEvaluation(json: unknown, source: string): Evaluation {
  const parsed = EvaluationShape.safeParse(json);
  if (parsed.success) return parsed.data;
  throw unreadable(source, 'something else');
}

/** Evaluations by commit, from a JSON file: `{ "<hash>": evaluation, … }`. A hash may be short. */
export async function evaluationsFromFile(
  path: string,
): Promise<(commitHash: string) => Evaluation | undefined> {
  const evaluations = new Map(Object.entries(parsedFile(path, await textOf(path))));
  return (commitHash) => {
    const exact = evaluations.get(commitHash);
    if (exact !== undefined) return exact;
    const [hash] = [...evaluations.keys()].filter(
      (known) => known.length >= 7 && commitHash.startsWith(known),
    );
    return hash === undefined ? undefined : evaluations.get(hash);
  };
}

/** The evaluation in the git note of a commit, if it has one. */
export async function evaluationFromNotes(
  directory: string,
  commitHash: string,
  ref = 'metrics',
): Promise<Evaluation | undefined> {
  const answer = await askGit(directory, ['notes', `--ref=${ref}`, 'show', commitHash]);
  if (!answer.ok) return undefined;
  const source = `the git note ${ref} of ${commitHash}`;
  return readEvaluation(jsonOf(answer.text, source), source);
}

/** How an evaluator is run. */
export interface EvaluatorOptions {
  readonly command: readonly string[];
  /** A checkout of the commit. */
  readonly workingDir: string;
  readonly commitHash: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/**
 * Runs an evaluator on a checkout: the commit's hash on stdin and in `COMMIT_HASH`, the last JSON object on stdout is the
 * evaluation. All that it wrote is evidence.
 */
export async function evaluationFromCommand({
  command: [file = '', ...args],
  workingDir,
  commitHash,
  env,
  signal,
}: EvaluatorOptions): Promise<{ readonly evaluation: Evaluation | undefined; readonly evidence: Evidence }> {
  const { stdout, stderr } = await runProgram({
    file,
    args,
    input: `${commitHash}\n`,
    cwd: workingDir,
    env: { ...env, COMMIT_HASH: commitHash },
    signal,
    install: 'Name a program that evaluates the checkout it is started in.',
  });
  const objects = await readObjects(stdout);
  const evaluations = objects.flatMap((object) => EvaluationShape.safeParse(object).data ?? []);
  const text = bounded([stdout, stderr].join('\n').trim(), 20_000);
  return { evaluation: evaluations.at(-1), evidence: { source: [file, ...args].join(' '), text } };
}

function parsedFile(path: string, text: string): Readonly<Record<string, Evaluation>> {
  const parsed = ByCommit.safeParse(jsonOf(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unreadable(path, `another shape at ${issue?.path.join('.') || 'the top'}`);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function jsonOf(text: string, source: string): unknown {
  try {
    // A byte order mark is white space here, but not to JSON.
    return JSON.parse(text.trim());
  } catch (cause) {
    throw unreadable(source, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unreadable(source: string, actual: string, cause?: unknown): PlanningError {
  return new PlanningError('metrics-unreadable', {
    expected: `metrics in ${source}, such as {"<commit>": {"metrics": [{"name": "speed", "value": 1.5, "higherIsBetter": true}]}}`,
    actual,
    fix: 'Correct it, or leave the metrics out.',
    cause,
  });
}

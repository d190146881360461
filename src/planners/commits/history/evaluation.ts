import { readFile } from 'node:fs/promises';
import { runProgram } from '../../../machine/agents/agent-program.ts';
import { bounded } from '../../../machine/bounded-text.ts';
import { askGit } from '../../../machine/git/git.ts';
import type { Environment } from '../../../machine/program-environment.ts';
import type { Evidence } from '../agent/planning-request.ts';
import { PlanningError } from '../error.ts';
import {
  type Evaluation,
  evaluationIn,
  evaluationJson,
  readEvaluation,
  readEvaluations,
  unreadable,
} from './evaluation-shape.ts';
import { evaluationInOutput } from './evaluator-output.ts';

/** Evaluations by commit, from a JSON file: `{ "<hash>": evaluation, … }`. A hash may be abbreviated. */
export async function evaluationsFromFile(
  path: string,
): Promise<(commitHash: string) => Evaluation | undefined> {
  return evaluationIn(readEvaluations(evaluationJson(await textOf(path), path), path));
}

/** The evaluation in a commit's git note, if there is one. */
export async function evaluationFromNotes(
  directory: string,
  commitHash: string,
  ref = 'metrics',
): Promise<Evaluation | undefined> {
  const answer = await askGit(directory, ['notes', `--ref=${ref}`, 'show', commitHash]);
  if (!answer.ok) return undefined;
  const source = `the git note ${ref} of ${commitHash}`;
  return readEvaluation(evaluationJson(answer.text, source), source);
}

/** Options for running an evaluator. */
export interface EvaluatorOptions {
  readonly command: readonly string[];
  /** A checkout of the commit. */
  readonly workingDir: string;
  readonly commitHash: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/**
 * Runs an evaluator in a checkout, with the commit's hash on stdin and in `COMMIT_HASH`. The last JSON object on stdout
 * that is not a log line is the evaluation. The whole output is evidence.
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
  const text = bounded([stdout, stderr].join('\n').trim(), 20_000);
  return { evaluation: await readable(stdout), evidence: { source: [file, ...args].join(' '), text } };
}

/** Output without valid metrics is still evidence. */
async function readable(stdout: string): Promise<Evaluation | undefined> {
  try {
    return await evaluationInOutput(stdout);
  } catch (error) {
    if (error instanceof PlanningError) return undefined;
    throw error;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

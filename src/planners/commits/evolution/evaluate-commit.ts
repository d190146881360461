import { runProgram } from '../../../machine/agents/agent-program.ts';
import { AgentError } from '../../../machine/agents/error.ts';
import { readObjects } from '../../../machine/agents/output-reading.ts';
import { removePrivateFiles } from '../../../machine/agents/private-files.ts';
import { commandWords, programAt } from '../../../machine/command-words.ts';
import { settingsAsVariables } from '../../../machine/git/git-programs.ts';
import { inDetachedWorktree } from '../../../machine/git/worktree.ts';
import type { Environment } from '../../../machine/program-environment.ts';
import { PlanningError } from '../error.ts';
import { readEvaluation } from '../evaluation-shape.ts';
import type { MeasuredMetric, MetricPattern } from './evolution-facts.ts';

/** How a commit is measured. */
export interface EvaluationRun {
  readonly root: string;
  readonly commit: string;
  /** Command lines, run one after the other in a checkout of the commit, without a shell. */
  readonly evaluators: readonly string[];
  readonly patterns: readonly MetricPattern[];
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb?: number | undefined;
  /** The whole environment of an evaluator. */
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** What evaluators found, or why they found nothing. */
export interface EvaluationResult {
  readonly status: 'measured' | 'failed';
  readonly metrics: readonly MeasuredMetric[];
  readonly summary?: string | undefined;
  readonly reason?: string | undefined;
  readonly output: string;
}

/** The end of the output, which tells most. */
const MOST_OUTPUT = 8000;
/** A pattern is looked for in this much, so that a careless one takes no time without end. */
const MOST_SEARCHED = 200_000;

/** Measures a commit in a checkout that is thrown away. Of metrics with one name the last counts. */
export async function evaluateCommit(run: EvaluationRun): Promise<EvaluationResult> {
  return await inDetachedWorktree(run.root, run.commit, async ({ directory, settings }) => {
    await removePrivateFiles(directory);
    const gitEnv = settingsAsVariables(settings, run.env);
    const metrics = new Map<string, MeasuredMetric>();
    const written: string[] = [];
    let summary: string | undefined;
    for (const evaluator of run.evaluators) {
      run.signal.throwIfAborted();
      const ending = await ranIn(directory, evaluator, { ...run, env: { ...run.env, ...gitEnv } });
      written.push(ending.output);
      const output = endOf(written.join('\n'));
      if (ending.reason !== undefined)
        return { status: 'failed', metrics: [], reason: ending.reason, output };
      const found = await metricsIn(ending, run.patterns);
      if (typeof found === 'string') return { status: 'failed', metrics: [], reason: found, output };
      for (const metric of found.metrics) metrics.set(metric.name, metric);
      summary = found.summary ?? summary;
    }
    const output = endOf(written.join('\n'));
    if (metrics.size > 0) return { status: 'measured', metrics: [...metrics.values()], summary, output };
    return { status: 'failed', metrics: [], reason: 'The evaluator printed no metrics.', output };
  });
}

interface Ending {
  readonly stdout: string;
  readonly output: string;
  readonly reason?: string;
}

async function ranIn(directory: string, evaluator: string, run: EvaluationRun): Promise<Ending> {
  const { commit, env, signal, timeLimitSeconds, memoryLimitMb } = run;
  const [file = '', ...args] = commandWords(evaluator) ?? [];
  const timeLimit = AbortSignal.timeout(timeLimitSeconds * 1000);
  try {
    const { stdout, stderr } = await runProgram({
      file: programAt(file),
      args,
      input: `${commit}\n`,
      cwd: directory,
      env: { ...env, COMMIT_HASH: commit, NO_COLOR: '1' },
      signal: AbortSignal.any([signal, timeLimit]),
      ...(memoryLimitMb !== undefined && { mostMemory: memoryLimitMb * 1024 * 1024 }),
      install: 'Name a program that evaluates the checkout it is started in.',
    });
    return { stdout, output: textOf({ stdout, stderr }) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentError)) throw error;
    const { stdout = '', stderr = '' } = error.invocation ?? {};
    const output = textOf({ stdout, stderr });
    if (timeLimit.aborted)
      return { stdout, output, reason: `The evaluator took longer than ${timeLimitSeconds} s.` };
    return { stdout, output, reason: `The evaluator failed: ${sentence(error.actual)}` };
  }
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The metrics that were printed, by pattern and as the last JSON object that holds some; a reason where that is unreadable. */
async function metricsIn(
  { stdout, output }: Ending,
  patterns: readonly MetricPattern[],
): Promise<{ readonly metrics: readonly MeasuredMetric[]; readonly summary?: string | undefined } | string> {
  const searched = output.slice(-MOST_SEARCHED);
  const matched = patterns.flatMap(({ name, pattern }) => {
    const value = Number(firstGroup(pattern, searched));
    return Number.isFinite(value) ? [{ name, value }] : [];
  });
  const last = (await readObjects(stdout)).at(-1);
  if (last === undefined) return { metrics: matched };
  try {
    const { metrics, summary, objective } = readEvaluation(last, 'the output of the evaluator');
    const named = metrics.flatMap(({ name, value, unit }) =>
      Number.isFinite(value)
        ? [{ name, value, ...(typeof unit === 'string' && unit !== '' && { unit }) }]
        : [],
    );
    const own = objective === undefined ? [] : [{ name: 'objective', value: objective }];
    return { metrics: [...own, ...named, ...matched], summary: summary || undefined };
  } catch (error) {
    if (!(error instanceof PlanningError)) throw error;
    return matched.length > 0 ? { metrics: matched } : `The metrics cannot be read: ${error.actual}`;
  }
}

/** A pattern that somebody else wrote into the journal may be none. */
function firstGroup(pattern: string, text: string): string | undefined {
  try {
    return new RegExp(pattern, 'm').exec(text)?.[1];
  } catch {
    return undefined;
  }
}

function textOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return [stdout, stderr]
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n');
}

function endOf(text: string): string {
  return text.length <= MOST_OUTPUT ? text : `…${text.slice(-MOST_OUTPUT).toWellFormed()}`;
}

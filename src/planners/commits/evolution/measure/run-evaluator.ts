import { runInNewContext } from 'node:vm';
import { runProgram } from '../../../../machine/agents/agent-program.ts';
import { AgentError } from '../../../../machine/agents/error.ts';
import type { Environment } from '../../../../machine/program-environment.ts';
import { programAt } from '../../../../machine/program-path.ts';
import { commandWords } from '../../../../machine/split-command.ts';
import { PlanningError } from '../../error.ts';
import { evaluationInOutput } from '../../history/evaluator-output.ts';
import type { MeasuredMetric, MetricPattern } from '../evolution-facts.ts';

/** Options for running evaluators. */
export interface EvaluatorSetting {
  readonly commit: string;
  readonly patterns: readonly MetricPattern[];
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb?: number | undefined;
  /** The complete environment of an evaluator. */
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** The result of one run of an evaluator, or why there is none. */
export interface EvaluatorRun {
  readonly metrics: readonly MeasuredMetric[];
  readonly summary?: string | undefined;
  readonly reason?: string | undefined;
  readonly output: string;
}

/** The limits on matching a pattern: a careless one could run forever. */
const MAX_SEARCHED = 200_000;
const MAX_SEARCH_MS = 250;

/** Runs an evaluator once in a checkout. */
export async function runEvaluator(
  directory: string,
  evaluator: string,
  setting: EvaluatorSetting,
): Promise<EvaluatorRun> {
  const ending = await ranIn(directory, evaluator, setting);
  const { output, reason } = ending;
  if (reason !== undefined) return { metrics: [], reason, output };
  const found = await metricsIn(ending, setting.patterns);
  return typeof found === 'string' ? { metrics: [], reason: found, output } : { ...found, output };
}

interface Ending {
  readonly stdout: string;
  readonly output: string;
  readonly reason?: string;
}

async function ranIn(directory: string, evaluator: string, setting: EvaluatorSetting): Promise<Ending> {
  const { commit, env, signal, timeLimitSeconds, memoryLimitMb } = setting;
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
      ownsDirectory: true,
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
    if (error.code === 'backend-missing') return { stdout, output, reason: error.summary };
    return { stdout, output, reason: `The evaluator failed. ${error.summary}` };
  }
}

/** The printed metrics, from patterns and JSON; a reason if they cannot be parsed. */
async function metricsIn(
  { stdout, output }: Ending,
  patterns: readonly MetricPattern[],
): Promise<{ readonly metrics: readonly MeasuredMetric[]; readonly summary?: string | undefined } | string> {
  const searched = output.slice(-MAX_SEARCHED);
  const matched = patterns.flatMap(({ name, pattern }) => {
    const value = Number(firstGroup(pattern, searched));
    return Number.isFinite(value) ? [{ name, value }] : [];
  });
  try {
    const found = await evaluationInOutput(stdout);
    if (found === undefined) return { metrics: matched };
    const { metrics, summary, objective } = found;
    const named = metrics.flatMap(({ name, value, unit }) =>
      Number.isFinite(value)
        ? [{ name, value, ...(typeof unit === 'string' && unit !== '' && { unit }) }]
        : [],
    );
    const own = objective === undefined ? [] : [{ name: 'objective', value: objective }];
    return { metrics: [...own, ...named, ...matched], summary: summary || undefined };
  } catch (error) {
    if (!(error instanceof PlanningError)) throw error;
    return matched.length > 0 ? { metrics: matched } : error.summary;
  }
}

/** A pattern from the journal may be invalid, or never finish. */
function firstGroup(pattern: string, text: string): string | undefined {
  try {
    const found: unknown = runInNewContext(
      "new RegExp(pattern, 'm').exec(text)?.[1]",
      { pattern, text },
      { timeout: MAX_SEARCH_MS },
    );
    return typeof found === 'string' && found !== '' ? found : undefined;
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

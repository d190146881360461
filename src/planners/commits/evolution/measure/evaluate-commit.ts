import { settingsAsVariables } from '../../../../machine/git/git-programs.ts';
import { inDetachedWorktree } from '../../../../machine/git/worktree.ts';
import { workMark } from '../../../../machine/run-mark.ts';
import type { MeasuredMetric, MeasuredRun } from '../evolution-facts.ts';
import { medianMetrics } from './median-metrics.ts';
import { type ProtectedFiles, restoring } from './protected-files.ts';
import { type EvaluatorSetting, runEvaluator } from './run-evaluator.ts';

/** Options of {@link evaluateCommit}. */
export interface EvaluationRun extends EvaluatorSetting {
  readonly root: string;
  /** Identifies the work: leftovers of an earlier attempt are stopped and removed. */
  readonly key: string;
  /** Command lines, run one after the other in a checkout of the commit, without a shell. */
  readonly evaluators: readonly string[];
  /** The number of measurements. Default: 1. */
  readonly repeat?: number | undefined;
  /** The number of runs before the first measurement. */
  readonly warmUps?: number | undefined;
  /** A commit measured alternately with it, as often, under the same conditions. */
  readonly against?: string | undefined;
  /** Files that are restored before each evaluator. */
  readonly protected?: ProtectedFiles | undefined;
}

/** The result of evaluators, or why there is none. */
export interface EvaluationResult {
  readonly status: 'measured' | 'failed';
  /** The median of each metric, with its spread if there were several measurements. */
  readonly metrics: readonly MeasuredMetric[];
  readonly summary?: string | undefined;
  readonly reason?: string | undefined;
  readonly output: string;
  /** Every counted run in order, if there were several. */
  readonly runs?: readonly MeasuredRun[] | undefined;
  /** The measurements of the other commit. Absent if it could not be measured. */
  readonly against?: { readonly commit: string; readonly metrics: readonly MeasuredMetric[] } | undefined;
}

const NO_METRICS =
  'The evaluator printed no metrics. Print them to stdout as JSON, such as {"ms": 12}, or name a pattern for each.';
/** The end of the output is the most informative. */
const MAX_OUTPUT = 8000;

/** Measures a commit in a temporary checkout. Of metrics with the same name, the last one counts. */
export async function evaluateCommit(run: EvaluationRun): Promise<EvaluationResult> {
  const { commit, against, repeat = 1 } = run;
  const { key } = run;
  return await inCheckout(run, { commit, key }, async (own) => {
    if (against === undefined || repeat === 1) return await measured(run, [own]);
    const other = { commit: against, key: `${key}-against` };
    return await inCheckout(run, other, async (parent) => await measured(run, [own, parent]));
  });
}

interface Measuring {
  readonly commit: string;
  readonly directory: string;
  readonly setting: EvaluatorSetting;
  restore(): Promise<void>;
  /** Evaluators without metrics only check or build, so they run once. */
  readonly once: Set<string>;
  readonly runs: (readonly MeasuredMetric[])[];
  readonly written: string[];
  summary?: string | undefined;
  reason?: string | undefined;
}

async function inCheckout<Value>(
  run: EvaluationRun,
  { commit, key }: { readonly commit: string; readonly key: string },
  use: (measuring: Measuring) => Promise<Value>,
): Promise<Value> {
  const mark = workMark(key);
  // A process that died here may have left a program running.
  mark.endAll();
  return await inDetachedWorktree(
    run.root,
    commit,
    async (checkout) => {
      const { directory, settings } = checkout;
      const env = { ...run.env, ...settingsAsVariables(settings, run.env), ...mark.env };
      const { patterns, timeLimitSeconds, memoryLimitMb, signal } = run;
      const setting = { commit, patterns, timeLimitSeconds, memoryLimitMb, env, signal };
      const restore = run.protected ? await restoring(run.root, run.protected, checkout) : async () => {};
      return await use({ commit, directory, setting, restore, once: new Set(), runs: [], written: [] });
    },
    { key },
  );
}

/** Measures commits alternately, reversing the order each time, so that none is always first. */
async function measured(
  { evaluators, repeat = 1, warmUps = 0 }: EvaluationRun,
  commits: readonly [Measuring, Measuring?],
): Promise<EvaluationResult> {
  const [own, other] = commits;
  const runs: MeasuredRun[] = [];
  for (let i = 0; i < warmUps + repeat; i++) {
    for (const each of i % 2 === 0 ? [own, other] : [other, own]) {
      if (each === undefined || each.reason !== undefined) continue;
      const metrics = await measureOnce(each, evaluators);
      if (own.reason !== undefined) return failed(own, repeat);
      if (i < warmUps || each.reason !== undefined) continue;
      each.runs.push(metrics);
      runs.push({ commit: each.commit, metrics });
    }
  }
  const { summary } = own;
  const result = {
    status: 'measured',
    metrics: medianMetrics(own.runs),
    summary,
    output: outputOf(own),
  } as const;
  if (repeat === 1) return result;
  if (other === undefined || other.reason !== undefined) return { ...result, runs };
  return { ...result, runs, against: { commit: other.commit, metrics: medianMetrics(other.runs) } };
}

function failed(measuring: Measuring, repeat: number): EvaluationResult {
  const { reason, runs } = measuring;
  const place = runs.length === 0 ? '' : ` That was run ${runs.length + 1} of ${repeat}.`;
  return { status: 'failed', metrics: [], reason: `${reason}${place}`, output: outputOf(measuring) };
}

async function measureOnce(
  measuring: Measuring,
  evaluators: readonly string[],
): Promise<readonly MeasuredMetric[]> {
  const { directory, setting, restore, once, written } = measuring;
  const metrics = new Map<string, MeasuredMetric>();
  for (const evaluator of evaluators) {
    if (once.has(evaluator)) continue;
    setting.signal.throwIfAborted();
    await restore();
    const found = await runEvaluator(directory, evaluator, setting);
    written.push(found.output);
    if (found.reason !== undefined) {
      measuring.reason = found.reason;
      return [];
    }
    for (const metric of found.metrics) metrics.set(metric.name, metric);
    if (found.metrics.length === 0) once.add(evaluator);
    measuring.summary = found.summary ?? measuring.summary;
  }
  if (metrics.size === 0) measuring.reason = NO_METRICS;
  return [...metrics.values()];
}

function outputOf({ written }: Measuring): string {
  const text = written.join('\n');
  return text.length <= MAX_OUTPUT ? text : `…${text.slice(-MAX_OUTPUT).toWellFormed()}`;
}

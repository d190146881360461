import { STATUS_WORDS } from '../../../harness/module/status-words.ts';
import type { BlockAction, CellValue, StepStatus, ViewBlock } from '../../../harness/module/view-block.ts';
import type { PlanCall } from '../plan/plan-commands.ts';
import type { CommitsState } from '../session-fold.ts';
import { archiveOf, bestOf, type MeasuredCommit, measuredCommit } from './archive.ts';
import {
  type Candidate,
  candidatesOf,
  isSetupFailure,
  measuredUpTo,
  setupFailureSince,
} from './candidates.ts';
import { comparedWith } from './conclusion-text.ts';
import type { MeasuredMetric, StopReason } from './evolution-facts.ts';
import { type Evolution, protectedPathsOf } from './evolution-fold.ts';
import { cellCount, numberText, valueText } from './measure/archive-cell.ts';

type Block = ViewBlock<PlanCall>;

const STOPPED: Readonly<Record<StopReason, string>> = {
  rounds: 'Finished',
  target: 'Finished: the target is reached',
  patience: 'Finished: the last rounds found nothing better',
  seconds: 'Stopped: the time is used up',
  tokens: 'Stopped: the tokens are used up',
  cost: 'Stopped: the money is used up',
  setup: 'Stopped: this host cannot continue it',
  failures: 'Stopped: no candidate of the last round could be carried out',
  person: 'Stopped',
  base: 'Stopped: the base could not be measured',
};

/** The view of an evolution: its status, objective over rounds, lineage, archive, best change and setup. */
export function evolutionBlocks(
  evolution: Evolution,
  state: CommitsState,
  { isHalted = false }: { readonly isHalted?: boolean } = {},
): readonly Block[] {
  const candidates = candidatesOf(evolution, state);
  const measured = measuredUpTo(evolution, candidates);
  return [
    ...headline(evolution, { candidates, measured, isHalted }),
    ...objectiveChart(evolution, candidates),
    ...lineage(evolution, candidates),
    ...archiveTable(evolution, measured),
    ...bestChange(evolution, { candidates, measured }),
    overview(evolution, measured),
  ];
}

/** The status of an evolution as text. */
function evolutionStatus({ stopped }: Evolution): string {
  return stopped === undefined ? 'Under way' : STOPPED[stopped];
}

/** The end of an evolution and its result, as text. */
export function evolutionEnd(evolution: Evolution, state: CommitsState): string {
  const { setup, base } = evolution;
  const measured = measuredUpTo(evolution, candidatesOf(evolution, state));
  const best = bestOf(measured, setup);
  const found = best && base ? [gainOver(evolution, best, measured)] : problemOfBase(evolution);
  return [`${evolutionStatus(evolution)}.`, ...found].join(' ');
}

/** The improvement of the best commit over the first one. */
function gainOver(
  { setup, base }: Evolution,
  best: MeasuredCommit,
  [first]: readonly MeasuredCommit[],
): string {
  if (best.commit === base?.commit || first === undefined) return 'Nothing was better than the base.';
  return `The best has ${setup.objective.metric} ${valueText(best)}, ${comparedWith(best, first)} of the base.`;
}

/** Why the first commit of an evolution could not be measured. */
function problemOfBase({ base, setup }: Evolution): readonly string[] {
  if (base === undefined) return [];
  if (base.status === 'failed') return [base.reason ?? 'It could not be measured.'];
  const found = measuredCommit(base, setup);
  return typeof found === 'string' ? [found] : [];
}

interface Measured {
  readonly candidates: readonly Candidate[];
  readonly measured: readonly MeasuredCommit[];
}

function headline(
  evolution: Evolution,
  { candidates, measured, isHalted }: Measured & { readonly isHalted: boolean },
): readonly Block[] {
  const { setup, stopped, base, resumedAt } = evolution;
  const best = bestOf(measured, setup);
  const found = candidates.find(({ plan }) => plan.request.requestId === best?.requestId);
  const canGoOn = !evolution.isIncomplete && (isHalted || stopped !== undefined);
  const actions: readonly BlockAction<PlanCall>[] = canGoOn
    ? [{ label: 'Continue', command: { type: 'continue-evolution' }, edit: ['rounds'] }]
    : [];
  const text = [
    `## ${setup.goal}`,
    `**${isHalted ? 'Paused in this copy' : evolutionStatus(evolution)}**`,
    ...(stopped === 'setup'
      ? candidates.flatMap((each) => setupFailureSince(each, resumedAt) ?? []).slice(0, 1)
      : []),
    ...problemOfBase(evolution),
    ...(base?.status === 'failed' && base.output !== '' ? [fenced(base.output)] : []),
    ...(found
      ? [`Best: ${found.plan.proposal?.plan.plan_summary ?? ''} (\`${best?.commit.slice(0, 10)}\`).`]
      : []),
    ...(best !== undefined && (found !== undefined || stopped !== undefined)
      ? [gainOver(evolution, best, measured)]
      : []),
  ].join('\n\n');
  const over = candidates.filter(({ isOver, isWithdrawn }) => isOver && !isWithdrawn).length;
  return [
    { type: 'markdown', text, ...(actions.length > 0 && { actions }) },
    { type: 'progress', label: 'Candidates', value: over, max: setup.rounds * setup.candidates },
  ];
}

function overview(evolution: Evolution, measured: readonly MeasuredCommit[]): Block {
  const { setup, spent, offered, base } = evolution;
  const best = bestOf(measured, setup);
  const { metric, direction } = setup.objective;
  const baseValue = base && measured.find(({ commit }) => commit === base.commit);
  const items: readonly (readonly [string, CellValue | undefined])[] = [
    ['Objective', `${metric}, ${direction} is better`],
    [
      'Base',
      base && `${base.commit.slice(0, 10)}${baseValue === undefined ? '' : ` (${valueText(baseValue)})`}`,
    ],
    ['Best', best && `${best.commit.slice(0, 10)} (${valueText(best)})`],
    ['Branch of the best', offered?.branch],
    ['Evaluators', setup.evaluators.join('\n')],
    ['Measurements', repetition(setup)],
    ['Rounds', `${setup.rounds} of ${setup.candidates} candidates, ${setup.parallel} at once`],
    ['Target', setup.target],
    ['Patience', setup.patience],
    ['Backend', setup.backend],
    ['Seed', setup.seed],
    ['Protected', protectedPathsOf(evolution).join('\n') || undefined],
    ['Seconds of work', ofBudget(Math.round(spent.seconds), setup.budget.seconds)],
    ['Tokens', ofBudget(spent.tokens, setup.budget.tokens)],
    ['USD', ofBudget(Number(spent.cost.toFixed(4)), setup.budget.cost)],
  ];
  return {
    type: 'fields',
    title: 'Evolution',
    items: items.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
  };
}

function repetition({ repeat, warmUps = 0 }: Evolution['setup']): string | undefined {
  if (repeat === undefined && warmUps === 0) return undefined;
  const warm = warmUps === 0 ? '' : `, after ${warmUps} to warm up`;
  return `${repeat ?? 1} each, in turn with the parent${warm}`;
}

function ofBudget(spent: number, budget: number | undefined): CellValue {
  return budget === undefined ? spent : `${spent} of ${budget}`;
}

function objectiveChart(evolution: Evolution, candidates: readonly Candidate[]): readonly Block[] {
  const { setup, base } = evolution;
  const rounds = [...new Set(candidates.map(({ round }) => round))].toSorted((a, b) => a - b);
  if (base?.status !== 'measured' || rounds.length === 0) return [];
  const bestUpTo = (round: number) => bestOf(measuredUpTo(evolution, candidates, round), setup)?.objective;
  const bestIn = (round: number) => {
    const own = candidates.filter((each) => each.round === round);
    const [, ...measured] = measuredUpTo(evolution, own);
    // Includes commits that were not kept.
    return bestOf(
      measured.map(({ isKept, ...each }) => each),
      setup,
    )?.objective;
  };
  const points = (value: (round: number) => number | undefined, from: readonly number[]) =>
    from.flatMap((round) => {
      const y = value(round);
      return y === undefined ? [] : [[round, y] as const];
    });
  return [
    {
      type: 'chart',
      title: `${setup.objective.metric} over rounds`,
      kind: 'line',
      x: 'Round',
      y: setup.objective.metric,
      series: [
        { name: 'Best so far', points: points(bestUpTo, [0, ...rounds]) },
        { name: 'Best of the round', points: points(bestIn, rounds) },
      ],
    },
  ];
}

const STATUSES = {
  kept: { word: 'Kept', status: 'done' },
  rejected: { word: 'Not kept', status: 'cancelled' },
  failed: { word: STATUS_WORDS.failed, status: 'failed' },
  planning: { word: 'Being planned', status: 'running' },
  changing: { word: 'Being carried out', status: 'running' },
  evaluating: { word: 'Being measured', status: 'running' },
  next: { word: STATUS_WORDS.pending, status: 'pending' },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly status: StepStatus }>>;

/** The status of a candidate. */
function candidateStatus({ plan, isWithdrawn }: Candidate): keyof typeof STATUSES {
  const { standing, work } = plan;
  if (isWithdrawn) return isSetupFailure(plan.failure) ? 'failed' : 'rejected';
  switch (standing) {
    case 'succeeded':
      return 'kept';
    case 'unsuccessful':
      return work?.evaluation?.status === 'measured' ? 'rejected' : 'failed';
    case 'rejected':
      return 'rejected';
    case 'failed':
      return 'failed';
    case 'requested':
      return 'planning';
    default:
      if (work?.step === 'changing') return 'changing';
      return work?.step === 'evaluating' ? 'evaluating' : 'next';
  }
}

/** The lineage: each candidate with its parent, its commit and its result. */
function lineage({ setup, base }: Evolution, candidates: readonly Candidate[]): readonly Block[] {
  if (base === undefined) return [];
  const { metric } = setup.objective;
  const isRepeated = setup.repeat !== undefined;
  const first = {
    id: base.commit,
    status: base.status === 'measured' ? ('done' as const) : ('failed' as const),
    cells: {
      candidate: 'Base',
      status: base.status === 'measured' ? 'Measured' : 'Failed',
      from: null,
      commit: base.commit.slice(0, 10),
      objective: valueIn(base.metrics, metric),
      ...(isRepeated && { spread: spreadIn(base.metrics, metric) }),
      metrics: metricsText(base.metrics, metric),
      note: base.reason ?? base.summary ?? null,
    },
  };
  return [
    {
      type: 'table',
      title: 'Lineage',
      columns: [
        { key: 'candidate', label: 'Candidate' },
        { key: 'status', label: 'Status' },
        { key: 'from', label: 'From' },
        { key: 'commit', label: 'Commit' },
        { key: 'objective', label: metric },
        ...(isRepeated ? [{ key: 'spread', label: '±' }] : []),
        { key: 'metrics', label: 'Other metrics' },
        { key: 'note', label: 'Result' },
      ],
      rows: [
        first,
        ...candidates.map((candidate) => {
          const { plan, round, candidate: number } = candidate;
          const { word, status } = STATUSES[candidateStatus(candidate)];
          const metrics = plan.work?.evaluation?.metrics ?? [];
          return {
            id: plan.work?.change?.commit ?? plan.request.requestId,
            status,
            cells: {
              candidate: `${round}.${number} ${plan.proposal?.plan.plan_summary ?? ''}`.trim(),
              status: word,
              from: plan.request.base.slice(0, 10),
              commit: plan.work?.change?.commit.slice(0, 10) ?? null,
              objective: valueIn(metrics, metric),
              ...(isRepeated && { spread: spreadIn(metrics, metric) }),
              metrics: metricsText(metrics, metric),
              note: plan.conclusion?.note ?? plan.reason ?? null,
            },
          };
        }),
      ],
    },
  ];
}

function archiveTable({ setup }: Evolution, measured: readonly MeasuredCommit[]): readonly Block[] {
  if (setup.measures.length === 0 || measured.length === 0) return [];
  const elites = [...archiveOf(measured, setup).values()].toSorted((a, b) => a.cell - b.cell);
  return [
    {
      type: 'table',
      title: `Archive: ${elites.length} of ${cellCount(setup)} cells`,
      columns: [
        { key: 'cell', label: 'Cell' },
        ...setup.measures.map(({ metric }) => ({ key: metric, label: metric })),
        { key: 'objective', label: setup.objective.metric },
        { key: 'commit', label: 'Commit' },
      ],
      rows: elites.map(({ cell, commit, objective, metrics }) => ({
        id: commit,
        cells: {
          ...Object.fromEntries(setup.measures.map(({ metric }) => [metric, valueIn(metrics, metric)])),
          cell,
          objective,
          commit: commit.slice(0, 10),
        },
      })),
    },
  ];
}

function bestChange({ setup }: Evolution, { candidates, measured }: Measured): readonly Block[] {
  const best = bestOf(measured, setup);
  const change = candidates.find(({ plan }) => plan.request.requestId === best?.requestId)?.plan.work?.change;
  if (change === undefined) return [];
  return [
    { type: 'markdown', title: 'What the best one does', text: change.summary },
    { type: 'diff', title: `${change.base.slice(0, 10)}..${change.commit.slice(0, 10)}`, text: change.diff },
  ];
}

function valueIn(metrics: readonly MeasuredMetric[], name: string): number | null {
  const value = metrics.find((metric) => metric.name === name)?.value;
  return value === undefined ? null : Number(numberText(value));
}

function spreadIn(metrics: readonly MeasuredMetric[], name: string): number | null {
  const spread = metrics.find((metric) => metric.name === name)?.spread;
  return spread === undefined ? null : Number(numberText(spread));
}

function metricsText(metrics: readonly MeasuredMetric[], without: string): string | null {
  const others = metrics.filter(({ name }) => name !== without);
  const texts = others.map(
    ({ name, value, unit, spread = 0 }) =>
      `${name} ${valueText({ objective: value, spread })}${unit ? ` ${unit}` : ''}`,
  );
  return texts.join(', ') || null;
}

function fenced(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${text}\n${fence}`;
}

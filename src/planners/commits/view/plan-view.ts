import type { CellValue, StepStatus, ViewBlock } from '../../../harness/module/view-block.ts';
import { type WorkedPlan, workBlocks } from '../evolution/carry-out/work-view.ts';
import { latestEvolution } from '../evolution/evolution-commands.ts';
import { evolutionBlocks } from '../evolution/evolution-view.ts';
import type { CommitEvidence, CommitsEventOf } from '../facts.ts';
import { type PlanCall, planChoices } from '../plan/plan-commands.ts';
import { PLAN_STATUS_WORDS, planDetails, planWarnings, stepDetails } from '../plan/plan-text.ts';
import { attemptLedger, type PlanRecord, type PlanRequestStatus } from '../planning-fold.ts';
import { type CommitsState, latestPlan } from '../session-fold.ts';

type Block = ViewBlock<PlanCall>;
type Attempt = CommitsEventOf<'plan_attempted'>;

/** The view of a session: the latest plan in full, then all plans and their usage. */
export function viewBlocks(
  state: CommitsState,
  { isHalted = false }: { readonly isHalted?: boolean } = {},
): readonly Block[] {
  const latest = latestPlan(state);
  const evolution = latestEvolution(state);
  if (evolution && (latest === undefined || latest.request.evolution))
    return [...evolutionBlocks(evolution, state, { isHalted }), ...spending(state)];
  if (latest === undefined) {
    return [{ type: 'markdown', text: 'No plan yet. Say what the next change should achieve.' }];
  }
  return [...planBlocks(latest), ...allPlans(state), ...spending(state)];
}

/** One plan in full: its content, its basis, and how it was made. */
export function planBlocks(plan: WorkedPlan): readonly Block[] {
  const { request, proposal, attempts } = plan;
  return [
    ...headline(plan),
    ...(proposal === undefined ? [] : proposalBlocks(plan, proposal)),
    ...workBlocks(plan),
    requestFields(plan),
    ...attemptTable(attempts),
    ...attemptFiles(attempts, request.requestId),
  ];
}

function headline(plan: WorkedPlan): readonly Block[] {
  const { request, standing, proposal, reason } = plan;
  const actions = planChoices(plan).map(({ label, command }) => ({ label, command }));
  const text = [
    `## ${proposal?.plan.plan_summary ?? request.goal}`,
    `**${PLAN_STATUS_WORDS[standing]}**${reason === undefined ? '' : `: ${reason}`}`,
    ...(proposal ? planWarnings(proposal).map((note) => `> ${note}`) : []),
    ...(proposal ? [proposal.plan.rationale] : []),
  ].join('\n\n');
  return [
    { type: 'markdown', text, ...(actions.length > 0 && { actions }) },
    ...(standing === 'requested' ? [{ type: 'progress', label: 'Planning', value: 0 } as const] : []),
  ];
}

/** Only the outcome of the whole plan is known, not of single steps. */
const STEP_STATUS: Readonly<Record<PlanRequestStatus, StepStatus>> = {
  requested: 'pending',
  proposed: 'pending',
  failed: 'failed',
  accepted: 'pending',
  rejected: 'cancelled',
  succeeded: 'done',
  unsuccessful: 'failed',
};

function proposalBlocks(
  { standing }: PlanRecord,
  { plan, evidence }: CommitsEventOf<'plan_proposed'>,
): readonly Block[] {
  return [
    {
      type: 'steps',
      title: 'Steps',
      items: plan.steps.map((step) => ({
        id: step.id,
        title: step.title,
        status: STEP_STATUS[standing],
        details: stepDetails(step),
        ...(step.dependencies && step.dependencies.length > 0 && { dependsOn: step.dependencies }),
      })),
    },
    { type: 'markdown', text: planDetails(plan) },
    ...evidenceTable(evidence),
  ];
}

function evidenceTable(evidence: readonly CommitEvidence[]): readonly Block[] {
  if (evidence.length === 0) return [];
  return [
    {
      type: 'table',
      title: 'Evidence',
      columns: [
        { key: 'role', label: 'Role' },
        { key: 'commit', label: 'Commit' },
        { key: 'subject', label: 'Subject' },
        { key: 'uniqueSteps', label: 'Unique steps' },
        { key: 'metrics', label: 'Metrics' },
      ],
      rows: evidence.map(({ commitHash, subject, metrics, uniqueSteps }, at) => ({
        cells: {
          role: at === 0 ? 'Base' : `Inspiration ${at}`,
          commit: commitHash.slice(0, 12),
          subject,
          uniqueSteps: uniqueSteps ?? null,
          metrics: metrics
            .map(({ name, value, unit }) => `${name} ${value}${unit ? ` ${unit}` : ''}`)
            .join(', '),
        },
      })),
    },
  ];
}

function requestFields({ request, proposal }: PlanRecord): Block {
  const items: readonly (readonly [label: string, value: CellValue | undefined])[] = [
    ['Goal', request.goal],
    ['Plan', request.requestId],
    ['Digest', proposal?.digest],
    ['Repository', request.repository],
    ['Base', proposal === undefined ? request.base : `${request.base} (${proposal.baseCommit.slice(0, 12)})`],
    ['Experiment root', request.root],
    ['Inspirations', joined(request.inspirations)],
    ['Constraints', joined(request.constraints)],
    ['Acceptance criteria', joined(request.acceptanceCriteria)],
    ['Hint', request.iterationHint],
    ['Cold start', request.coldStart || undefined],
    ['Backend', request.backend],
    ['Validation', request.mode],
    ['Earlier plans it was given', request.earlierPlans.length || undefined],
  ];
  return {
    type: 'fields',
    title: 'How it was made',
    items: items.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
  };
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join('\n');
}

function attemptTable(attempts: readonly Attempt[]): readonly Block[] {
  if (attempts.length === 0) return [];
  return [
    {
      type: 'table',
      title: 'Attempts',
      columns: [
        { key: 'attempt', label: 'Attempt' },
        { key: 'status', label: 'Result' },
        { key: 'backend', label: 'Backend' },
        { key: 'seconds', label: 'Seconds' },
        { key: 'tokens', label: 'Tokens' },
        { key: 'cost', label: 'USD' },
      ],
      rows: attempts.map(({ attempt, status, error, backend, durationSeconds, usage }) => ({
        cells: {
          attempt,
          status: status === 'ok' ? 'OK' : (error ?? 'Failed'),
          backend,
          seconds: rounded(durationSeconds, 1),
          tokens: usage ? usage.inputTokens + usage.outputTokens : null,
          cost: usage?.cost === undefined ? null : rounded(usage.cost, 4),
        },
      })),
    },
  ];
}

function attemptFiles(attempts: readonly Attempt[], requestId: string): readonly Block[] {
  const items = attempts.flatMap(({ attempt, promptSha256, answerSha256 }) => [
    ...fileOf(`${requestId}-${attempt}-prompt.md`, 'text/markdown', promptSha256),
    ...fileOf(`${requestId}-${attempt}-answer.txt`, 'text/plain', answerSha256),
  ]);
  return items.length === 0 ? [] : [{ type: 'files', title: 'Prompts and answers', items }];
}

function fileOf(name: string, mediaType: string, sha256: string | undefined) {
  return sha256 === undefined ? [] : [{ name, mediaType, sha256 }];
}

function allPlans({ plans }: CommitsState): readonly Block[] {
  if (plans.size < 2) return [];
  return [
    {
      type: 'table',
      title: 'All plans',
      columns: [
        { key: 'plan', label: 'Plan' },
        { key: 'status', label: 'Status' },
        { key: 'base', label: 'Base' },
        { key: 'goal', label: 'Goal' },
        { key: 'summary', label: 'Summary' },
      ],
      rows: [...plans.values()].reverse().map((plan) => {
        const { request, standing, proposal } = plan;
        const actions = planChoices(plan).map(({ label, command }) => ({ label, command }));
        return {
          id: request.requestId,
          cells: {
            plan: request.requestId,
            status: PLAN_STATUS_WORDS[standing],
            base: proposal?.baseCommit.slice(0, 12) ?? request.base,
            goal: request.goal,
            summary: proposal?.plan.plan_summary ?? null,
          },
          ...(actions.length > 0 && { actions }),
        };
      }),
    },
  ];
}

function spending({ plans }: CommitsState): readonly Block[] {
  const totals = [...attemptLedger(plans)];
  if (totals.length === 0) return [];
  return [
    {
      type: 'table',
      title: 'Spent on planning',
      columns: [
        { key: 'backend', label: 'Backend' },
        { key: 'attempts', label: 'Attempts' },
        { key: 'failed', label: 'Failed' },
        { key: 'seconds', label: 'Seconds' },
        { key: 'tokens', label: 'Tokens' },
        { key: 'cost', label: 'USD' },
      ],
      rows: totals.map(([backend, { attempts, failed, seconds, inputTokens, outputTokens, cost }]) => ({
        cells: {
          backend,
          attempts,
          failed,
          seconds: rounded(seconds, 1),
          tokens: inputTokens + outputTokens,
          cost: rounded(cost, 4),
        },
      })),
    },
  ];
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

import type { Envelope } from '../../journal/fact.ts';
import type { Fold } from '../../kernel/handler.ts';
import { bounded, onOneLine } from '../../machine/bounded-text.ts';
import { OFFLINE_LABEL } from '../../model/offline/reply.ts';
import { erasedEnd, statusAfter } from './erased-end.ts';
import {
  type CommitsEvent,
  type CommitsEventOf,
  commitsEventOf,
  failureSummary,
  type RememberedPlan,
} from './facts.ts';
import { intentOf, similarity } from './plan/novelty.ts';

/** The status of a requested plan. */
export type PlanRequestStatus =
  | 'requested'
  | 'proposed'
  | 'failed'
  | 'accepted'
  | 'rejected'
  | 'succeeded'
  | 'unsuccessful';

/** One requested plan with its history. */
export interface PlanRecord {
  readonly request: CommitsEventOf<'plan_requested'>;
  readonly standing: PlanRequestStatus;
  readonly attempts: readonly CommitsEventOf<'plan_attempted'>[];
  readonly proposal: CommitsEventOf<'plan_proposed'> | undefined;
  /** Why it failed or was rejected, if known. */
  readonly reason: string | undefined;
}

/** The plans of a journal by request, in order of the requests. */
export interface PlanRecords extends Iterable<readonly [string, PlanRecord]> {
  readonly size: number;
  get(requestId: string): PlanRecord | undefined;
  values(): Iterable<PlanRecord>;
}

/** Folds the plans of a journal from its events. */
export const foldPlans: Fold<PlanRecords, CommitsEvent, PlanRecords> = (events, from = new Map()) => {
  const records = new Map(from);
  for (const event of events) {
    if (!isPlanEvent(event)) continue;
    const record = recordAfter(records.get(event.requestId), event);
    if (record !== undefined) records.set(event.requestId, record);
  }
  return records;
};

/** The plans of a journal after more facts. Decisions stay in effect when they are erased. */
export function plansAfter(plans: PlanRecords, facts: readonly Envelope[]): PlanRecords {
  let records = plans;
  for (const fact of facts) {
    const event = commitsEventOf(fact);
    const end = erasedEnd(fact);
    if (event) records = foldPlans([event], records);
    else if (end)
      records = new Map(
        [...records].map(([id, plan]) => [id, { ...plan, standing: statusAfter(plan, end) }]),
      );
  }
  return records;
}

/** An event of one plan. */
export type PlanEvent = CommitsEventOf<
  | 'plan_requested'
  | 'plan_attempted'
  | 'plan_proposed'
  | 'plan_repaired'
  | 'plan_failed'
  | 'plan_accepted'
  | 'plan_rejected'
  | 'plan_concluded'
>;

const PLAN_EVENT = /^plan_/;

/** Whether an event belongs to a plan itself. */
export function isPlanEvent(event: CommitsEvent): event is PlanEvent {
  return PLAN_EVENT.test(event.type);
}

/** A plan after one more event; undefined if it was never requested. */
export function recordAfter(record: PlanRecord | undefined, event: PlanEvent): PlanRecord | undefined {
  return record === undefined ? begun(event) : changed(record, event);
}

function begun(event: PlanEvent): PlanRecord | undefined {
  if (event.type !== 'plan_requested') return undefined;
  return { request: event, standing: 'requested', attempts: [], proposal: undefined, reason: undefined };
}

function changed(record: PlanRecord, event: PlanEvent): PlanRecord {
  switch (event.type) {
    case 'plan_requested':
      return record;
    case 'plan_attempted':
      return { ...record, attempts: [...record.attempts, event] };
    case 'plan_proposed':
      return { ...record, standing: 'proposed', proposal: event };
    case 'plan_repaired': {
      const { plan, digest, baseCommit } = event;
      const { proposal } = record;
      return proposal ? { ...record, proposal: { ...proposal, plan, digest, baseCommit } } : record;
    }
    case 'plan_failed':
      return {
        ...record,
        standing: 'failed',
        reason: failureSummary(event),
      };
    case 'plan_accepted':
      return { ...record, standing: 'accepted' };
    case 'plan_rejected':
      return { ...record, standing: 'rejected', reason: event.reason };
    case 'plan_concluded':
      return {
        ...record,
        standing: event.outcome === 'succeeded' ? 'succeeded' : 'unsuccessful',
        reason: event.note,
      };
    default:
      return event satisfies never;
  }
}

/** The plans that wait for a decision, oldest first. */
export function plansToDecide(records: Pick<PlanRecords, 'values'>): readonly PlanRecord[] {
  return [...records.values()].filter(({ standing }) => standing === 'proposed');
}

const OUTCOMES: Partial<Record<PlanRequestStatus, RememberedPlan['outcome']>> = {
  unsuccessful: 'failed',
  rejected: 'rejected',
  proposed: 'proposed',
  accepted: 'accepted',
  succeeded: 'accepted',
};
const MAX_REMEMBERED = 12;
const MAX_SUMMARY_LENGTH = 512;

/** The similarity from which two goals count as the same, worded differently. */
const SAME_GOAL_FROM = 0.5;

/**
 * Earlier plans for later ones to learn from: the newest for the same goal in a repository, failed ones first. Plans of
 * the demo model are excluded.
 */
export function rememberedPlans(
  records: Pick<PlanRecords, 'values'>,
  { repository, goal }: { readonly repository: string; readonly goal: string },
): readonly RememberedPlan[] {
  const remembered = [...records.values()].reverse().flatMap(({ request, proposal, standing, reason }) => {
    const outcome = OUTCOMES[standing];
    if (proposal === undefined || outcome === undefined || request.repository !== repository) return [];
    if (isDemo(proposal) || !isSameGoal(request.goal, goal)) return [];
    const { plan, baseCommit } = proposal;
    return {
      requestId: request.requestId,
      outcome,
      summary: bounded(plan.plan_summary, MAX_SUMMARY_LENGTH),
      ...(reason !== undefined && { reason }),
      baseCommit,
      intent: intentOf(plan),
    };
  });
  const failed = remembered.filter(({ outcome }) => outcome === 'failed' || outcome === 'rejected');
  const others = remembered.filter((plan) => !failed.includes(plan));
  return [...failed, ...others].slice(0, MAX_REMEMBERED);
}

/** A refined goal, such as one with an additional word, still counts as the same. */
function isSameGoal(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => onOneLine(text).toLowerCase());
  if (a === undefined || b === undefined) return false;
  return a.includes(b) || b.includes(a) || similarity(a, b) >= SAME_GOAL_FROM;
}

/** Older journals identify a plan of the demo model only by its label. */
function isDemo({ demo, plan }: CommitsEventOf<'plan_proposed'>): boolean {
  return demo === true || plan.plan_summary.startsWith(OFFLINE_LABEL);
}

/** The total usage of attempts. */
export interface AttemptTotals {
  readonly attempts: number;
  readonly failed: number;
  readonly seconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, as far as backends report it. */
  readonly cost: number;
}

/** The usage of attempts, by backend. */
export function attemptLedger(records: Pick<PlanRecords, 'values'>): ReadonlyMap<string, AttemptTotals> {
  const totals = new Map<string, AttemptTotals>();
  for (const { attempts } of records.values()) {
    for (const { backend, status, durationSeconds, usage } of attempts) {
      const sum = totals.get(backend) ?? NOTHING;
      totals.set(backend, {
        attempts: sum.attempts + 1,
        failed: sum.failed + (status === 'failed' ? 1 : 0),
        seconds: sum.seconds + durationSeconds,
        inputTokens: sum.inputTokens + (usage?.inputTokens ?? 0),
        outputTokens: sum.outputTokens + (usage?.outputTokens ?? 0),
        cost: sum.cost + (usage?.cost ?? 0),
      });
    }
  }
  return totals;
}

const NOTHING: AttemptTotals = {
  attempts: 0,
  failed: 0,
  seconds: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
};

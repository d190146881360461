import { DecisionError } from '../../../harness/error.ts';
import { shown } from '../../../journal/error.ts';
import type { Envelope } from '../../../journal/fact.ts';
import { canonicalJson } from '../../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { Journal } from '../../../journal/journal.ts';
import { appendDecision } from '../../../kernel/append-decision.ts';
import { ConflictError } from '../../../kernel/error.ts';
import { PlanningError } from '../error.ts';
import type { CommitsEventOf } from '../facts.ts';
import { tasksOf } from '../hand-over.ts';
import { foldPlans, type PlanRecords, plansAfter } from '../planning-fold.ts';
import type { PlanWire } from './schema.ts';

/** The parts of a journal that a decision needs. */
export type DecidableJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'facts'>;

/** The plans that can be decided on, by request. */
export type DecidablePlans = Pick<PlanRecords, 'get'>;

/** Identifies the plan of a decision by its digest. */
export interface PlanDecision {
  readonly requestId: string;
  readonly digest: string;
  readonly by?: string;
}

/** The outcome of a plan that was carried out. */
export interface PlanConclusion {
  readonly requestId: string;
  readonly outcome: CommitsEventOf<'plan_concluded'>['outcome'];
  readonly note?: string;
}

/** The SHA-256 of the canonical JSON of a request's id and its plan. */
export function planDigest(requestId: string, plan: PlanWire): string {
  return sha256(canonicalJson({ requestId, plan }, 'plan'));
}

/**
 * Accepts a plan, and records its tasks for the task planner. Of any number of decisions on a plan one succeeds;
 * the others reject with a `ConflictError`. A wrong digest rejects with a `DecisionError`. Neither appends
 * anything.
 */
export async function acceptPlan(
  journal: DecidableJournal,
  { requestId, digest, by = 'user' }: PlanDecision,
): Promise<CommitsEventOf<'plan_accepted'>> {
  return await decide(journal, (records) => acceptance(records, { requestId, digest, by }));
}

/** The event of accepting a plan, to append with others. Throws where {@link acceptPlan} rejects. */
export function acceptance(
  plans: DecidablePlans,
  { requestId, digest, by = 'user' }: PlanDecision,
): CommitsEventOf<'plan_accepted'> {
  const { plan } = decidable(plans, { requestId, digest });
  return { type: 'plan_accepted', requestId, digest, by, tasks: tasksOf(plan) };
}

/** Rejects a plan. Later plans see the reason. Of several decisions one succeeds, see {@link acceptPlan}. */
export async function rejectPlan(
  journal: DecidableJournal,
  decision: PlanDecision & { readonly reason?: string },
): Promise<CommitsEventOf<'plan_rejected'>> {
  return await decide(journal, (records) => rejection(records, decision));
}

/** The event of rejecting a plan, to append with others. Throws where {@link rejectPlan} rejects. */
export function rejection(
  plans: DecidablePlans,
  { requestId, digest, by = 'user', reason = '' }: PlanDecision & { readonly reason?: string },
): CommitsEventOf<'plan_rejected'> {
  decidable(plans, { requestId, digest });
  return {
    type: 'plan_rejected',
    requestId,
    digest,
    by,
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
}

/** Records the outcome of an accepted plan, for later plans. A plan is concluded once. */
export async function concludePlan(
  journal: DecidableJournal,
  { requestId, outcome, note = '' }: PlanConclusion,
): Promise<CommitsEventOf<'plan_concluded'>> {
  return await decide(journal, (records) => conclusion(records, { requestId, outcome, note }));
}

/** The event of concluding a plan, to append with others. Throws where {@link concludePlan} rejects. */
export function conclusion(
  plans: DecidablePlans,
  { requestId, outcome, note = '' }: PlanConclusion,
): CommitsEventOf<'plan_concluded'> {
  proposalWithStatus('accepted', plans, requestId);
  return {
    type: 'plan_concluded',
    requestId,
    outcome,
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}

function decidable(
  plans: DecidablePlans,
  { requestId, digest }: Pick<PlanDecision, 'requestId' | 'digest'>,
): CommitsEventOf<'plan_proposed'> {
  const proposal = proposalWithStatus('proposed', plans, requestId);
  if (proposal.digest !== digest) throw otherDigest(proposal, digest);
  return proposal;
}

/** Appends events derived from the plans, at exactly the state they were derived from. */
async function decide<Event extends { readonly type: string }>(
  journal: DecidableJournal,
  take: (records: PlanRecords) => Event,
): Promise<Event> {
  let records: PlanRecords = foldPlans([]);
  const { decision } = await appendDecision(journal, (news) => {
    records = plansAfter(records, news);
    const event = take(records);
    return { append: [event], event };
  });
  return decision.event;
}

const WANTED = {
  proposed: 'to wait for a decision',
  accepted: 'to be accepted, and not concluded yet',
} as const;

function proposalWithStatus(
  wanted: keyof typeof WANTED,
  plans: DecidablePlans,
  requestId: string,
): CommitsEventOf<'plan_proposed'> {
  const record = plans.get(requestId);
  if (record?.proposal === undefined) {
    throw new PlanningError('proposal-not-found', {
      summary:
        record === undefined
          ? `This journal has no plan ${shown(requestId)}.`
          : `Plan ${requestId} is ${record.standing}, not proposed.`,
      fix: 'Use the requestId of a plan_proposed fact. Nothing was appended.',
    });
  }
  if (record.standing === wanted) return record.proposal;
  throw new ConflictError({
    summary: `Plan ${requestId} is already ${record.standing}.`,
    fix: 'The first decision stands. Nothing was appended.',
  });
}

function otherDigest({ requestId, digest }: CommitsEventOf<'plan_proposed'>, given: string): DecisionError {
  return new DecisionError('digest-mismatch', {
    summary: `The digest of plan ${requestId} is ${digest}, not ${shown(given)}.`,
    fix: 'Read the plan again, then decide on it with its current digest. Nothing was appended.',
  });
}

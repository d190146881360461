import { conversationFact, erasedType } from '../../harness/facts.ts';
import { type Envelope, REDACTED } from '../../journal/fact.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { type ErasedEnd, erasedEnd, statusAfter } from './erased-end.ts';
import {
  erasedWork,
  isWorkEvent,
  type PlanWork,
  type WorkEvent,
  workAfter,
  workWithout,
} from './evolution/carry-out/plan-work.ts';
import {
  type Evolution,
  type Evolutions,
  evolutionsAfter,
  evolutionsWithout,
  type Slot,
} from './evolution/evolution-fold.ts';
import { type CommitsEventOf, commitsEventOf, type HandedOverTask } from './facts.ts';
import { isPlanEvent, type PlanEvent, type PlanRecord, recordAfter } from './planning-fold.ts';

/** A requested plan of a session, with the positions of its events. */
export interface SessionPlan extends PlanRecord {
  /** The seq of the request. */
  readonly requestedAt: number;
  /** The seq of the proposal. */
  readonly proposedAt: number | undefined;
  /** Somebody stopped the work before there was a plan. */
  readonly isStopped: boolean;
  /** The progress of carrying it out; undefined if nobody requested that. */
  readonly work: PlanWork | undefined;
  readonly repairs: readonly CommitsEventOf<'plan_repaired'>[];
  /** Its outcome. */
  readonly conclusion: CommitsEventOf<'plan_concluded'> | undefined;
  /** The seq of its outcome. */
  readonly concludedAt: number | undefined;
  /** The code of the failure, if there is no plan. */
  readonly failure: string | undefined;
  /** The tasks recorded when it was accepted. */
  readonly tasks: readonly HandedOverTask[] | undefined;
}

/** The plans of a session, and messages that have not been planned for. */
export interface CommitsState {
  /** By request, in order of the requests. */
  readonly plans: PersistentMap<string, SessionPlan>;
  readonly evolutions: Evolutions;
  /** The latest request. */
  readonly latest: string | undefined;
  /** The last message of a person: the goal of the next plan. */
  readonly goal: string;
  /** Messages not planned for yet. The next goal must include them, or they would be lost. */
  readonly pending: string;
  /** The seq of the last stop; 0 if there was none. */
  readonly stoppedAt: number;
}

/** The state of a session without facts. */
export const NO_PLANS: CommitsState = {
  plans: PersistentMap.empty(),
  evolutions: PersistentMap.empty(),
  latest: undefined,
  goal: '',
  pending: '',
  stoppedAt: 0,
};

/** The state after one more fact. */
export function applyFact(state: CommitsState, fact: Envelope): CommitsState {
  const updated = withWords(state, fact);
  if ((erasedType(fact) ?? fact.type) === 'work_cancelled')
    return { ...updated, stoppedAt: fact.seq, evolutions: stoppedByPerson(state.evolutions) };
  const ownerOf = (requestId: string) => state.plans.get(requestId)?.request.evolution?.evolutionId;
  const left = { ...updated, evolutions: evolutionsWithout(state.evolutions, fact, ownerOf) };
  const erased = erasedWork(fact);
  if (erased) return { ...left, plans: plansWithout(state.plans, erased.requestId) };
  if (left.evolutions !== state.evolutions) return left;
  const end = erasedEnd(fact);
  if (end) return { ...updated, plans: plansEndedBy(state.plans, end) };
  const event = commitsEventOf(fact);
  if (event === undefined) return updated;
  const evolutions = evolutionsAfter(state.evolutions, event, {
    seq: fact.seq,
    ownerOf,
  });
  const next = evolutions === state.evolutions ? updated : { ...updated, evolutions };
  if (isWorkEvent(event)) return withWork(next, event, fact.seq);
  if (!isPlanEvent(event)) return next;
  const plan = planAfter(state, event, fact.seq);
  if (plan === undefined) return next;
  const isNew = !state.plans.has(event.requestId);
  return {
    ...next,
    plans: state.plans.set(event.requestId, plan),
    latest: isNew ? event.requestId : state.latest,
  };
}

/** The plan requested last. */
export function latestPlan({ plans, latest }: CommitsState): SessionPlan | undefined {
  return latest === undefined ? undefined : plans.get(latest);
}

function planAfter(
  { plans, stoppedAt }: CommitsState,
  event: PlanEvent,
  seq: number,
): SessionPlan | undefined {
  const known = plans.get(event.requestId);
  const record = recordAfter(known, event);
  if (record === undefined) return undefined;
  const { request, standing, attempts, proposal, reason } = record;
  return {
    request,
    standing,
    attempts,
    proposal,
    reason,
    // If repeated in a copy, it counts as requested there.
    requestedAt: event.type === 'plan_requested' ? seq : (known?.requestedAt ?? seq),
    proposedAt: event.type === 'plan_proposed' ? seq : known?.proposedAt,
    isStopped: known !== undefined && wasStopped(known, stoppedAt),
    work: known?.work,
    repairs: event.type === 'plan_repaired' ? [...(known?.repairs ?? []), event] : (known?.repairs ?? []),
    conclusion: event.type === 'plan_concluded' ? event : known?.conclusion,
    concludedAt: event.type === 'plan_concluded' ? seq : known?.concludedAt,
    failure: event.type === 'plan_failed' ? event.code : known?.failure,
    tasks: known?.tasks ?? (event.type === 'plan_accepted' ? event.tasks : undefined),
  };
}

function withWork(state: CommitsState, event: WorkEvent, seq: number): CommitsState {
  const plan = event.requestId === undefined ? undefined : state.plans.get(event.requestId);
  if (plan === undefined) return state;
  const next = { ...plan, work: workAfter(plan.work, event, seq) };
  return { ...state, plans: state.plans.set(plan.request.requestId, next) };
}

function plansWithout(plans: CommitsState['plans'], requestId: string): CommitsState['plans'] {
  const plan = plans.get(requestId);
  return plan === undefined ? plans : plans.set(requestId, { ...plan, work: workWithout(plan.work) });
}

function stoppedByPerson(evolutions: Evolutions): Evolutions {
  let stopped = evolutions;
  for (const [id, evolution] of evolutions)
    if (evolution.stopped === undefined) stopped = stopped.set(id, { ...evolution, stopped: 'person' });
  return stopped;
}

function plansEndedBy(plans: CommitsState['plans'], end: ErasedEnd): CommitsState['plans'] {
  let ended = plans;
  for (const [id, plan] of plans) {
    const standing = statusAfter(plan, end);
    if (standing !== plan.standing) ended = ended.set(id, { ...plan, standing });
  }
  return ended;
}

/** Only the last stop is stored, which is enough: any stop ends a plan in progress. */
function wasStopped({ isStopped, standing, requestedAt }: SessionPlan, stoppedAt: number): boolean {
  return isStopped || (standing === 'requested' && stoppedAt > requestedAt);
}

/** Facts that mean nothing to this planner: about the other side, its files and the session's host. */
const SAYS_NOTHING = /^(?:remote_|attachment_|a2a_|session_|status_|planner_configured$)/;

function withWords(state: CommitsState, fact: Envelope): CommitsState {
  const message = conversationFact(fact);
  if (message?.type === 'user_input')
    return { ...state, goal: message.text ?? '', pending: message.text ?? '' };
  const isKnown = message !== undefined || fact.type === REDACTED || commitsEventOf(fact) !== undefined;
  const pending = isKnown && !SAYS_NOTHING.test(fact.type) ? '' : state.pending;
  if (message?.type === 'user_answer') return { ...state, goal: message.text, pending };
  return pending === state.pending ? state : { ...state, pending };
}

interface SavedEvolution extends Omit<Evolution, 'slots'> {
  readonly slots: readonly (readonly [string, Slot])[];
}

/** The state as plain JSON. */
interface SavedCommits extends Omit<CommitsState, 'plans' | 'evolutions'> {
  readonly evolutions: readonly SavedEvolution[];
  readonly plans: readonly (readonly [string, SessionPlan])[];
}

/** Converts the state to plain JSON, which {@link restored} reads. */
export function saved({ plans, evolutions, ...rest }: CommitsState): SavedCommits {
  return {
    ...rest,
    plans: [...plans],
    evolutions: Array.from(evolutions.values(), (each) => ({ ...each, slots: [...each.slots] })),
  };
}

/** Restores the state from plain JSON. */
export function restored(snapshot: unknown): CommitsState {
  // The input always comes from `saved`.
  const { plans, evolutions, ...rest } = snapshot as SavedCommits;
  const entries = evolutions.map(
    (each) => [each.setup.evolutionId, { ...each, slots: PersistentMap.from(each.slots) }] as const,
  );
  return { ...rest, plans: PersistentMap.from(plans), evolutions: PersistentMap.from(entries) };
}

import { conversationFact, erasedType } from '../../harness/facts.ts';
import { type Envelope, REDACTED } from '../../journal/fact.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { type ErasedEnd, erasedEnd, standingAfter } from './erased-end.ts';
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

/** A requested plan of a session, with where in its journal things happened to it. */
export interface SessionPlan extends PlanRecord {
  /** The seq of the request. */
  readonly requestedAt: number;
  /** The seq of the proposal. */
  readonly proposedAt: number | undefined;
  /** Somebody stopped the work before there was a plan. */
  readonly isStopped: boolean;
  /** How far it was carried out; undefined where nobody asked for that. */
  readonly work: PlanWork | undefined;
  readonly repairs: readonly CommitsEventOf<'plan_repaired'>[];
  /** What came of it. */
  readonly conclusion: CommitsEventOf<'plan_concluded'> | undefined;
  /** The seq of that. */
  readonly concludedAt: number | undefined;
  /** The code of the failure, where there is no plan. */
  readonly failure: string | undefined;
  /** The tasks that accepting it recorded. */
  readonly tasks: readonly HandedOverTask[] | undefined;
}

/** The plans of a session, and what was said that nobody has planned for yet. */
export interface CommitsState {
  /** By request, in the order they were asked for. */
  readonly plans: PersistentMap<string, SessionPlan>;
  readonly evolutions: Evolutions;
  /** The request that came last. */
  readonly latest: string | undefined;
  /** What a person said last: the goal of the next plan. */
  readonly goal: string;
  /** What was said and not planned for yet. What is said next has to carry it along, or it would be lost. */
  readonly pending: string;
  /** The seq at which somebody last stopped the work; 0 when nobody did. */
  readonly stoppedAt: number;
}

/** A session in which nothing has happened. */
export const NO_PLANS: CommitsState = {
  plans: PersistentMap.empty(),
  evolutions: PersistentMap.empty(),
  latest: undefined,
  goal: '',
  pending: '',
  stoppedAt: 0,
};

/** A session after one more fact. */
export function applyFact(state: CommitsState, fact: Envelope): CommitsState {
  const heard = withWords(state, fact);
  if ((erasedType(fact) ?? fact.type) === 'work_cancelled')
    return { ...heard, stoppedAt: fact.seq, evolutions: stoppedByPerson(state.evolutions) };
  const ownerOf = (requestId: string) => state.plans.get(requestId)?.request.evolution?.evolutionId;
  const left = { ...heard, evolutions: evolutionsWithout(state.evolutions, fact, ownerOf) };
  const erased = erasedWork(fact);
  if (erased) return { ...left, plans: plansWithout(state.plans, erased.requestId) };
  if (left.evolutions !== state.evolutions) return left;
  const end = erasedEnd(fact);
  if (end) return { ...heard, plans: plansEndedBy(state.plans, end) };
  const event = commitsEventOf(fact);
  if (event === undefined) return heard;
  const evolutions = evolutionsAfter(state.evolutions, event, {
    seq: fact.seq,
    ownerOf,
  });
  const next = evolutions === state.evolutions ? heard : { ...heard, evolutions };
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

/** The plan that was asked for last. */
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
    // Said again in a copy, it is asked for there.
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
    const standing = standingAfter(plan, end);
    if (standing !== plan.standing) ended = ended.set(id, { ...plan, standing });
  }
  return ended;
}

/** Only the last stop is known, and needs to be: a plan is stopped by any that came while it was being made. */
function wasStopped({ isStopped, standing, requestedAt }: SessionPlan, stoppedAt: number): boolean {
  return isStopped || (standing === 'requested' && stoppedAt > requestedAt);
}

/** The other side, its files and who looks after the session say nothing to the planner. */
const SAYS_NOTHING = /^(?:remote_|attachment_|a2a_|session_|status_|planner_configured$)/;

function withWords(state: CommitsState, fact: Envelope): CommitsState {
  const said = conversationFact(fact);
  if (said?.type === 'user_input') return { ...state, goal: said.text ?? '', pending: said.text ?? '' };
  const isKnown = said !== undefined || fact.type === REDACTED || commitsEventOf(fact) !== undefined;
  const pending = isKnown && !SAYS_NOTHING.test(fact.type) ? '' : state.pending;
  if (said?.type === 'user_answer') return { ...state, goal: said.text, pending };
  return pending === state.pending ? state : { ...state, pending };
}

interface SavedEvolution extends Omit<Evolution, 'slots'> {
  readonly slots: readonly (readonly [string, Slot])[];
}

/** A session as plain JSON. */
interface SavedCommits extends Omit<CommitsState, 'plans' | 'evolutions'> {
  readonly evolutions: readonly SavedEvolution[];
  readonly plans: readonly (readonly [string, SessionPlan])[];
}

/** The session as plain JSON, from which {@link restored} makes it again. */
export function saved({ plans, evolutions, ...rest }: CommitsState): SavedCommits {
  return {
    ...rest,
    plans: [...plans],
    evolutions: Array.from(evolutions.values(), (each) => ({ ...each, slots: [...each.slots] })),
  };
}

/** The session that was saved. */
export function restored(snapshot: unknown): CommitsState {
  // Only what `saved` returned comes here.
  const { plans, evolutions, ...rest } = snapshot as SavedCommits;
  const entries = evolutions.map(
    (each) => [each.setup.evolutionId, { ...each, slots: PersistentMap.from(each.slots) }] as const,
  );
  return { ...rest, plans: PersistentMap.from(plans), evolutions: PersistentMap.from(entries) };
}

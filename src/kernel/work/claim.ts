import { type Clock, systemClock, timestamp } from '../../journal/clock.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { noSuchFact } from '../../journal/refusals.ts';
import { appendDecision, DEFAULT_ATTEMPTS, type Decision, type DecisionOutcome } from '../append-decision.ts';
import { ClaimLostError, InvalidClaimError } from '../error.ts';
import { kernelFacts } from '../facts.ts';
import { ClaimCache, ClaimFold, type ClaimStatus } from './claim-fold.ts';

const MAX_TTL_MS = 366 * 24 * 60 * 60 * 1000;

/** Exclusive work held by a worker: `work` on the fact at seq `target`. */
export interface Claim {
  readonly work: string;
  readonly target: number;
  readonly worker: string;
  /** Milliseconds since 1970; after that anybody may take the work over. */
  readonly until: number;
  /** The seq of the claim. It is lost as soon as another claim follows it. */
  readonly seq: number;
}

/** Whether the work could be claimed, and if not, why. */
export type ClaimOutcome =
  | { readonly ok: true; readonly claim: Claim }
  | { readonly ok: false; readonly reason: 'held'; readonly worker: string; readonly until: number }
  | { readonly ok: false; readonly reason: 'settled' }
  /** The session is paused. Renewing and settling what is under way goes on. */
  | { readonly ok: false; readonly reason: 'paused' };

/** Which work, for whom, and for how long. */
export interface ClaimRequest {
  readonly work: string;
  readonly target: number;
  readonly worker: string;
  readonly ttlMs: number;
}

/** The clock for claims, and what is known about them. */
export interface ClaimOptions {
  readonly clock?: Clock;
  /** Whether a worker is known to be dead. Others may take over its work at once. */
  readonly isGone?: (worker: string) => boolean;
  /** A cache of this journal's claims, which is updated so that nothing is read twice. */
  readonly claims?: ClaimCache;
}

/** How long to extend a claim. */
interface RenewOptions {
  readonly ttlMs: number;
  /** Milliseconds since 1970, for callers who know that time has passed although the clock was set back. */
  readonly atLeast?: number;
}

/** The part of a journal that claiming needs. */
export type ClaimableJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'facts'>;

/**
 * Claims exclusive work, unless somebody holds it, it is done, or the journal is known to be paused. Takes over an
 * expired claim.
 */
export async function claim(
  journal: ClaimableJournal,
  { work, target, worker, ttlMs }: ClaimRequest,
  {
    clock = systemClock,
    claims = new ClaimCache(new ClaimFold(target)),
    isGone = () => false,
  }: ClaimOptions = {},
): Promise<ClaimOutcome> {
  checkTtl(ttlMs);
  const { decision, head } = await decideOn(journal, claims, () => {
    const { fold } = claims;
    if (target > fold.head) throw noSuchFact(journal.id, target, fold.head);
    const status = fold.statusOf(work, target);
    const now = clock.now();
    if (status.type === 'settled') return { append: [], refusal: { ok: false, reason: 'settled' } as const };
    if (fold.pause) return { append: [], refusal: { ok: false, reason: 'paused' } as const };
    if (status.type === 'held' && now < status.until && !isGone(status.worker)) {
      const { worker: holder, until } = status;
      return { append: [], refusal: { ok: false, reason: 'held', worker: holder, until } as const };
    }
    const until = now + ttlMs;
    return { append: [claimed({ work, target, worker, until })], until };
  });
  if (decision.refusal) return decision.refusal;
  return { ok: true, claim: { work, target, worker, until: decision.until, seq: head } };
}

/**
 * Extends a claim: by the clock, and at least until `atLeast`. Throws {@link ClaimLostError} if somebody else has
 * taken it over.
 */
export async function renew(
  journal: ClaimableJournal,
  held: Claim,
  { ttlMs, atLeast = 0, clock = systemClock, claims }: ClaimOptions & RenewOptions,
): Promise<Claim> {
  checkTtl(ttlMs);
  const { decision, head } = await whileHeld(journal, held, claims, () => {
    const until = Math.max(clock.now() + ttlMs, atLeast);
    return { append: [claimed({ ...held, until })], until };
  });
  return { ...held, until: decision.until, seq: head };
}

/** Releases a claim before it expires. */
export async function release(
  journal: ClaimableJournal,
  held: Claim,
  { clock = systemClock, claims }: ClaimOptions = {},
): Promise<void> {
  await whileHeld(journal, held, claims, () => ({ append: [claimed({ ...held, until: clock.now() })] }));
}

/** The outcome of claimed work: facts, or a function that returns them for the current end of the journal. */
export type Outcome =
  | readonly ProposedFact[]
  | ((head: number) => readonly ProposedFact[] | Promise<readonly ProposedFact[]>);

/**
 * Records the outcome of claimed work and its completion in one batch. An outcome function is called with the seq
 * it would follow, and again whenever another writer was first. Throws {@link ClaimLostError} and appends nothing
 * if somebody else has claimed or settled the work since; a claim that only expired can still be settled.
 */
export async function settle(
  journal: ClaimableJournal,
  held: Claim,
  outcome: Outcome,
  { claims }: Pick<ClaimOptions, 'claims'> = {},
): Promise<{ readonly facts: readonly Envelope[]; readonly head: number }> {
  const { work, target } = held;
  const decide = async (seq: number) => {
    const facts = typeof outcome === 'function' ? await outcome(seq) : outcome;
    return { append: [...facts, { type: 'reaction_settled', work, target }] };
  };
  // The effect cannot be undone: giving up would mean doing it again.
  const { facts, head } = await whileHeld(journal, held, claims, decide, Number.POSITIVE_INFINITY);
  return { facts, head };
}

function whileHeld<D extends Decision<ProposedFact>>(
  journal: ClaimableJournal,
  held: Claim,
  claims = new ClaimCache(new ClaimFold(held.seq)),
  decide: (head: number) => D | Promise<D>,
  attempts?: number,
): Promise<DecisionOutcome<Envelope, D>> {
  const whenHeld = (head: number) => {
    const status = claims.fold.statusOf(held.work, held.target);
    if (status.type !== 'free' && status.seq !== held.seq) throw lost(journal.id, held, status);
    return decide(head);
  };
  return decideOn(journal, claims, whenHeld, attempts);
}

function decideOn<D extends Decision<ProposedFact>>(
  journal: ClaimableJournal,
  claims: ClaimCache,
  decide: (head: number) => D | Promise<D>,
  attempts = DEFAULT_ATTEMPTS,
): Promise<DecisionOutcome<Envelope, D>> {
  let { head } = claims.fold;
  return appendDecision<Envelope, ProposedFact, D>(
    journal,
    (news) => {
      claims.accept(news);
      head = news.at(-1)?.seq ?? head;
      return decide(head);
    },
    { after: head, attempts },
  );
}

/** Validated here, whatever schemas the journal has: a claim that nobody can read would exclude nobody. */
function claimed({ work, target, worker, until }: Omit<Claim, 'seq'>): ProposedFact {
  const payload = { work, target, worker, until: timestamp(until) };
  const { error } = kernelFacts.claimed.safeParse(payload);
  if (error === undefined) return { type: 'claimed', ...payload };
  throw new InvalidClaimError({
    summary: `The claim is not valid: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}.`,
    fix: 'Name work in 1 to 128 characters and a worker in 1 to 256, and target the seq of a fact. Nothing was claimed.',
  });
}

function checkTtl(ttlMs: number): void {
  if (Number.isFinite(ttlMs) && ttlMs > 0 && ttlMs <= MAX_TTL_MS) return;
  throw new InvalidClaimError({
    expected: `ttlMs from 1 to ${MAX_TTL_MS}, a year`,
    actual: String(ttlMs),
    fix: 'Claim for as long as a worker may be unresponsive before another one takes over.',
  });
}

function lost(journal: string, held: Claim, status: Exclude<ClaimStatus, { type: 'free' }>): ClaimLostError {
  const since =
    status.type === 'settled'
      ? `it was settled at seq ${status.seq}`
      : `${status.worker} took it over at seq ${status.seq}`;
  return new ClaimLostError({
    summary: `${held.worker} no longer holds ${held.work} on seq ${held.target} of journal ${journal}, claimed at seq ${held.seq}: ${since}.`,
    fix: 'Drop the result: nothing was appended. Renew claims in time, or claim for longer.',
  });
}

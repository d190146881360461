import { type Clock, systemClock, timestamp } from '../../journal/clock.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { noSuchFact } from '../../journal/refusals.ts';
import { appendDecision, DEFAULT_ATTEMPTS, type Decided, type Decision } from '../append-decision.ts';
import { ClaimLostError, InvalidClaimError } from '../error.ts';
import { kernelFacts } from '../facts.ts';
import { ClaimCache, ClaimFold, type ClaimStatus } from './claim-fold.ts';

const LONGEST_TTL_MS = 366 * 24 * 60 * 60 * 1000;

/** Exclusive work that a worker holds: `work` on the fact at seq `target`. */
export interface Claim {
  readonly work: string;
  readonly target: number;
  readonly worker: string;
  /** Milliseconds since 1970; from then on anybody may take the work over. */
  readonly until: number;
  /** Where the claim stands in the journal. It is lost as soon as another one stands after it. */
  readonly seq: number;
}

/** Whether the work was there to take, and if not, why. */
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

/** The clock that claims go by, and what is known of them. */
export interface ClaimOptions {
  readonly clock?: Clock;
  /** Whether a worker is known to be dead. What it held may be taken over at once. */
  readonly isGone?: (worker: string) => boolean;
  /** What a host knows of this journal's claims: it is brought up to date, so that nothing is read twice. */
  readonly claims?: ClaimCache;
}

/** For how long to hold on. */
interface RenewOptions {
  readonly ttlMs: number;
  /** Milliseconds since 1970, for who knows that time has passed although the clock was set back. */
  readonly atLeast?: number;
}

/** What claiming needs of a journal. */
export type ClaimableJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'facts'>;

/**
 * Takes exclusive work, unless somebody holds it, it is done, or the journal is paused, as far as is known. A claim
 * that ran out is taken over.
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
    const standing = fold.standing(work, target);
    const now = clock.now();
    if (standing.type === 'settled')
      return { append: [], refusal: { ok: false, reason: 'settled' } as const };
    if (fold.pause) return { append: [], refusal: { ok: false, reason: 'paused' } as const };
    if (standing.type === 'held' && now < standing.until && !isGone(standing.worker)) {
      const { worker: holder, until } = standing;
      return { append: [], refusal: { ok: false, reason: 'held', worker: holder, until } as const };
    }
    const until = now + ttlMs;
    return { append: [claimed({ work, target, worker, until })], until };
  });
  if (decision.refusal) return decision.refusal;
  return { ok: true, claim: { work, target, worker, until: decision.until, seq: head } };
}

/**
 * Holds on to a claim for longer: by the clock, and at least until `atLeast`. Throws {@link ClaimLostError} when it went to
 * somebody else.
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

/** Gives a claim back before it runs out. */
export async function release(
  journal: ClaimableJournal,
  held: Claim,
  { clock = systemClock, claims }: ClaimOptions = {},
): Promise<void> {
  await whileHeld(journal, held, claims, () => ({ append: [claimed({ ...held, until: clock.now() })] }));
}

/** What came of claimed work: facts, or a function that decides on them knowing where the journal stands. */
export type Outcome =
  | readonly ProposedFact[]
  | ((head: number) => readonly ProposedFact[] | Promise<readonly ProposedFact[]>);

/**
 * Records the outcome of claimed work, and that it is done, in one batch. An outcome that is a function is asked with
 * the seq it would follow, and again whenever another writer came first. Throws {@link ClaimLostError}, and appends
 * nothing, when somebody else claimed or settled the work since; a claim that only ran out may still be settled.
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
  // What is done cannot be undone: to give up would be to do it again.
  const { facts, head } = await whileHeld(journal, held, claims, decide, Number.POSITIVE_INFINITY);
  return { facts, head };
}

function whileHeld<D extends Decision<ProposedFact>>(
  journal: ClaimableJournal,
  held: Claim,
  claims = new ClaimCache(new ClaimFold(held.seq)),
  decide: (head: number) => D | Promise<D>,
  attempts?: number,
): Promise<Decided<Envelope, D>> {
  const whenHeld = (head: number) => {
    const standing = claims.fold.standing(held.work, held.target);
    if (standing.type !== 'free' && standing.seq !== held.seq) throw lost(journal.id, held, standing);
    return decide(head);
  };
  return decideOn(journal, claims, whenHeld, attempts);
}

function decideOn<D extends Decision<ProposedFact>>(
  journal: ClaimableJournal,
  claims: ClaimCache,
  decide: (head: number) => D | Promise<D>,
  attempts = DEFAULT_ATTEMPTS,
): Promise<Decided<Envelope, D>> {
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

/** Checked here, whatever schemas the journal has: a claim that nobody can read would exclude nobody. */
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
  if (Number.isFinite(ttlMs) && ttlMs > 0 && ttlMs <= LONGEST_TTL_MS) return;
  throw new InvalidClaimError({
    expected: `ttlMs from 1 to ${LONGEST_TTL_MS}, a year`,
    actual: String(ttlMs),
    fix: 'Claim for as long as a worker may fall silent before another one takes over.',
  });
}

function lost(
  journal: string,
  held: Claim,
  standing: Exclude<ClaimStatus, { type: 'free' }>,
): ClaimLostError {
  const since =
    standing.type === 'settled'
      ? `it was settled at seq ${standing.seq}`
      : `${standing.worker} took it over at seq ${standing.seq}`;
  return new ClaimLostError({
    summary: `${held.worker} no longer holds ${held.work} on seq ${held.target} of journal ${journal}, claimed at seq ${held.seq}: ${since}.`,
    fix: 'Drop the result: nothing was appended. Renew claims in time, or claim for longer.',
  });
}

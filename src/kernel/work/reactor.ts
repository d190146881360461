import { type Clock, type NewId, randomIds, systemClock } from '../../journal/clock.ts';
import { JournalError, type JournalErrorCode } from '../../journal/error.ts';
import { type Envelope, type Fact, REDACTED } from '../../journal/fact.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { Journal } from '../../journal/journal.ts';
import { isRefusalOfFacts, journalNotFound } from '../../journal/refusals.ts';
import { isBookkeeping } from '../facts.ts';
import type { FoldableJournal } from '../fold-journal.ts';
import { inSpan, type SpanSetting } from '../telemetry/spans.ts';
import { systemTimer, type Timer } from '../timer.ts';
import {
  type Claim,
  type ClaimableJournal,
  type ClaimOptions,
  type ClaimOutcome,
  claim,
  type Outcome,
  settle,
} from './claim.ts';
import { ClaimCache, ClaimFold } from './claim-fold.ts';
import { Lease } from './lease.ts';

/** Turns a committed fact into a side effect, and the effect's outcome into facts. */
export interface Reactor<F extends Envelope = Fact> {
  /**
   * The name in its claims: stable, and unique among the reactors of a journal. Default: the types it reacts to,
   * which is enough if no other reactor acts on the same types.
   */
  readonly name?: string;
  /** The fact types it acts on. */
  readonly reactsTo: readonly string[];
  /** Whether it acts on a particular fact of these types; by default on all. Other reactors may act on the rest. */
  concerns?(fact: F): boolean;
  /**
   * When to act, in milliseconds since 1970; by default at once. A host may wait until then before it claims the
   * work.
   */
  notBefore?(fact: F): number | undefined;
  /** Resolves to the facts of the outcome, or to a function that decides them after the effect. See {@link Outcome}. */
  act(fact: F, context: ReactorContext): Promise<Outcome>;
}

/** What a reactor can use while it acts. */
export interface ReactorContext {
  /** Aborted when the host stops or the claim is lost: then the result of `act` is not recorded. */
  readonly signal: AbortSignal;
  /** The same on every attempt at this fact. Pass it to services that accept one, and they act once too. */
  readonly idempotencyKey: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readAttachment(sha256: string): Promise<Uint8Array>;
  /** Stores content that is too large for a fact, and resolves to the hash that a fact of the outcome carries. */
  writeAttachment(bytes: Uint8Array): Promise<string>;
  /** The fact's journal, to read and to follow. */
  readonly journal: FoldableJournal &
    Pick<Journal<Envelope>, 'id' | 'subscribe'> &
    Partial<Pick<Journal<Envelope>, 'describe' | 'watch'>>;
}

/** Who acts, and by which clock. */
export interface ReactOptions {
  /** The name of this process or thread. */
  readonly worker: string;
  /** How long an unresponsive worker keeps the work. The claim is renewed while `act` runs. */
  readonly ttlMs?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly newId?: NewId;
  readonly claims?: ClaimCache;
  /** See {@link ClaimOptions}. */
  readonly isGone?: (worker: string) => boolean;
}

/** `copied`: the fact came with a fork or an import, and belongs to the original journal. */
export type Reaction =
  | { readonly ok: true; readonly facts: readonly Envelope[]; readonly head: number }
  | { readonly ok: false; readonly reason: 'not-for-it' | 'copied' }
  | Exclude<ClaimOutcome, { readonly ok: true }>;

/** The part of a journal that reacting needs. */
export type ReactableJournal = ClaimableJournal &
  FoldableJournal &
  Pick<Journal<Envelope>, 'attachments' | 'describe' | 'subscribe'> &
  Partial<Pick<Journal<Envelope>, 'watch' | 'redact'>>;

/** The default duration of a claim. */
export const DEFAULT_TTL_MS = 30_000;

const PASSING: ReadonlySet<string> = new Set<JournalErrorCode>([
  'store-failed',
  'store-full',
  'store-locked',
  'store-unreachable',
]);

const FIRST_RETRY_MS = 100;
const ERASED_WITH = { reason: 'The fact that led to it was erased.' } as const;

/**
 * Lets a reactor act on a fact, once among all workers: claims the work, acts, and records the outcome together
 * with the end of the claim. If `act` throws, the claim is released and the error passed on. If the journal refuses
 * the outcome, the work ends with a `reaction_failed`, and the error is passed on too. While the store is
 * unavailable and the claim holds, recording is retried.
 */
export async function react<F extends Envelope>(
  journal: ReactableJournal,
  reactor: Reactor<F>,
  fact: F,
  options: ReactOptions,
): Promise<Reaction> {
  const {
    worker,
    ttlMs = DEFAULT_TTL_MS,
    clock = systemClock,
    timer = systemTimer,
    newId = randomIds,
  } = options;
  options.signal?.throwIfAborted();
  if (!isFor(reactor, fact)) return { ok: false, reason: 'not-for-it' };
  const summary = await journal.describe();
  if (summary === undefined) throw journalNotFound(journal.id);
  const { nativeFrom } = summary;
  if (fact.seq < nativeFrom) return { ok: false, reason: 'copied' };
  const known = options.claims ?? new ClaimCache(new ClaimFold(nativeFrom - 1, { nativeFrom }));
  const claims = { claims: known };

  const work = reactor.name ?? reactor.reactsTo.join(' ');
  const request = { work, target: fact.seq, worker, ttlMs };
  const gone = options.isGone && { isGone: options.isGone };
  const claimed = await claim(journal, request, { clock, ...claims, ...gone });
  if (!claimed.ok) return claimed;
  const lease = new Lease(journal, claimed.claim, { ttlMs, clock, timer, ...claims });
  const signal = options.signal ? AbortSignal.any([options.signal, lease.signal]) : lease.signal;
  let outcome: Outcome;
  try {
    const context: ReactorContext = {
      signal,
      idempotencyKey: sha256(`${journal.id}\n${work}\n${fact.seq}\n${fact.id}`),
      clock,
      newId,
      readAttachment: (hash) => journal.attachments.get(hash),
      writeAttachment: async (bytes) => (await journal.attachments.put(bytes)).sha256,
      journal,
    };
    outcome = await inSpan(`react ${work}`, spanSetting(work, fact, journal.id), () =>
      reactor.act(fact, context),
    );
  } catch (error) {
    await lease.giveBack();
    throw error;
  }
  const held = await lease.end();
  for (let waitMs = FIRST_RETRY_MS; ; waitMs *= 2) {
    try {
      const recorded = await record(journal, held, outcome, claims);
      await eraseWith(journal, fact, recorded.facts);
      return { ok: true, ...recorded };
    } catch (error) {
      // The effect has happened: giving up while nobody else may take over would repeat it.
      if (!isPassing(error) || options.signal?.aborted || clock.now() + waitMs >= held.until) throw error;
    }
    await passed(waitMs, timer, options.signal);
  }
}

/** The outcome of a fact that was erased meanwhile may repeat its content, and is erased too. */
async function eraseWith(
  journal: ReactableJournal,
  { seq }: Envelope,
  outcome: readonly Envelope[],
): Promise<void> {
  const [target] = await journal.facts({ from: seq, to: seq });
  if (target?.type !== REDACTED) return;
  for (const fact of outcome) if (!isBookkeeping(fact)) await journal.redact?.(fact.seq, ERASED_WITH);
}

/** Whether a store failure may be temporary. */
function isPassing(error: unknown): boolean {
  return error instanceof JournalError && PASSING.has(error.code);
}

function passed(ms: number, timer: Timer, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = timer.after(ms, resolve);
  // When stopping, it is recorded at once or not at all.
  signal?.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(cancel);
}

function spanSetting(work: string, fact: Envelope, conversation: string): SpanSetting {
  return {
    conversation,
    attributes: {
      'wayfold.reactor': work,
      'wayfold.trigger.type': fact.type,
      'wayfold.trigger.seq': fact.seq,
    },
  };
}

/** Whether a reactor acts on a fact. */
export function isFor<F extends Envelope>(reactor: Reactor<F>, fact: F): boolean {
  return reactor.reactsTo.includes(fact.type) && (reactor.concerns?.(fact) ?? true);
}

/**
 * An outcome that the journal refuses is a bug of the reactor, and acting again would repeat the effect: the work
 * is settled as failed, and the error passed on.
 */
async function record(
  journal: ClaimableJournal,
  held: Claim,
  outcome: Outcome,
  options: Pick<ClaimOptions, 'claims'>,
): ReturnType<typeof settle> {
  try {
    return await settle(journal, held, outcome, options);
  } catch (error) {
    if (!isRefusalOfFacts(error)) throw error;
    const { work, target } = held;
    const failed = { type: 'reaction_failed', work, target, code: error.code, message: error.message };
    await settle(journal, held, [failed], options);
    throw error;
  }
}

/**
 * @module
 * The kernel turns commands into facts and facts into deeds: handlers decide, reactors act, and the journal's
 * compare-and-set keeps both right when many do so at once. It runs in browsers too.
 *
 * ```ts
 * import { memoryStore, openJournal } from 'wayfold/journal';
 * import { type Handler, runHandler } from 'wayfold/kernel';
 *
 * type Command = { type: 'Deposit' | 'Withdraw'; amount: number };
 * type Event = { type: 'Deposited' | 'Withdrawn'; amount: number };
 *
 * class Account implements Handler<Command, Event> {
 *   balance = 0;
 *
 *   static fold(events: readonly Event[], from = 0): Account {
 *     const account = new Account();
 *     account.balance = from;
 *     for (const event of events) account.#apply(event);
 *     return account;
 *   }
 *
 *   process({ type, amount }: Command): Event[] {
 *     if (type === 'Withdraw' && amount > this.balance) throw new RangeError('not enough money');
 *     const event: Event = { type: type === 'Deposit' ? 'Deposited' : 'Withdrawn', amount };
 *     this.#apply(event);
 *     return [event];
 *   }
 *
 *   #apply({ type, amount }: Event): void {
 *     if (type === 'Deposited') this.balance += amount;
 *     if (type === 'Withdrawn') this.balance -= amount;
 *   }
 * }
 *
 * const journal = openJournal(memoryStore(), 'account:1');
 * const account = { name: 'account', version: 1, fold: Account.fold, snapshot: (a: Account) => a.balance };
 * await runHandler(journal, { ...account, command: { type: 'Deposit', amount: 50 } });
 * const { handler, head } = await runHandler(journal, { ...account, command: { type: 'Withdraw', amount: 20 } });
 * console.log(handler.balance, head); // 30 2
 * ```
 */

// Time and ids
export { type Clock, type NewId, randomIds, systemClock } from '../journal/clock.ts';
export {
  appendDecision,
  DEFAULT_ATTEMPTS,
  type Decided,
  type Decision,
  type DecisionOptions,
} from './append-decision.ts';
export { AppendList } from './append-list.ts';
export { AppendSet } from './append-set.ts';
export {
  type Claim,
  type ClaimableJournal,
  type ClaimOptions,
  type ClaimOutcome,
  type ClaimWish,
  claim,
  type Outcome,
  release,
  renew,
  settle,
} from './claim.ts';
export { ClaimBook, ClaimCache, type ClaimStanding } from './claim-book.ts';
// Following
export type { ProjectionChange, RetryOptions } from './delivery.ts';
// Errors
export {
  ClaimLostError,
  ConflictError,
  InvalidClaimError,
  KERNEL_ERROR_CODES,
  type KernelErrorCode,
} from './error.ts';
export { type EventOf, eventOf, type RedactedEvent } from './event.ts';
export { BOOKKEEPING, isBookkeeping, kernelFacts } from './facts.ts';
export {
  DEFAULT_SNAPSHOT_EVERY,
  type FoldableJournal,
  type FoldOptions,
  foldJournal,
} from './fold-journal.ts';
export { decideOn, type Following, type FollowOptions, follow, followed, stateOf } from './follow.ts';
// Deciding
export { type Fold, fold, type Handler } from './handler.ts';
export type { MapKey } from './key-trie.ts';
// Limits and pauses
export { LimitName, Limits, type Pause, PauseBook } from './pause.ts';
export { PersistentMap } from './persistent-map.ts';
export {
  acceptAll,
  type Book,
  bookProjection,
  type CheckpointOptions,
  type ProjectedJournal,
  type Projection,
  type ProjectionOrigin,
} from './projection.ts';
// Acting
export {
  DEFAULT_TTL_MS,
  isFor,
  type ReactableJournal,
  type Reaction,
  type ReactOptions,
  type Reactor,
  type ReactorContext,
  react,
} from './reactor.ts';
export { type Handled, type RunOptions, runHandler } from './run-handler.ts';
export { SpendingBook, type Spent, Usage } from './spending.ts';
export { systemTimer, type Timer } from './timer.ts';

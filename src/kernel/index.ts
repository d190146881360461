/**
 * @module The kernel turns commands into facts and facts into actions: handlers decide, reactors act, and the
 *   journal's compare-and-set keeps both correct under concurrency. It also runs in browsers.
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

// Deciding

export { appendDecision } from './append-decision.ts';
export type { RedactedEvent } from './event.ts';
export { foldJournal } from './fold-journal.ts';
export { fold, type Handler } from './handler.ts';
export { runHandler } from './run-handler.ts';

// Following a journal

export { AppendList } from './collections/append-list.ts';
export { AppendSet } from './collections/append-set.ts';
export { PersistentMap } from './collections/persistent-map.ts';
export { decideOn, follow, stateOf } from './projection/follow.ts';
export type { Projection } from './projection/projection.ts';

// Acting

export { kernelFacts } from './facts.ts';
export type { Timer } from './timer.ts';
export { claim, release, renew, settle } from './work/claim.ts';
export { ClaimCache } from './work/claim-fold.ts';
export { type Reactor, type ReactorContext, react } from './work/reactor.ts';

// Errors

export { ConflictError } from './error.ts';

import type { Handler } from '../src/kernel/handler.ts';

export interface AccountCommand {
  readonly type: 'Deposit' | 'Withdraw';
  readonly amount: number;
}

export type AccountEvent =
  | { readonly type: 'Deposited'; readonly amount: number }
  | { readonly type: 'Withdrawn'; readonly amount: number };

/** The handler of the kernel's own tests: it refuses what it has not got, and nothing comes of an amount of 0. */
export class Account implements Handler<AccountCommand, AccountEvent> {
  balance = 0;
  /** How many events it was folded from. */
  folded = 0;

  static fold(events: readonly AccountEvent[], from?: { readonly balance: number }): Account {
    const account = new Account();
    account.balance = from?.balance ?? 0;
    account.folded = events.length;
    for (const event of events) account.#apply(event);
    return account;
  }

  process({ type, amount }: AccountCommand): AccountEvent[] {
    if (amount === 0) return [];
    if (type === 'Withdraw' && amount > this.balance) throw new RangeError(`only ${this.balance} there`);
    const event: AccountEvent = { type: type === 'Deposit' ? 'Deposited' : 'Withdrawn', amount };
    this.#apply(event);
    return [event];
  }

  #apply(event: AccountEvent): void {
    if (event.type === 'Deposited') this.balance += event.amount;
    if (event.type === 'Withdrawn') this.balance -= event.amount;
  }
}

export const account = { name: 'account', version: 1, fold: Account.fold };

export const snapshottingAccount = {
  ...account,
  snapshot: ({ balance }: Account) => ({ balance }),
  snapshotEvery: 3,
};

export const deposit = (amount: number): AccountCommand => ({ type: 'Deposit', amount });
export const withdraw = (amount: number): AccountCommand => ({ type: 'Withdraw', amount });

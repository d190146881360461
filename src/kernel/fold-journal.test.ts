import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Account,
  type AccountEvent,
  account,
  deposit,
  snapshottingAccount,
  withdraw,
} from '../../test/account.ts';
import { memoryStore, openJournal } from '../journal/index.ts';
import { foldJournal } from './fold-journal.ts';
import { fold } from './handler.ts';
import { runHandler } from './run-handler.ts';

describe('snapshots of a handler', () => {
  it('are saved after enough facts, and folding continues from there', async () => {
    const journal = openJournal(memoryStore(), 'a');
    for (let i = 0; i < 3; i++) await runHandler(journal, { ...snapshottingAccount, command: deposit(1) });
    expect(await journal.loadSnapshot(account)).toBeUndefined();
    const fourth = await runHandler(journal, { ...snapshottingAccount, command: deposit(1) });
    expect(await journal.loadSnapshot(account)).toMatchObject({ seq: 3, state: { balance: 3 } });
    expect(fourth.handler).toMatchObject({ balance: 4, folded: 0 });
    const fifth = await runHandler(journal, { ...snapshottingAccount, command: withdraw(5) }).catch(
      (e) => e.message,
    );
    expect(fifth).toBe('only 4 there');
    const sixth = await runHandler(journal, { ...snapshottingAccount, command: withdraw(4) });
    expect(sixth.handler).toMatchObject({ balance: 0, folded: 1 });
  });

  it('of another version are not used', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([{ type: 'Deposited', amount: 7 }]);
    await journal.saveSnapshot({ name: 'account', version: 1, seq: 1, state: { balance: 1000 } });
    const { handler } = await runHandler(journal, {
      ...snapshottingAccount,
      version: 2,
      command: deposit(1),
    });
    expect(handler.balance).toBe(8);
  });

  it('are not read without a snapshot function', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([{ type: 'Deposited', amount: 7 }]);
    await journal.saveSnapshot({ name: 'account', version: 1, seq: 1, state: { balance: 1000 } });
    const { handler } = await runHandler(journal, { ...account, command: deposit(1) });
    expect(handler.balance).toBe(8);
  });

  it('are frozen when the fold gets them, so that mutations fail at once', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([{ type: 'Deposited', amount: 7 }]);
    await journal.saveSnapshot({ name: 'account', version: 1, seq: 1, state: { list: [{ n: 1 }] } });
    const changing = (_: readonly AccountEvent[], from?: { list: { n: number }[] }) => {
      for (const item of from?.list ?? []) item.n += 1;
      return new Account();
    };
    const run = runHandler(journal, {
      name: 'account',
      version: 1,
      fold: changing,
      snapshot: () => ({ list: [] }),
      command: deposit(1),
    });
    await expect(run).rejects.toThrow(TypeError);
  });

  it('that cannot be saved fail the command before anything is appended', async () => {
    const journal = openJournal(memoryStore(), 'a');
    for (let i = 0; i < 3; i++) await runHandler(journal, { ...account, command: deposit(1) });
    const run = runHandler(journal, {
      ...snapshottingAccount,
      snapshot: () => undefined,
      command: deposit(1),
    });
    await expect(run).rejects.toMatchObject({ code: 'invalid-payload' });
    expect(await journal.head()).toBe(3);
  });

  it('keep a command’s cost from growing with the journal', async () => {
    const journal = openJournal(memoryStore(), 'a');
    const most = { folded: 0 };
    for (let i = 0; i < 100; i++) {
      const { handler } = await runHandler(journal, { ...snapshottingAccount, command: deposit(1) });
      most.folded = Math.max(most.folded, handler.folded);
    }
    expect(most.folded).toBeLessThan(snapshottingAccount.snapshotEvery);
  });

  it('do not change the result, whichever one the fold starts from', async () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.integer({ min: 1, max: 8 }), async (deposits, snapshotEvery) => {
        const journal = openJournal(memoryStore(), 'a');
        const batches = deposits.map((amount) => [{ type: 'Deposited', amount }]);
        for (const [i, batch] of batches.entries()) {
          await journal.append(batch);
          if (i % 4 === 0) await foldJournal(journal, { ...snapshottingAccount, snapshotEvery });
        }
        const fromSnapshot = await foldJournal(journal, { ...snapshottingAccount, snapshotEvery });
        const fromStart = await foldJournal(journal, account);
        expect(fromSnapshot.head).toBe(deposits.length);
        expect(fromSnapshot.folded.balance).toBe(fromStart.folded.balance);
      }),
    );
  });
});

describe('a fold of initial state and evolve', () => {
  const balance = fold(0, (sum: number, event: AccountEvent) =>
    event.type === 'Deposited' ? sum + event.amount : sum - event.amount,
  );
  const events: AccountEvent[] = [
    { type: 'Deposited', amount: 5 },
    { type: 'Withdrawn', amount: 2 },
  ];

  it('starts at the initial state or at a given one', () => {
    expect(balance(events)).toBe(3);
    expect(balance([])).toBe(0);
    expect(balance(events, 100)).toBe(103);
  });

  it('is its own snapshot', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append(events);
    const options = { name: 'b', version: 1, fold: balance, snapshot: (n: number) => n, snapshotEvery: 1 };
    expect(await foldJournal(journal, options)).toEqual({ folded: 3, head: 2 });
    expect(await journal.loadSnapshot({ name: 'b', version: 1 })).toMatchObject({ seq: 2, state: 3 });
    expect(await foldJournal(journal, options)).toEqual({ folded: 3, head: 2 });
  });
});

describe('a long journal', () => {
  it('is folded in batches, so that it is never entirely in memory', async () => {
    const journal = openJournal(memoryStore(), 'long');
    for (let batch = 0; batch < 25; batch++) {
      await journal.append(Array.from({ length: 1000 }, () => ({ type: 'counted' })));
    }
    const parts: number[] = [];
    const count = (events: readonly { type: string }[], from = 0) => {
      parts.push(events.length);
      return from + events.length;
    };
    const options = { name: 'count', version: 1, fold: count, snapshot: (n: number) => n };
    expect(await foldJournal(journal, options)).toEqual({ folded: 25_000, head: 25_000 });
    expect(Math.max(...parts)).toBeLessThan(13_000);
    expect(await journal.loadSnapshot({ name: 'count', version: 1 })).toMatchObject({
      seq: 25_000,
      state: 25_000,
    });
  });
});

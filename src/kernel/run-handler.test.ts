import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { Account, type AccountEvent, account, deposit, withdraw } from '../../test/account.ts';
import { storeWith } from '../../test/store-with.ts';
import { type Fact, type FactStore, memoryStore, openJournal } from '../journal/index.ts';
import { ConflictError } from './error.ts';
import { runHandler } from './run-handler.ts';

/** Runs `meanwhile` before each of the first `times` appends to a store. */
function interfering(store: FactStore, times: number, meanwhile: () => Promise<unknown>): FactStore {
  let left = times;
  return storeWith(store, {
    append: async (request) => {
      if (left-- > 0) await meanwhile();
      return await store.append(request);
    },
  });
}

describe('running a command', () => {
  it('appends what the handler decided and returns the handler', async () => {
    const journal = openJournal(memoryStore(), 'a');
    const first = await runHandler(journal, { ...account, command: deposit(50) });
    expect(first).toMatchObject({ events: [{ type: 'Deposited', amount: 50 }], head: 1, attempts: 1 });
    const second = await runHandler(journal, { ...account, command: withdraw(20) });
    expect(second.handler.balance).toBe(30);
    expect(second.facts).toEqual(await journal.facts({ from: 2 }));
  });

  it('appends nothing if there are no events', async () => {
    const journal = openJournal(memoryStore(), 'a');
    const result = await runHandler(journal, { ...account, command: deposit(0) });
    expect(result).toMatchObject({ events: [], facts: [], head: 0 });
    expect(await journal.describe()).toBeUndefined();
  });

  it('passes the handler’s error through and appends nothing', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([{ type: 'Deposited', amount: 5 }]);
    await expect(runHandler(journal, { ...account, command: withdraw(6) })).rejects.toThrow('only 5 there');
    expect(await journal.head()).toBe(1);
  });

  it('passes facts to the fold without envelope and bookkeeping, and placeholders for erased ones', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([
      { type: 'Deposited', amount: 5 },
      { type: 'claimed', work: 'w', target: 1, worker: 'me', until: '2026-01-01T00:00:00.000Z' },
      { type: 'reaction_settled', work: 'w', target: 1 },
      { type: 'pass_settled', triggers: [] },
      { type: 'Deposited', amount: 6, v: 3 },
      { type: 'Withdrawn', amount: 1 },
    ]);
    await journal.redact(6);
    const seen: unknown[] = [];
    const spying = (events: readonly AccountEvent[]) => {
      seen.push(...events);
      return Account.fold(events);
    };
    const { head } = await runHandler(journal, { ...account, fold: spying, command: deposit(1) });
    expect(head).toBe(8);
    expect(seen).toEqual([
      { type: 'Deposited', amount: 5 },
      { type: 'Deposited', amount: 6 },
      { type: 'redacted', redactedType: 'Withdrawn', redactedAt: expect.any(String) },
    ]);
  });

  it('decides again on what came in between', async () => {
    const store = memoryStore();
    const other = openJournal(store, 'a');
    await other.append([{ type: 'Deposited', amount: 50 }]);
    const busy = interfering(store, 1, () => other.append([{ type: 'Withdrawn', amount: 45 }]));
    await expect(runHandler(openJournal(busy, 'a'), { ...account, command: withdraw(20) })).rejects.toThrow(
      'only 5 there',
    );
    const again = interfering(store, 2, () => other.append([{ type: 'Deposited', amount: 50 }]));
    const result = await runHandler(openJournal(again, 'a'), { ...account, command: withdraw(4) });
    expect(result.attempts).toBe(3);
    expect(result.handler.balance).toBe(101);
  });

  it('gives up with a ConflictError after as many attempts as it was given', async () => {
    const store = memoryStore();
    const other = openJournal(store, 'a');
    const busy = openJournal(
      interfering(store, 1000, () => other.append([{ type: 'Deposited', amount: 1 }])),
      'a',
    );
    const failed = runHandler(busy, { ...account, command: withdraw(1), attempts: 3 }).catch((e) => e);
    expect(await failed).toBeInstanceOf(RangeError);
    const conflict = await runHandler(busy, { ...account, command: deposit(1), attempts: 3 }).catch((e) => e);
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict).toMatchObject({ code: 'conflict', summary: expect.stringContaining('3 times') });
    expect((await other.facts()).every(({ amount }) => amount === 1)).toBe(true);
  });

  it('fails if the journal was deleted meanwhile', async () => {
    const store = memoryStore();
    await openJournal(store, 'a').append([{ type: 'Deposited', amount: 50 }]);
    const busy = openJournal(
      interfering(store, 1, () => store.delete('a')),
      'a',
    );
    await expect(runHandler(busy, { ...account, command: withdraw(1) })).rejects.toMatchObject({
      code: 'invalid-seq',
    });
  });

  it('accepts interfaces and type aliases, typed journals and plain ones', async () => {
    const facts = { Deposited: z.object({ amount: z.int() }), Withdrawn: z.object({ amount: z.int() }) };
    const typed = openJournal(memoryStore(), 'a', { facts });
    const result = await runHandler(typed, { ...account, command: deposit(1) });
    expectTypeOf(result.handler).toEqualTypeOf<Account>();
    expectTypeOf(result.events).toEqualTypeOf<readonly AccountEvent[]>();
    const plain = await runHandler(openJournal(memoryStore(), 'a'), { ...account, command: deposit(1) });
    expectTypeOf(plain.facts).toEqualTypeOf<readonly Fact[]>();
    const refused = runHandler(typed, { ...account, command: deposit(1.5) });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-payload' });
  });
});

it('accepts the commands of its handler and no others', async () => {
  const journal = openJournal(memoryStore(), 'typed');
  const command = { type: 'Nonsense', amount: 0 } as const;
  // @ts-expect-error this handler knows no such command
  const { events } = await runHandler(journal, { ...account, command });
  expect(events).toEqual([]);
});

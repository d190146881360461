import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Account,
  type AccountCommand,
  type AccountEvent,
  account,
  deposit,
  snapshottingAccount,
} from '../../test/account.ts';
import { storeWith } from '../../test/store-with.ts';
import { type FactStore, memoryStore, openJournal } from '../journal/index.ts';
import { DEFAULT_ATTEMPTS } from './append-decision.ts';
import { foldJournal } from './fold-journal.ts';
import { runHandler } from './run-handler.ts';

describe('many commands at once', () => {
  it(`all succeed, up to ${DEFAULT_ATTEMPTS} of them`, async () => {
    const store = memoryStore();
    const runs = Array.from({ length: DEFAULT_ATTEMPTS }, () =>
      runHandler(openJournal(store, 'a'), { ...snapshottingAccount, command: deposit(1) }),
    );
    const attempts = (await Promise.all(runs)).map((run) => run.attempts);
    expect(Math.max(...attempts)).toBeGreaterThan(1);
    const { folded } = await foldJournal(openJournal(store, 'a'), snapshottingAccount);
    expect(folded.balance).toBe(DEFAULT_ATTEMPTS);
  });

  it('end as if they had come one after the other, in whatever way they interleave', async () => {
    const command = fc.record({
      type: fc.constantFrom<AccountCommand['type'][]>('Deposit', 'Withdraw'),
      amount: fc.integer({ min: 0, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(command, { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (scheduler, commands, withSnapshots) => {
          const store = memoryStore();
          const slow = scheduled(store, scheduler);
          const options = withSnapshots ? snapshottingAccount : account;
          const runs = commands.map((each) =>
            runHandler(openJournal(slow, 'a'), { ...options, command: each }).then(
              ({ events, head }) => ({ command: each, head, events }),
              (error: unknown) => ({ command: each, error }),
            ),
          );
          const done = await scheduler.waitFor(Promise.all(runs));
          const log = (await openJournal(store, 'a').facts()).map(({ type, amount }) => ({ type, amount }));
          isSerial(done, log as AccountEvent[]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

type Done = { command: AccountCommand } & (
  | { head: number; events: readonly AccountEvent[] }
  | { error: unknown }
);

/** Each command that succeeded did so on exactly the facts before it, each refused one on some state there was. */
function isSerial(done: readonly Done[], log: readonly AccountEvent[]): void {
  const states = Array.from({ length: log.length + 1 }, (_, head) => log.slice(0, head));
  for (const run of done) {
    if ('error' in run) {
      expect(run.error).toBeInstanceOf(RangeError);
      expect(states.some((state) => refuses(state, run.command))).toBe(true);
    } else {
      const before = run.head - run.events.length;
      expect(Account.fold(log.slice(0, before)).process(run.command)).toEqual(run.events);
      expect(log.slice(before, run.head)).toEqual(run.events);
    }
  }
  expect(log.length).toBe(done.reduce((sum, run) => sum + ('events' in run ? run.events.length : 0), 0));
}

function refuses(state: readonly AccountEvent[], command: AccountCommand): boolean {
  try {
    Account.fold(state).process(command);
    return false;
  } catch {
    return true;
  }
}

/** A store whose every call waits for the scheduler's turn. */
function scheduled(store: FactStore, scheduler: fc.Scheduler): FactStore {
  const turn = async <T>(call: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    return await call();
  };
  return storeWith(store, {
    append: (request) => turn(() => store.append(request)),
    read: (journal, range) => turn(() => store.read(journal, range)),
    redactions: () => store.redactions(),
    saveSnapshot: (...args) => turn(() => store.saveSnapshot(...args)),
    loadSnapshot: (journal, want) => turn(() => store.loadSnapshot(journal, want)),
  });
}

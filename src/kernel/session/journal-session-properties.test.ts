import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum, Total } from '../../../test/counting-session.ts';
import { scheduledStore } from '../../../test/scheduled-store.ts';
import { type FactStore, memoryStore, openJournal } from '../../journal/index.ts';
import type { ToolInvoked } from './facts.ts';
import { Session } from './session.ts';
import type { Slice } from './slice.ts';

const Calls: Slice<object> = { name: 'Calls', parse: Object };

/** What one session does in its turn. */
type Move =
  | {
      readonly type: 'record';
      readonly by: number;
      readonly amounts: readonly number[];
      readonly note: unknown;
    }
  | { readonly type: 'roll back'; readonly by: number }
  | { readonly type: 'erase'; readonly seq: number };

const by = fc.nat({ max: 1 });
/** Texts and numbers, also such as JSON writes otherwise than they are. */
const note = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(undefined, -0, [-0], { a: undefined }));
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('record'),
      by,
      amounts: fc.array(fc.integer({ min: -3, max: 5 }), { minLength: 1, maxLength: 3 }),
      note,
    }),
  },
  fc.record({ type: fc.constant('roll back'), by }),
  fc.record({ type: fc.constant('erase'), seq: fc.integer({ min: 1, max: 8 }) }),
);

/** A total that refuses to go below zero, and all that was ever called. */
function counting(store: FactStore, onReduce = () => {}): Session {
  const session = new Session({ journal: openJournal(store, 's') });
  session.register(Total, 'ToolInvoked', (values, event: ToolInvoked) => {
    onReduce();
    return sum(values, event);
  });
  session.register(Calls, 'ToolInvoked', (calls, { params }: ToolInvoked) => [...calls, params]);
  return session;
}

const called = (amount: number, note: unknown): ToolInvoked => ({
  type: 'ToolInvoked',
  tool: 'add',
  params: { amount, note },
  success: true,
});

async function recordAll(session: Session, amounts: readonly number[], note: unknown): Promise<void> {
  await session.record(
    () => amounts.map((amount) => called(amount, note)),
    () => undefined,
  );
}

async function stateOf(session: Session) {
  await session.refresh();
  return { version: session.version, total: session.select(Total), calls: session.select(Calls) };
}

describe('two sessions of one journal', () => {
  it('equal the fold of a third one, however calls and erasures interleave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 2, maxLength: 10 }),
        fc.scheduler(),
        async (moves, scheduler) => {
          const store = memoryStore();
          const slow = scheduledStore(store, scheduler);
          const sessions = [counting(slow), counting(slow)] as const;
          const snapshot = await scheduler.waitFor(sessions[0].snapshot());
          const made = moves.map(async (each) => {
            // A total that would go below zero is refused, and so is the erasing of what is not there.
            const ignored = () => undefined;
            if (each.type === 'erase') return await openJournal(slow, 's').redact(each.seq).catch(ignored);
            const session = sessions[each.by === 0 ? 0 : 1];
            const acting =
              each.type === 'roll back'
                ? session.rollback(snapshot)
                : recordAll(session, each.amounts, each.note);
            return await acting.catch(ignored);
          });
          await scheduler.waitFor(Promise.all(made));
          const folded = await stateOf(counting(store));
          for (const session of sessions) {
            expect(await scheduler.waitFor(stateOf(session))).toStrictEqual(folded);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a session with a journal', () => {
  it('reduces each recorded event once', async () => {
    let reduced = 0;
    const session = counting(memoryStore(), () => {
      reduced += 1;
    });
    await recordAll(session, [1, 2, 3], 'all at once');
    await recordAll(session, [4], 'alone');
    expect(session.select(Total)).toEqual([10]);
    expect(reduced).toBe(4);
  });

  it('uses the journal’s version of an event if it differs from the decided one', async () => {
    const store = memoryStore();
    const session = counting(store);
    await recordAll(session, [1], undefined);
    await recordAll(session, [-0], -0);
    expect(session.select(Calls)).toStrictEqual([{ amount: 1 }, { amount: 0, note: 0 }]);
    expect(session.select(Calls)).toStrictEqual((await stateOf(counting(store))).calls);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdleSession } from '../session-pool.ts';
import { afterRest, needsWork, ObjectState, type Wake } from './object-state.ts';

const NEW = ObjectState.parse({});
const changed = (head: number, createdAt = 'a', resumed = 0): Wake => ({
  type: 'changed',
  createdAt,
  head,
  resumed,
});
const rest = (over: Partial<IdleSession> = {}): IdleSession => ({
  createdAt: 'a',
  head: 5,
  at: 1000,
  ...over,
});

describe('a session on an engine', () => {
  it('is not looked at again for facts that were seen when it came to rest', () => {
    const { state } = afterRest(NEW, changed(3), rest({ head: 5 }));
    expect(needsWork(state, changed(4))).toBe(false);
    expect(needsWork(state, changed(5))).toBe(false);
    expect(needsWork(state, changed(6))).toBe(true);
  });

  it('is looked at when its journal was made anew, however short it is', () => {
    const { state } = afterRest(NEW, changed(3), rest({ head: 5 }));
    expect(needsWork(state, changed(1, 'b'))).toBe(true);
  });

  it('is looked at once when everything may go on again, though nothing happened in it', () => {
    const { state } = afterRest(NEW, changed(5), rest({ head: 5 }));
    expect(needsWork(state, changed(5, 'a', 7))).toBe(true);
    const after = afterRest(state, changed(5, 'a', 7), rest({ head: 5 }));
    expect(needsWork(after.state, changed(5, 'a', 7))).toBe(false);
  });

  it('sets no timer when nothing waits, and the one that is out no longer counts', () => {
    const before = afterRest(NEW, changed(5), rest({ againInMs: 500 }));
    expect(before.timer).toEqual({ id: 1, delayMs: 500 });
    const after = afterRest(before.state, changed(6), rest({ head: 6 }));
    expect(after.timer).toBeUndefined();
    expect(needsWork(after.state, { type: 'timer', id: 1 })).toBe(false);
  });

  it('keeps the timer that goes off first', () => {
    const first = afterRest(NEW, changed(5), rest({ againInMs: 500 }));
    const later = afterRest(first.state, changed(6), rest({ head: 6, againInMs: 9000 }));
    expect(later.timer).toBeUndefined();
    expect(needsWork(later.state, { type: 'timer', id: 1 })).toBe(true);
    const sooner = afterRest(later.state, changed(7), rest({ head: 7, againInMs: 100 }));
    expect(sooner.timer).toEqual({ id: 2, delayMs: 100 });
    expect(needsWork(sooner.state, { type: 'timer', id: 1 })).toBe(false);
  });

  it('waits longer each time that a timer went off in vain, and not for ever', () => {
    let { state, timer } = afterRest(NEW, changed(5), rest({ againInMs: 1 }));
    const delays: number[] = [];
    for (let i = 0; i < 20; i++) {
      const wake: Wake = { type: 'timer', id: timer?.id ?? 0 };
      ({ state, timer } = afterRest(state, wake, rest({ againInMs: 1 })));
      delays.push(timer?.delayMs ?? 0);
    }
    expect(delays.slice(0, 4)).toEqual([400, 800, 1600, 3200]);
    expect(delays.at(-1)).toBe(60_000);
    const moved = afterRest(state, changed(6), rest({ head: 6, againInMs: 1 }));
    expect(moved.state.inVain).toBe(0);
  });

  it('always has a timer out that counts while something waits, and never more than one', () => {
    const wake = fc.oneof(
      fc.record({
        type: fc.constant('changed' as const),
        createdAt: fc.constant('a'),
        head: fc.nat(20),
        resumed: fc.nat(3),
      }),
      fc.record({ type: fc.constant('timer' as const), id: fc.nat(10) }),
    );
    const came = fc.record({
      head: fc.nat(20),
      at: fc.nat(1000),
      againInMs: fc.option(fc.nat(5000), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(wake, came)), (turns) => {
        let state = NEW;
        let out = new Set<number>();
        for (const [woken, { againInMs, ...seen }] of turns) {
          if (woken.type === 'timer') {
            if (!out.has(woken.id)) continue;
            out.delete(woken.id);
          }
          if (!needsWork(state, woken)) continue;
          const came = { createdAt: 'a', ...seen, ...(againInMs !== undefined && { againInMs }) };
          const after = afterRest(state, woken, came);
          state = after.state;
          if (after.timer) out = new Set([...out, after.timer.id]);
          const counting = [...out].filter((id) => needsWork(state, { type: 'timer', id }));
          expect(counting).toHaveLength(againInMs === undefined ? 0 : 1);
          expect(ObjectState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
        }
      }),
    );
  });
});

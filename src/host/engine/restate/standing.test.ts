import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rest } from '../warm-sessions.ts';
import { afterRest, isNews, Standing, type Wake } from './standing.ts';

const NEW = Standing.parse({});
const changed = (head: number, createdAt = 'a', resumed = 0): Wake => ({
  type: 'changed',
  createdAt,
  head,
  resumed,
});
const rest = (over: Partial<Rest> = {}): Rest => ({ createdAt: 'a', head: 5, at: 1000, ...over });

describe('a session on an engine', () => {
  it('is not looked at again for facts that were seen when it came to rest', () => {
    const { standing } = afterRest(NEW, changed(3), rest({ head: 5 }));
    expect(isNews(standing, changed(4))).toBe(false);
    expect(isNews(standing, changed(5))).toBe(false);
    expect(isNews(standing, changed(6))).toBe(true);
  });

  it('is looked at when its journal was made anew, however short it is', () => {
    const { standing } = afterRest(NEW, changed(3), rest({ head: 5 }));
    expect(isNews(standing, changed(1, 'b'))).toBe(true);
  });

  it('is looked at once when everything may go on again, though nothing happened in it', () => {
    const { standing } = afterRest(NEW, changed(5), rest({ head: 5 }));
    expect(isNews(standing, changed(5, 'a', 7))).toBe(true);
    const after = afterRest(standing, changed(5, 'a', 7), rest({ head: 5 }));
    expect(isNews(after.standing, changed(5, 'a', 7))).toBe(false);
  });

  it('sets no timer when nothing waits, and the one that is out no longer counts', () => {
    const before = afterRest(NEW, changed(5), rest({ againInMs: 500 }));
    expect(before.timer).toEqual({ id: 1, delayMs: 500 });
    const after = afterRest(before.standing, changed(6), rest({ head: 6 }));
    expect(after.timer).toBeUndefined();
    expect(isNews(after.standing, { type: 'timer', id: 1 })).toBe(false);
  });

  it('keeps the timer that goes off first', () => {
    const first = afterRest(NEW, changed(5), rest({ againInMs: 500 }));
    const later = afterRest(first.standing, changed(6), rest({ head: 6, againInMs: 9000 }));
    expect(later.timer).toBeUndefined();
    expect(isNews(later.standing, { type: 'timer', id: 1 })).toBe(true);
    const sooner = afterRest(later.standing, changed(7), rest({ head: 7, againInMs: 100 }));
    expect(sooner.timer).toEqual({ id: 2, delayMs: 100 });
    expect(isNews(sooner.standing, { type: 'timer', id: 1 })).toBe(false);
  });

  it('waits longer each time that a timer went off in vain, and not for ever', () => {
    let { standing, timer } = afterRest(NEW, changed(5), rest({ againInMs: 1 }));
    const delays: number[] = [];
    for (let i = 0; i < 20; i++) {
      const wake: Wake = { type: 'timer', id: timer?.id ?? 0 };
      ({ standing, timer } = afterRest(standing, wake, rest({ againInMs: 1 })));
      delays.push(timer?.delayMs ?? 0);
    }
    expect(delays.slice(0, 4)).toEqual([400, 800, 1600, 3200]);
    expect(delays.at(-1)).toBe(60_000);
    const moved = afterRest(standing, changed(6), rest({ head: 6, againInMs: 1 }));
    expect(moved.standing.inVain).toBe(0);
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
        let standing = NEW;
        let out = new Set<number>();
        for (const [woken, { againInMs, ...seen }] of turns) {
          if (woken.type === 'timer') {
            if (!out.has(woken.id)) continue;
            out.delete(woken.id);
          }
          if (!isNews(standing, woken)) continue;
          const came = { createdAt: 'a', ...seen, ...(againInMs !== undefined && { againInMs }) };
          const after = afterRest(standing, woken, came);
          standing = after.standing;
          if (after.timer) out = new Set([...out, after.timer.id]);
          const counting = [...out].filter((id) => isNews(standing, { type: 'timer', id }));
          expect(counting).toHaveLength(againInMs === undefined ? 0 : 1);
          expect(Standing.parse(JSON.parse(JSON.stringify(standing)))).toEqual(standing);
        }
      }),
    );
  });
});

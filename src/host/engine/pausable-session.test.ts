import { afterEach, describe, expect, it, vi } from 'vitest';
import { conversationFacts } from '../../harness/facts.ts';
import { conversationFamily } from '../../harness/family.ts';
import { memoryStore } from '../../journal/index.ts';
import { follow } from '../../kernel/projection/follow.ts';
import { createRegistry } from '../registry.ts';
import { createHostSession } from '../session.ts';
import { PausableSession } from './pausable-session.ts';

afterEach(() => {
  vi.useRealTimers();
});

const registry = createRegistry([
  {
    planner: { id: 'none', name: 'None', plan: async () => [] },
    description: 'Does nothing.',
    family: conversationFamily,
    facts: conversationFacts,
  },
]);

async function paused() {
  const control = new PausableSession();
  const session = await createHostSession(memoryStore(), registry, {
    id: 's',
    title: 'S',
    plannerId: 'none',
  });
  const { journal } = control.wrap(session);
  const seen: number[] = [];
  journal.subscribe({}, (facts) => void seen.push(...facts.map(({ seq }) => seq)));
  return { control, journal, seen };
}

describe('a pausable session', () => {
  it('holds facts back while it is shut, and delivers them in order when it opens', async () => {
    const { control, journal, seen } = await paused();
    await expect.poll(() => seen).toEqual([1]);
    control.pause();
    for (const text of ['a', 'b']) await journal.append([{ type: 'user_input', text }]);
    expect(await journal.head()).toBe(3);
    expect(seen).toEqual([1]);
    control.resume();
    await expect.poll(() => seen).toEqual([1, 2, 3]);
  });

  it('lets who follows a journal by one projection hear of nothing while it is shut', async () => {
    const { control, journal } = await paused();
    const events: number[] = [];
    const counted = follow(journal, { initial: () => 0, apply: (count) => count + 1 });
    counted.subscribe(({ state }) => void events.push(state));
    await expect.poll(() => events).toEqual([1]);
    control.pause();
    await journal.append([{ type: 'user_input', text: 'a' }]);
    await journal.head();
    expect(events).toEqual([1]);
    control.resume();
    await expect.poll(() => events).toEqual([1, 2]);
    counted.close();
  });

  it('delivers nothing to a subscription that ended while it was shut', async () => {
    const { control, journal } = await paused();
    control.pause();
    const events: number[] = [];
    const end = journal.subscribe({}, (facts) => void events.push(facts.length));
    await journal.head();
    end();
    control.resume();
    await journal.append([{ type: 'user_input', text: 'a' }]);
    expect(events).toEqual([]);
  });

  it('lets no timer go off while it is shut, tells when the first is due, and makes up for it', () => {
    vi.useFakeTimers();
    const control = new PausableSession();
    const gone: string[] = [];
    control.timer.after(100, () => gone.push('first'));
    control.timer.after(300, () => gone.push('second'));
    control.timer.after(200, () => gone.push('never'))();
    expect(control.nextDue).toBe(Date.now() + 100);
    control.pause();
    vi.advanceTimersByTime(150);
    expect(gone).toEqual([]);
    control.resume();
    expect(gone).toEqual(['first']);
    vi.advanceTimersByTime(150);
    expect(gone).toEqual(['first', 'second']);
    expect(control.nextDue).toBeUndefined();
  });
});

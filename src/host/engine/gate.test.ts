import { afterEach, describe, expect, it, vi } from 'vitest';
import { conversationFacts } from '../../harness/facts.ts';
import { conversationFamily } from '../../harness/family.ts';
import { memoryStore } from '../../journal/index.ts';
import { follow } from '../../kernel/follow.ts';
import { createRegistry } from '../registry.ts';
import { createHostSession } from '../session.ts';
import { Gate } from './gate.ts';

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

async function gated() {
  const gate = new Gate();
  const session = await createHostSession(memoryStore(), registry, {
    id: 's',
    title: 'S',
    plannerId: 'none',
  });
  const { journal } = gate.take(session);
  const seen: number[] = [];
  journal.subscribe({}, (facts) => void seen.push(...facts.map(({ seq }) => seq)));
  return { gate, journal, seen };
}

describe('a gate', () => {
  it('holds facts back while it is shut, and delivers them in order when it opens', async () => {
    const { gate, journal, seen } = await gated();
    await expect.poll(() => seen).toEqual([1]);
    gate.shut();
    for (const text of ['a', 'b']) await journal.append([{ type: 'user_input', text }]);
    expect(await journal.head()).toBe(3);
    expect(seen).toEqual([1]);
    gate.open();
    await expect.poll(() => seen).toEqual([1, 2, 3]);
  });

  it('lets who follows a journal by one projection hear of nothing while it is shut', async () => {
    const { gate, journal } = await gated();
    const heard: number[] = [];
    const counted = follow(journal, { initial: () => 0, apply: (count) => count + 1 });
    counted.subscribe(({ state }) => void heard.push(state));
    await expect.poll(() => heard).toEqual([1]);
    gate.shut();
    await journal.append([{ type: 'user_input', text: 'a' }]);
    await journal.head();
    expect(heard).toEqual([1]);
    gate.open();
    await expect.poll(() => heard).toEqual([1, 2]);
    counted.close();
  });

  it('delivers nothing to a subscription that ended while it was shut', async () => {
    const { gate, journal } = await gated();
    gate.shut();
    const heard: number[] = [];
    const end = journal.subscribe({}, (facts) => void heard.push(facts.length));
    await journal.head();
    end();
    gate.open();
    await journal.append([{ type: 'user_input', text: 'a' }]);
    expect(heard).toEqual([]);
  });

  it('lets no timer go off while it is shut, tells when the first is due, and makes up for it', () => {
    vi.useFakeTimers();
    const gate = new Gate();
    const gone: string[] = [];
    gate.timer.after(100, () => gone.push('first'));
    gate.timer.after(300, () => gone.push('second'));
    gate.timer.after(200, () => gone.push('never'))();
    expect(gate.nextDue).toBe(Date.now() + 100);
    gate.shut();
    vi.advanceTimersByTime(150);
    expect(gone).toEqual([]);
    gate.open();
    expect(gone).toEqual(['first']);
    vi.advanceTimersByTime(150);
    expect(gone).toEqual(['first', 'second']);
    expect(gate.nextDue).toBeUndefined();
  });
});

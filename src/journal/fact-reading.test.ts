import { describe, expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import { memoryStore } from './memory-store.ts';

async function notes() {
  const journal = openJournal(memoryStore(), 'notes');
  await journal.append([{ type: 'noted' }, { type: 'noted' }, { type: 'noted' }]);
  return journal;
}

describe('a reading of facts', () => {
  it('leaves out a known fact that its range begins with', async () => {
    const journal = await notes();
    const [, known] = await journal.facts();
    expect((await journal.facts({ from: 2, known })).map(({ seq }) => seq)).toEqual([3]);
    expect((await journal.facts({ from: 1, known })).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('gives the fact that has the place of a known one', async () => {
    const journal = await notes();
    const known = { seq: 2, id: 'another', ts: '2026-01-01T00:00:00.000Z' };
    expect((await journal.facts({ from: 2, known })).map(({ seq }) => seq)).toEqual([2, 3]);
  });
});

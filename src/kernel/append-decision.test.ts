import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../journal/index.ts';
import { appendDecision } from './append-decision.ts';

describe('a decision', () => {
  it('that always loses reports its attempts and the head of the journal', async () => {
    const journal = openJournal(memoryStore(), 'j');
    const attempt = appendDecision(
      journal,
      async () => {
        await journal.append([{ type: 'other' }]);
        return { append: [{ type: 'mine' }] };
      },
      { attempts: 3 },
    );
    await expect(attempt).rejects.toMatchObject({
      name: 'ConflictError',
      code: 'conflict',
      summary: expect.stringMatching(/journal j .*3 times.*seq 2/),
    });
    expect((await journal.facts()).map(({ type }) => type)).toEqual(['other', 'other', 'other']);
  });

  it('is not made with zero attempts', async () => {
    const journal = openJournal(memoryStore(), 'j');
    const never = () => {
      throw new Error('was asked');
    };
    await expect(appendDecision(journal, never, { attempts: 0 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('gets the facts after the seq it knows, and then only new ones', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([{ type: 'a' }, { type: 'b' }, { type: 'c' }]);
    const shown: string[][] = [];
    const decided = await appendDecision(
      journal,
      async (news) => {
        shown.push(news.map(({ type }) => type));
        if (shown.length < 3) await journal.append([{ type: `other_${shown.length}` }]);
        return { append: [{ type: 'mine' }], found: 'it' };
      },
      { after: 1 },
    );
    expect(shown).toEqual([['b', 'c'], ['other_1'], ['other_2']]);
    expect(decided).toMatchObject({ decision: { found: 'it' }, head: 6, attempts: 3 });
    expect(decided.facts).toEqual(await journal.facts({ from: 6 }));
  });

  it('that appends nothing has the head it was made at', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([{ type: 'asked' }]);
    expect(await appendDecision(journal, () => ({ append: [] }), { after: 1 })).toEqual({
      decision: { append: [] },
      facts: [],
      head: 1,
      attempts: 1,
    });
  });
});

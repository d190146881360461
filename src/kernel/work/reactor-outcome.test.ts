import { expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { react } from './reactor.ts';

async function asked() {
  const journal = openJournal(memoryStore(), 'j');
  const result = await journal.append([{ type: 'asked' }]);
  const [fact] = result.ok ? result.facts : [];
  if (fact === undefined) throw new Error('nothing was appended');
  return { journal, fact };
}

it('a reactor without a name acts once among two workers', async () => {
  const { journal, fact } = await asked();
  let acted = 0;
  const reactor = { reactsTo: ['asked'], act: async () => [{ type: 'answered', n: ++acted }] };
  const reactions = await Promise.all(['a', 'b'].map((worker) => react(journal, reactor, fact, { worker })));
  expect(reactions.filter(({ ok }) => ok)).toHaveLength(1);
  expect(acted).toBe(1);
});

it('an outcome that cannot be recorded ends the work as failed: the effect is not repeated', async () => {
  const { journal, fact } = await asked();
  let acted = 0;
  const reactor = {
    reactsTo: ['asked'],
    act: async () => {
      acted += 1;
      return [{ type: 'answered', at: new Date() }];
    },
  };
  await expect(react(journal, reactor, fact, { worker: 'a' })).rejects.toMatchObject({
    code: 'invalid-fact',
  });
  expect(await react(journal, reactor, fact, { worker: 'b' })).toEqual({ ok: false, reason: 'settled' });
  expect(acted).toBe(1);
  expect((await journal.facts()).map(({ type }) => type)).toContain('reaction_failed');
});

it('an outcome that depends on the journal is decided where it is appended', async () => {
  const { journal, fact } = await asked();
  const decidedAt: number[] = [];
  const reactor = {
    reactsTo: ['asked'],
    act: async () => async (head: number) => {
      decidedAt.push(head);
      // Somebody else comes in between, once.
      if (decidedAt.length === 1) await journal.append([{ type: 'noted' }]);
      return [{ type: 'answered', after: head }];
    },
  };
  expect(await react(journal, reactor, fact, { worker: 'a' })).toMatchObject({ ok: true });
  expect(decidedAt).toEqual([2, 3]);
  expect(await journal.facts({ from: 3 })).toMatchObject([
    { type: 'noted' },
    { type: 'answered', after: 3, seq: 4 },
    { type: 'reaction_settled' },
  ]);
});

it('the work of a dead worker is taken over at once', async () => {
  const { journal, fact } = await asked();
  const stuck = { reactsTo: ['asked'], act: () => new Promise<never>(() => {}) };
  void react(journal, stuck, fact, { worker: 'dead' });
  await journal.head();
  const reactor = { reactsTo: ['asked'], act: async () => [{ type: 'answered' }] };
  const isGone = (worker: string) => worker === 'dead';
  expect(await react(journal, reactor, fact, { worker: 'b' })).toMatchObject({ reason: 'held' });
  expect(await react(journal, reactor, fact, { worker: 'b', isGone })).toMatchObject({ ok: true });
});

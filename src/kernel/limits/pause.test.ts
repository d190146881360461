import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { kernelFacts } from '../facts.ts';
import { acceptAll } from '../projection/projection.ts';
import { claim, renew, settle } from '../work/claim.ts';
import { type Reactor, react } from '../work/reactor.ts';
import { PauseFold } from './pause.ts';

const AT_LIMIT = { type: 'session_paused', cause: 'limit', limit: 'usd', spent: 2.5, allowed: 2 } as const;
const BY_ADA = { type: 'session_paused', cause: 'person', by: 'ada', reason: 'Let me think.' } as const;

function setting() {
  return openJournal(memoryStore(), 'j');
}

async function bookOf(journal: ReturnType<typeof setting>): Promise<PauseFold> {
  const { nativeFrom = 1 } = (await journal.describe()) ?? {};
  return acceptAll(new PauseFold({ nativeFrom }), await journal.facts());
}

const answering: Reactor = { name: 'a', reactsTo: ['asked'], act: async () => [{ type: 'answered' }] };

describe('a pause', () => {
  it('names the person or the reached limit, and the first one counts', async () => {
    const journal = setting();
    await journal.append([BY_ADA, AT_LIMIT]);
    expect((await bookOf(journal)).pause).toMatchObject({ cause: 'person', by: 'ada', seq: 1 });
    await journal.append([{ type: 'session_resumed', by: 'ada' }, AT_LIMIT]);
    expect((await bookOf(journal)).pause).toMatchObject({ cause: 'limit', limit: 'usd', allowed: 2 });
  });

  it('ends when somebody resumes, with the new budgets', async () => {
    const journal = setting();
    await journal.append([AT_LIMIT, { type: 'session_resumed', by: 'ada', limits: { usd: 4 } }]);
    await journal.append([{ type: 'session_resumed', by: 'ada', limits: { usd: 3, tokens: 9 } }]);
    const { pause, raised } = await bookOf(journal);
    expect(pause).toBeUndefined();
    expect(raised).toEqual({ usd: 4, tokens: 9 });
  });

  it.each([
    { cause: 'person' },
    { cause: 'limit', limit: 'usd', spent: 1 },
    { cause: 'limit', limit: 'patience', spent: 1, allowed: 1 },
  ])('without a required field is refused: %j', async (payload) => {
    const journal = openJournal(memoryStore(), 'j', { facts: kernelFacts });
    const fact = { type: 'session_paused', ...payload } as typeof AT_LIMIT;
    await expect(journal.append([fact])).rejects.toMatchObject({ code: 'invalid-payload' });
  });

  it('is not copied by a fork', async () => {
    const journal = setting();
    await journal.append([BY_ADA]);
    const fork = await journal.fork(1, 'k');
    await fork.append([{ type: 'asked' }]);
    expect((await bookOf(fork)).pause).toBeUndefined();
    const [asked] = await fork.facts({ from: 2 });
    expect(asked && (await react(fork, answering, asked, { worker: 'w' }))).toMatchObject({ ok: true });
  });
});

describe('in a paused journal', () => {
  it('nothing can be claimed, but claims can be renewed and settled', async () => {
    const journal = setting();
    await journal.append([{ type: 'asked' }]);
    const claimed = await claim(journal, { work: 'a', target: 1, worker: 'w', ttlMs: 1000 });
    await journal.append([BY_ADA]);
    const other = await claim(journal, { work: 'b', target: 1, worker: 'w', ttlMs: 1000 });
    expect(other).toEqual({ ok: false, reason: 'paused' });
    if (!claimed.ok) throw new TypeError('it was free');
    const held = await renew(journal, claimed.claim, { ttlMs: 1000 });
    await settle(journal, held, [{ type: 'answered' }]);
    expect((await journal.facts()).map(({ type }) => type).slice(-2)).toEqual([
      'answered',
      'reaction_settled',
    ]);
  });

  it('a reactor does not act, not even on facts after the pause', async () => {
    const journal = setting();
    await journal.append([BY_ADA, { type: 'asked' }]);
    const [, asked] = await journal.facts();
    if (asked === undefined) throw new TypeError('it was appended');
    expect(await react(journal, answering, asked, { worker: 'w' })).toEqual({ ok: false, reason: 'paused' });
    await journal.append([{ type: 'session_resumed', by: 'ada' }]);
    expect(await react(journal, answering, asked, { worker: 'w' })).toMatchObject({ ok: true });
  });
});

import { describe, expect, it } from 'vitest';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { openHostJournal, recordPaired } from '../../host/engine/host-fold.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { drafterModule } from '../../planners/drafter/module.ts';
import { Sessions } from '../sessions.ts';

const me = { by: 'ada' };

function drafting() {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry([drafterModule]), llm: noModel });
  const begin = async (id: string) => await sessions.create({ planner: 'drafter', id, config: {}, ...me });
  return { store, sessions, begin };
}

const draft = { type: 'compose_intent', composeId: 'c1', text: 'hi', digest: '0'.repeat(64) };

describe('a conversation that has ended', () => {
  it.each(['completed', 'failed', 'canceled', 'rejected'])('as %s accepts nothing more', async (a2a) => {
    const session = await drafting().begin('s');
    await session.journal.append([
      { type: 'remote_received', messageId: 'm1', text: 'Hello' },
      { type: 'status_changed', a2a: 'input-required' },
      { type: 'agent_question', qid: 'q1', prompt: 'Really?' },
      draft,
      { type: 'status_changed', a2a },
    ]);
    const before = await session.journal.head();
    for (const command of [
      { type: 'receive', text: 'One more thing' },
      { type: 'write', text: 'And by the way' },
      { type: 'guide', text: 'Say sorry' },
      { type: 'retry' },
    ])
      await expect(session.do(command, me)).rejects.toMatchObject({ code: 'conversation-ended' });
    await session.do({ type: 'cancel' }, me);
    await expect(session.do({ type: 'dismiss', composeId: 'c1' }, me)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await session.journal.head()).toBe(before);
    const view = await session.view();
    expect(view.waiting).toEqual([]);
    expect(view.ledger.drafts.open).toEqual([]);
  });

  it('by a cancel withdraws the drafts that wait', async () => {
    const session = await drafting().begin('s');
    await session.journal.append([{ type: 'status_changed', a2a: 'input-required' }, draft]);
    expect((await session.view()).waiting).toHaveLength(1);
    await session.do({ type: 'cancel' }, me);
    expect((await session.view()).waiting).toEqual([]);
    expect((await session.view()).ledger.drafts.closed('c1')).toMatchObject({ how: 'ended' });
  });
});

describe('a message of the other side', () => {
  it('can be passed on if no transport delivers it', async () => {
    const session = await drafting().begin('s');
    await session.do({ type: 'receive', text: 'Hello' }, me);
    expect((await session.view()).ledger.latestPublic).toMatchObject({ text: 'Hello' });
  });

  it('cannot be passed on if callers or another session deliver it', async () => {
    const { begin, store } = drafting();
    const published = await begin('published');
    await published.do({ type: 'publish' }, me);
    const [first, second] = [await begin('first'), await begin('second')];
    await recordPaired(openHostJournal(store), { first: first.id, second: second.id });
    for (const session of [published, first, second]) {
      await expect(session.do({ type: 'receive', text: 'Forged' }, me)).rejects.toMatchObject({
        code: 'transport-in-use',
      });
      expect((await session.view()).ledger.latestPublic).toBeUndefined();
    }
  });
});

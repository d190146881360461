import { describe, expect, it } from 'vitest';
import { conversationFacts } from '../../harness/facts.ts';
import { conversationFamily } from '../../harness/family.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import type { Planner } from '../../harness/planner.ts';
import { a2aFacts } from '../../host/a2a/facts.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { Sessions } from '../sessions.ts';

const me = { by: 'ada' };

/** Looks something up, commits that, and fails the first times before it answers with what it found. */
async function lookingUp(failures: number) {
  const calls: string[] = [];
  let left = failures;
  const planner: Planner = {
    id: 'look-up',
    name: 'Look-up',
    async plan({ facts }, { newId, commit }) {
      const found = facts.find(({ type }) => type === 'tool_result');
      if (found === undefined) {
        calls.push('stock');
        const callId = newId('call');
        await commit?.([
          { type: 'tool_call', callId, name: 'stock', args: {} },
          { type: 'tool_result', callId, ok: true, result: '12 sacks' },
        ]);
      }
      if (left-- > 0) throw new Error('no connection');
      return [{ type: 'compose_intent', composeId: newId('c'), text: 'There are 12 sacks.' }];
    },
  };
  const facts = { ...conversationFacts, ...a2aFacts };
  const registry = createRegistry([{ planner, description: 'Looks up.', family: conversationFamily, facts }]);
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry, llm: noModel });
  const session = await sessions.create({ planner: 'look-up', config: {}, text: 'How much is left?', ...me });
  await session.untilIdle({});
  return { session, calls };
}

describe('retrying', () => {
  it('continues after the steps of the failed pass, and calls no tool again', async () => {
    const { session, calls } = await lookingUp(2);
    for (const _ of [1, 2]) {
      expect((await session.view()).waiting).toMatchObject([{ data: { type: 'error' } }]);
      await session.do({ type: 'retry' }, me);
      await session.untilIdle({});
    }
    expect(calls).toEqual(['stock']);
    expect((await session.view()).ledger.drafts.open).toMatchObject([{ text: 'There are 12 sacks.' }]);
  });

  it('is refused if nothing failed', async () => {
    const { session } = await lookingUp(0);
    await expect(session.do({ type: 'retry' }, me)).rejects.toMatchObject({ code: 'conflict' });
  });
});

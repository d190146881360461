import { describe, expect, it } from 'vitest';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry } from '../host/registry.ts';
import type { ProposedFact } from '../journal/fact.ts';
import { memoryStore } from '../journal/index.ts';
import { builtInModules } from '../planners/built-in.ts';
import { Sessions } from './sessions.ts';

const intent = (composeId: string, text: string, by?: string) => ({
  type: 'compose_intent',
  composeId,
  text,
  digest: 'a'.repeat(64),
  ...(by && { by }),
});

async function transcriptAfter(...facts: readonly ProposedFact[]) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry(builtInModules()), llm: noModel });
  const session = await sessions.create({
    planner: 'drafter',
    id: 'talk',
    title: 'Flour',
    config: {},
    by: 'ana',
  });
  await session.journal.append(facts);
  return [...(await session.view()).messages].filter(({ type }) => type === 'draft_dismissed');
}

describe('a draft that was dismissed', () => {
  it('counts as edited if the same person wrote its replacement', async () => {
    const messages = await transcriptAfter(
      intent('one', 'Yes.'),
      { type: 'compose_dismissed', composeId: 'one', by: 'ana' },
      intent('two', 'No.', 'ana'),
    );
    expect(messages).toMatchObject([{ text: 'Yes.', edited: true, by: 'ana' }]);
  });

  it('does not count as edited if the planner writes the next one', async () => {
    const messages = await transcriptAfter(
      intent('one', 'Yes.'),
      { type: 'compose_dismissed', composeId: 'one', by: 'ana' },
      intent('two', 'No.'),
    );
    expect(messages[0]).not.toHaveProperty('edited');
  });
});

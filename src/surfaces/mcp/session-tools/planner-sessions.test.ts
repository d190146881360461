import { expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import module from '../../../../test/minutes-module.ts';
import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../../host/registry.ts';
import { memoryStore } from '../../../journal/index.ts';
import { Sessions } from '../../../sessions/sessions.ts';
import { PlannerSessions } from './planner-sessions.ts';

it('ends when another process has planned for it, also while that one plans for what was said next', async () => {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const all = new Sessions({ source, registry: createRegistry([module]), llm: noModel });
  const sessions = new PlannerSessions({ sessions: all, module, running: {} });
  const session = await all.create({ planner: module.id, config: { title: 'Retro' }, by: 'ada' });
  const { journal } = session;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const claimed = (target: number) => ({
    type: 'claimed',
    work: 'plan',
    target,
    worker: 'mcp-1@elsewhere:1',
    until,
  });
  await journal.append([claimed(9)]);
  const turned = sessions.turn(session, { type: 'say', text: 'We ship on Friday' }, { by: 'mcp' });
  await eventually(() => journal.head()).toBe(4);
  await journal.append([
    { type: 'pass_settled', triggers: { input: 4 }, outcome: 'empty' },
    { type: 'user_input', text: 'And on Monday' },
    claimed(6),
  ]);
  expect((await turned).facts.map(({ type }) => type)).toContain('pass_settled');
});

import { expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { builtInPlanners } from '../../../host/built-in-planners.ts';
import { createRegistry } from '../../../host/registry.ts';
import { createSession } from '../../../host/session.ts';
import { memoryStore } from '../../../journal/index.ts';
import { DEFAULT_TRIP_CONFIG } from '../../../planners/trip/config.ts';
import { tripTurn } from './trip-turn.ts';

it('ends when another process has planned for it, also while that one plans for what was said next', async () => {
  const { journal, ...session } = await createSession(memoryStore(), createRegistry(builtInPlanners()), {
    id: 't',
    title: 'Trip',
    plannerId: 'trip',
    config: DEFAULT_TRIP_CONFIG,
  });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const claimed = (target: number) => ({
    type: 'claimed',
    work: 'plan',
    target,
    worker: 'mcp-1@elsewhere:1',
    until,
  });
  await journal.append([claimed(9)]);
  const turned = tripTurn({ journal, ...session }, { text: 'From Oslo to Bergen' }, { by: 'mcp' });
  await eventually(() => journal.head()).toBe(4);
  await journal.append([
    { type: 'pass_settled', triggers: { input: 4 }, outcome: 'empty' },
    { type: 'user_input', text: 'By train' },
    claimed(6),
  ]);
  expect((await turned).map(({ type }) => type)).toContain('pass_settled');
});

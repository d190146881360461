import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { builtInPlanners } from '../../../host/built-in-planners.ts';
import { pauseSession } from '../../../host/pausing.ts';
import { createRegistry } from '../../../host/registry.ts';
import { createSession } from '../../../host/session.ts';
import { memoryStore } from '../../../journal/index.ts';
import { DEFAULT_TRIP_CONFIG } from '../../../planners/trip/config.ts';
import { tripTurn } from './trip-turn.ts';

/** A trip that a process has begun to plan. */
async function tripHeldBy(worker: string) {
  const session = await createSession(memoryStore(), createRegistry(builtInPlanners()), {
    id: 't',
    title: 'Trip',
    plannerId: 'trip',
    config: DEFAULT_TRIP_CONFIG,
  });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await session.journal.append([{ type: 'claimed', work: 'plan', target: 9, worker, until }]);
  const turn = () => tripTurn(session, { text: 'A road trip from Oslo to Bergen' }, { by: 'mcp' });
  return { session, turn };
}

it('does not wait for a process that died while it planned', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  const { turn } = await tripHeldBy(`mcp-1@${hostname()}:${child.pid}`);
  expect((await turn()).map(({ type }) => type)).toContain('planner_action');
});

it('does not wait for another process once work is paused', async () => {
  const { session, turn } = await tripHeldBy('mcp-1@elsewhere:1');
  const { journal } = session;
  const turned = turn();
  await eventually(() => journal.head()).toBe(4);
  await pauseSession(journal, { by: 'ada' });
  expect((await turned).map(({ type }) => type)).toEqual(['user_input', 'session_paused']);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { builtInPlanners } from '../../../host/built-in-planners.ts';
import { createRegistry } from '../../../host/registry.ts';
import { createSession } from '../../../host/session.ts';
import { memoryStore } from '../../../journal/index.ts';
import { DEFAULT_TRIP_CONFIG } from '../../../planners/trip/config.ts';
import { tripTurn } from './trip-turn.ts';

it('does not wait for a process that died while it planned', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  const session = await createSession(memoryStore(), createRegistry(builtInPlanners()), {
    id: 't',
    title: 'Trip',
    plannerId: 'trip',
    config: DEFAULT_TRIP_CONFIG,
  });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const worker = `mcp-1@${hostname()}:${child.pid}`;
  await session.journal.append([{ type: 'claimed', work: 'plan', target: 9, worker, until }]);
  const facts = await tripTurn(session, { text: 'A road trip from Oslo to Bergen' }, { at: undefined });
  expect(facts.map(({ type }) => type)).toContain('planner_action');
});

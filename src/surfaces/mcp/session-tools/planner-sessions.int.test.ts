import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import module from '../../../../test/minutes-module.ts';
import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { pauseSession } from '../../../host/pausing.ts';
import { createRegistry } from '../../../host/registry.ts';
import { memoryStore } from '../../../journal/index.ts';
import { Sessions } from '../../../sessions/sessions.ts';
import { PlannerSessions } from './planner-sessions.ts';

/** A session that a process has begun to plan. */
async function sessionHeldBy(worker: string) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const all = new Sessions({ source, registry: createRegistry([module]), llm: noModel });
  const sessions = new PlannerSessions({ sessions: all, module, running: {} });
  const session = await all.create({ planner: module.id, config: { title: 'Retro' }, by: 'ada' });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await session.journal.append([{ type: 'claimed', work: 'plan', target: 9, worker, until }]);
  const call = { type: 'say', text: 'We ship on Friday' };
  return { journal: session.journal, turn: () => sessions.turn(session, call, { by: 'mcp' }) };
}

it('does not wait for a process that died while it planned', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  const { turn } = await sessionHeldBy(`mcp-1@${hostname()}:${child.pid}`);
  expect((await turn()).facts.map(({ type }) => type)).toContain('minutes_written');
});

it('does not wait for another process once work is paused', async () => {
  const { journal, turn } = await sessionHeldBy('mcp-1@elsewhere:1');
  const turned = turn();
  await eventually(() => journal.head()).toBe(4);
  await pauseSession(journal, { by: 'ada' });
  expect((await turned).facts.map(({ type }) => type)).toEqual(['user_input', 'session_paused']);
});

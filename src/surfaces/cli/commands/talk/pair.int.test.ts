import { TaskState } from '@a2a-js/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { sdkAgent, talkative } from '../../../../../test/a2a-agents.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { ledgerOf } from '../../../../harness/conversation/ledger.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { openHostSession } from '../../../../host/session.ts';
import { builtInModules } from '../../../../planners/built-in.ts';
import { serve } from '../../../http/index.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { connect, disconnect } from './connect.ts';
import { pair, unpair } from './pair.ts';
import { publish, unpublish } from './publish.ts';
import { createTalkSession } from './talk-session.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

/** Two sessions that play the sides of a scenario, begun at the command line. */
async function sides() {
  const terminal = atTerminal();
  const { invocation } = terminal;
  await withSessions(invocation, { create: true }, async (sessions, store) => {
    for (const id of ['bakery-buyer', 'mill-sales']) {
      const choice = { planner: 'scenario', scenario: 'flour-supply', as: id, auto: true };
      await createTalkSession(invocation, { sessions, store, id, title: id }, choice);
    }
  });
  return terminal;
}

describe('wayfold pair', () => {
  it('lets two sessions come to an agreement on a server that runs already', async () => {
    const terminal = await sides();
    const store = await terminal.store();
    open.push(store);
    open.push(await serve({ store, port: 0, host: '127.0.0.1', sessions: { env: {} } }));
    await pair(terminal.invocation, 'bakery-buyer', 'mill-sales');
    const registry = createRegistry(builtInModules());
    for (const id of ['bakery-buyer', 'mill-sales']) {
      const { journal } = await openHostSession(store, registry, id);
      await eventually(async () => (await ledgerOf(journal)).status).toBe('completed');
      expect((await journal.facts()).filter(({ type }) => type === 'planner_error')).toEqual([]);
    }
  });

  it('needs two sessions that talk to other agents, and ends what it began', async () => {
    const terminal = await sides();
    const { invocation } = terminal;
    await publish(invocation, 'todo', { planner: 'tasks' });
    await expect(pair(invocation, 'todo', 'mill-sales')).rejects.toMatchObject({ code: 'usage' });
    await expect(pair(invocation, 'mill-sales', 'mill-sales')).rejects.toMatchObject({ code: 'usage' });
    await expect(pair(invocation, 'nobody', 'mill-sales')).rejects.toMatchObject({ code: 'no-session' });
    await expect(unpair(invocation, 'bakery-buyer', 'mill-sales')).rejects.toMatchObject({
      code: 'conflict',
    });
    await pair(invocation, 'bakery-buyer', 'mill-sales');
    await unpair(invocation, 'bakery-buyer', 'mill-sales');
    expect(terminal.seen.out).toContain('no longer talk');
  });

  it('refuses a session that is published or connected, and says how to go on', async () => {
    const { invocation } = await sides();
    await publish(invocation, 'mill-sales', {});
    await expect(pair(invocation, 'bakery-buyer', 'mill-sales')).rejects.toMatchObject({ code: 'conflict' });
    const agent = await sdkAgent(talkative);
    open.push(agent);
    await expect(connect(invocation, 'bakery-buyer', agent.url, {})).rejects.toMatchObject({
      code: 'agent-address-refused',
    });
    await connect(invocation, 'bakery-buyer', agent.url, { allowPrivate: true });
    await unpublish(invocation, 'mill-sales');
    await expect(pair(invocation, 'bakery-buyer', 'mill-sales')).rejects.toMatchObject({ code: 'conflict' });
    await disconnect(invocation, 'bakery-buyer');
    await pair(invocation, 'bakery-buyer', 'mill-sales');
    await expect(publish(invocation, 'mill-sales', {})).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('wayfold connect', () => {
  it('begins a session that talks to the agent once a server runs, and leaves none where there is no agent', async () => {
    const terminal = atTerminal();
    const { invocation } = terminal;
    const agent = await sdkAgent(({ status }) => status(TaskState.TASK_STATE_COMPLETED, 'Noted.'));
    open.push(agent);
    const choice = { planner: 'drafter', auto: true, allowPrivate: true };
    await expect(connect(invocation, 'nobody', 'http://127.0.0.1:9', choice)).rejects.toMatchObject({
      code: 'agent-unreachable',
    });
    await connect(invocation, 'desk', agent.url, choice);
    const store = await terminal.store();
    open.push(store);
    const registry = createRegistry(builtInModules());
    await expect(openHostSession(store, registry, 'nobody')).rejects.toMatchObject({ code: 'no-session' });
    open.push(await serve({ store, port: 0, host: '127.0.0.1', sessions: { env: {} } }));
    const { journal } = await openHostSession(store, registry, 'desk');
    await eventually(async () => (await ledgerOf(journal)).status).toBe('completed');
    expect(agent.heard).toHaveLength(1);
  });
});

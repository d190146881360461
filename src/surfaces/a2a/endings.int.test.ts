import { TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sdkAgent, talkative } from '../../../test/a2a-agents.ts';
import { message, sdkClient, textOf, transcript } from '../../../test/a2a-fixture.ts';
import { serving, taskOf } from '../../../test/a2a-planners.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { eventually } from '../../../test/eventually.ts';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { PlannerModule, SessionStatus } from '../../harness/module/planner-module.ts';
import { connectA2a } from '../../host/a2a/connected/connect.ts';
import { publishSession } from '../../host/a2a/published/publish.ts';
import { createRegistry } from '../../host/registry.ts';
import { runSession } from '../../host/run-session.ts';
import { createHostSession } from '../../host/session.ts';
import { memoryStore } from '../../journal/index.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

async function sessionOf(module: PlannerModule) {
  const store = memoryStore();
  const registry = createRegistry([module]);
  const session = await createHostSession(store, registry, {
    id: 's',
    title: 'It',
    plannerId: module.id,
    config: {},
    mode: 'auto',
  });
  return { store, registry, session };
}

async function published(module: PlannerModule) {
  const { store, registry, session } = await sessionOf(module);
  await publishSession(session.journal);
  const server = await serving(store, registry);
  return { ...session, server, client: await sdkClient(server.card()) };
}

/** Says nothing, and stands as a test says. */
function silent(talks: 'agent' | 'person', status?: SessionStatus) {
  return definePlanner({
    id: 'silent',
    title: 'Silent',
    description: 'Says nothing.',
    talks,
    config: z.strictObject({}),
    facts: {},
    state: { initial: {}, apply: (state) => state },
    plan: () => [{ type: 'sleep', reason: 'Nothing is left to say.' }],
    ...(status && { status: () => status }),
  });
}

/** Makes one offer, and takes what is said to it for the end: with its last words, or once they are sent. */
function haggler(end: SessionStatus, ends: 'with' | 'after') {
  let passes = 0;
  const module = definePlanner({
    id: 'haggler',
    title: 'Haggler',
    description: 'Makes one offer.',
    talks: 'agent',
    config: z.strictObject({}),
    facts: { deal_closed: { schema: z.strictObject({}), kind: 'decision' } },
    state: {
      initial: { sent: 0, isClosed: false },
      apply(state, { type }) {
        if (type === 'remote_sent') return { ...state, sent: state.sent + 1 };
        return type === 'deal_closed' ? { ...state, isClosed: true } : state;
      },
    },
    plan({ state, fact }, { newId }) {
      passes += 1;
      const say = (text: string) => ({ type: 'compose_intent', composeId: newId('c'), text }) as const;
      if (state.sent === 0) return [say('Forty?')];
      return [...(ends === 'with' ? [fact.deal_closed({})] : []), say('That is all.')];
    },
    status: ({ state }) => (state.isClosed || state.sent > 1 ? end : 'idle'),
  });
  return { module, passes: () => passes };
}

describe('a published planner that ends its pass in sleep', () => {
  it.each([
    ['agent', undefined, TaskState.TASK_STATE_COMPLETED],
    ['agent', 'waiting', TaskState.TASK_STATE_INPUT_REQUIRED],
    ['agent', 'rejected', TaskState.TASK_STATE_REJECTED],
    ['person', undefined, TaskState.TASK_STATE_COMPLETED],
    ['person', 'waiting', TaskState.TASK_STATE_INPUT_REQUIRED],
    ['person', 'failed', TaskState.TASK_STATE_FAILED],
  ] as const)('talks to a %s, is %s, and leaves the task in state %i', async (talks, status, state) => {
    const { client, server } = await published(silent(talks, status));
    const task = taskOf(await client.sendMessage(message('Hello')));
    expect(task.status?.state).toBe(state);
    const shown = await client.getTask({ id: task.id, tenant: '' });
    expect(shown.status?.state).toBe(state);
    expect([...server.failures, ...server.troubles]).toEqual([]);
  });

  it('keeps what it says to itself when it talks to another agent', async () => {
    const { client } = await published(silent('agent'));
    const task = taskOf(await client.sendMessage(message('Hello')));
    expect(textOf(task.status?.message)).toBeUndefined();
  });

  it('takes the next message in a new task', async () => {
    const { client } = await published(silent('agent'));
    const { id, contextId } = taskOf(await client.sendMessage(message('Hello')));
    const next = taskOf(await client.sendMessage(message('And?', { contextId })));
    expect(next.id).not.toBe(id);
    expect(next.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });
});

const WHEN = ['with', 'after'] as const;

describe.each([
  ['completed', TaskState.TASK_STATE_COMPLETED],
  ['failed', TaskState.TASK_STATE_FAILED],
  ['canceled', TaskState.TASK_STATE_CANCELED],
  ['rejected', TaskState.TASK_STATE_REJECTED],
] as const)('a planner whose module says that it is %s', (end, state) => {
  it.each(WHEN)('%s its last message has ended the caller’s task', async (ends) => {
    const { module, passes } = haggler(end, ends);
    const { client, journal } = await published(module);
    const { id } = taskOf(await client.sendMessage(message('How much?')));
    const ended = taskOf(await client.sendMessage(message('Thirty', { taskId: id })));
    expect(ended.status?.state).toBe(state);
    expect(textOf(ended.status?.message)).toBe('That is all.');
    await expect(client.sendMessage(message('Please', { taskId: id }))).rejects.toMatchObject({
      reason: 'UNSUPPORTED_OPERATION',
    });
    expect(passes()).toBe(2);
    expect((await transcript(journal)).at(-1)).toBe(`=${end}`);
  });

  it.each(WHEN)('%s its last message sends the other agent nothing more', async (ends) => {
    const agent = opened(await sdkAgent(talkative));
    const { module, passes } = haggler(end, ends);
    const { session } = await sessionOf(module);
    const { journal } = session;
    const connection = opened(await connectA2a(journal, { cardUrl: agent.url, allowPrivate: true }));
    const running = opened(
      await runSession(session, {
        worker: 'w',
        llm: scriptedModel([]),
        deliver: (sent, delivery) => connection.deliver(sent, delivery),
      }),
    );
    await eventually(async () => (await transcript(journal)).includes('<You said: That is all.')).toBe(true);
    await connection.settled();
    await running.idle();
    expect(passes()).toBe(2);
    expect(agent.heard).toHaveLength(2);
    const statuses = (await transcript(journal)).filter((line) => line.startsWith('='));
    expect(statuses.at(-1)).toBe(`=${end}`);
  });
});

import {
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { afterEach, expect, it } from 'vitest';
import { edit } from '../../harness/decisions.ts';
import { conversationFacts } from '../../harness/facts.ts';
import { userInputFamily } from '../../harness/family.ts';
import type { Planner } from '../../harness/planner.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { PlacedStore } from '../placed-store.ts';
import { createAcpAgent } from './agent.ts';
import type { PlannerMode } from './editor-planner.ts';

/** Writes letters, and asks to whom when nobody said so. */
const writer: Planner = {
  id: 'letters',
  name: 'Letters',
  plan({ facts }, { newId }) {
    const said = facts.findLast(({ type }) => type === 'user_input' || type === 'user_answer');
    if (said?.text === 'break') throw new Error('Out of ink');
    if (said?.text === 'write') return [{ type: 'agent_question', qid: newId('q'), prompt: 'To whom?' }];
    return [{ type: 'compose_intent', composeId: newId('c'), text: `Dear ${said?.text}` }];
  },
};

const letters: PlannerMode = {
  id: 'letters',
  name: 'Letters',
  description: 'Writes letters.',
  load: async () => ({
    entry: {
      planner: writer,
      description: 'Writes letters.',
      family: userInputFamily({ closing: [] }),
      facts: conversationFacts,
    },
    config: null,
    commands: [],
    meaningOf: (text) => ({ type: 'say', fact: { type: 'user_input', text } }),
    said: ({ type, text }) => (type === 'user_input' ? String(text) : undefined),
    told: () => undefined,
    plan: () => undefined,
    wish: () => undefined,
  }),
};

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An editor with a session in the mode of letters, whose person answers as `decide` says. */
async function editor(decide: (asked: RequestPermissionRequest) => string | Promise<string>) {
  const store = memoryStore();
  const place = new PlacedStore({ open: async () => store });
  const failures: unknown[] = [];
  const { app, close } = createAcpAgent({
    version: '0',
    stores: { at: () => place },
    now: Date.now,
    modes: [letters],
    onError: (error) => failures.push(error),
  });
  const [toAgent, toEditor] = [new TransformStream(), new TransformStream()];
  const served = app.connect(ndJsonStream(toEditor.writable, toAgent.readable));
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const { agent } = client()
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', async ({ params }) => {
      asked.push(params);
      const optionId = await decide(params);
      return { outcome: { outcome: 'selected', optionId } };
    })
    .connect(ndJsonStream(toAgent.writable, toEditor.readable));
  closing.push(async () => {
    served.close();
    await close();
    await place.close();
  });
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  const { sessionId } = await agent.request('session/new', { cwd: import.meta.dirname, mcpServers: [] });
  await agent.request('session/set_mode', { sessionId, modeId: 'letters' });
  const journal = openJournal(store, `letters:${sessionId}`);
  return {
    asked,
    failures,
    journal,
    prompt: async (text: string) =>
      (await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })).stopReason,
    said: () =>
      updates.flatMap((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
          ? [update.content.text.trim()]
          : [],
      ),
    types: async () => (await journal.facts()).map(({ type }) => type),
  };
}

it('makes a draft a permission request, and an allowed one is approved as it was shown', async () => {
  const { asked, prompt, journal, types, failures } = await editor(() => 'approve');
  expect(await prompt('Ada')).toBe('end_turn');
  expect(asked).toMatchObject([
    {
      toolCall: { title: 'Send this: Dear Ada' },
      options: [{ kind: 'allow_once' }, { kind: 'reject_once' }],
    },
  ]);
  const facts = await journal.facts();
  const draft = facts.find(({ type }) => type === 'compose_intent');
  const approval = facts.find(({ type }) => type === 'compose_approved');
  expect(approval).toMatchObject({ composeId: draft?.composeId, digest: draft?.digest });
  expect(await types()).toContain('remote_sent');
  expect(failures).toEqual([]);
});

it('dismisses a draft that is rejected', async () => {
  const { prompt, types } = await editor(() => 'dismiss');
  await prompt('Ada');
  expect(await types()).toContain('compose_dismissed');
  expect(await types()).not.toContain('remote_sent');
});

it('does not send what was changed after it was shown, but asks about what it is now', async () => {
  const { asked, prompt, journal, types } = await editor(async ({ toolCall }) => {
    if (toolCall.title !== 'Send this: Dear Ada') return 'dismiss';
    const draft = (await journal.facts()).find(({ type }) => type === 'compose_intent');
    await edit(journal, { composeId: String(draft?.composeId), text: 'Give me your money' });
    return 'approve';
  });
  expect(await prompt('Ada')).toBe('end_turn');
  expect(asked.map(({ toolCall }) => toolCall.title)).toEqual([
    'Send this: Dear Ada',
    'Send this: Give me your money',
  ]);
  expect(await types()).not.toContain('compose_approved');
});

it('makes a question a message, and the next prompt its answer', async () => {
  const { asked, prompt, said, journal } = await editor(() => 'approve');
  await prompt('write');
  expect(said().at(-1)).toContain('To whom?');
  expect(asked).toEqual([]);
  await prompt('Grace');
  const facts = await journal.facts();
  const question = facts.find(({ type }) => type === 'agent_question');
  expect(facts).toContainEqual(
    expect.objectContaining({ type: 'user_answer', qid: question?.qid, text: 'Grace' }),
  );
  expect(asked).toMatchObject([{ toolCall: { title: 'Send this: Dear Grace' } }]);
});

it('tells of a planner that failed, and of a session that was archived', async () => {
  const { prompt, said, journal } = await editor(() => 'approve');
  await prompt('break');
  expect(said().at(-1)).toContain('The planner failed');
  await journal.append([{ type: 'session_archived' }]);
  const { length } = await journal.facts();
  await prompt('Ada');
  expect(said().at(-1)).toContain('archived');
  expect(await journal.facts()).toHaveLength(length);
});

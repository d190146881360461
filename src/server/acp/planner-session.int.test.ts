import type { RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { connectedEditor } from '../../../test/acp-connection.ts';
import { edit } from '../../harness/decisions.ts';
import { conversationFacts } from '../../harness/facts.ts';
import { userInputFamily } from '../../harness/family.ts';
import type { Planner } from '../../harness/planner.ts';
import { pauseEverything, pauseSession, resumeSession } from '../../host/pausing.ts';
import { entryOf } from '../../host/registry.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { ReopeningStore } from '../reopening-store.ts';
import type { AcpAgentOptions } from './agent.ts';
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
    entry: entryOf({
      planner: writer,
      description: 'Writes letters.',
      family: userInputFamily({ closing: [] }),
      facts: conversationFacts,
    }),
    config: null,
    commands: [],
    meaningOf: (text) => ({ type: 'say', fact: { type: 'user_input', text } }),
    said: ({ type, text }) => (type === 'user_input' ? String(text) : undefined),
    teller: () => () => undefined,
    plan: () => undefined,
    wish: () => undefined,
  }),
};

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An editor with a session in the mode of letters, whose person answers as `decide` says. */
async function editor(
  decide: (asked: RequestPermissionRequest) => string | Promise<string>,
  options: Partial<AcpAgentOptions> = {},
) {
  const store = memoryStore();
  const place = new ReopeningStore({ open: async () => store });
  const cwd = import.meta.dirname;
  const editor = await connectedEditor({ place, cwd, decide, modes: [letters], by: 'ada', ...options });
  closing.push(editor.close);
  await editor.setMode('letters');
  const journal = openJournal(store, `letters:${editor.sessionId}`);
  const types = async () => (await journal.facts()).map(({ type }) => type);
  return { ...editor, store, journal, types };
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

it('records who began it, and who said, answered and decided what', async () => {
  const { prompt, journal } = await editor(({ toolCall }) =>
    toolCall.title?.includes('Ada') ? 'approve' : 'dismiss',
  );
  await prompt('Ada');
  await prompt('write');
  await prompt('Grace');
  const signed = (await journal.facts()).flatMap(({ type, by }) => (by === undefined ? [] : [[type, by]]));
  expect(signed).toEqual(
    [
      'session_created',
      'planner_configured',
      'user_input',
      'compose_approved',
      'user_input',
      'user_answer',
      'compose_dismissed',
    ].map((type) => [type, 'ada']),
  );
});

describe('a prompt while work is paused', () => {
  it('is recorded and answered with who has paused it, and is planned for afterwards', async () => {
    const { prompt, said, journal, types } = await editor(() => 'dismiss');
    await prompt('Ada');
    await pauseSession(journal, { by: 'grace', reason: 'Prices changed' });
    expect(await prompt('Charles')).toBe('end_turn');
    expect(said().at(-1)).toBe(
      `Paused by grace: Prices changed. What was said is recorded, and work on it goes on after \`wayfold resume ${journal.id}\`.`,
    );
    await resumeSession(journal, { by: 'grace' });
    await prompt('Mary');
    expect((await types()).filter((type) => type === 'compose_intent')).toHaveLength(2);
    expect(said().at(-1)).not.toContain('Paused');
  });

  it('is answered in the same way when everything is', async () => {
    const { prompt, said, store } = await editor(() => 'dismiss');
    await pauseEverything(store, { by: 'grace' });
    expect(await prompt('Ada')).toBe('end_turn');
    expect(said().at(-1)).toMatch(/^Paused by grace\. .*`wayfold resume`\.$/);
  });

  it('is answered with the limit that is used up', async () => {
    const { prompt, said, types } = await editor(() => 'dismiss', { limits: { session: { tokens: 0 } } });
    expect(await prompt('Ada')).toBe('end_turn');
    expect(said().at(-1)).toMatch(/^Paused: 0 of 0 tokens are spent\. /);
    expect(await types()).toContain('session_paused');
    expect(await types()).not.toContain('compose_intent');
  });
});

it('takes no more words than the HTTP API, and begins nothing with more', async () => {
  const { prompt, said, types } = await editor(() => 'dismiss');
  await prompt('x'.repeat(200_001));
  expect(said().at(-1)).toContain('at most 200000 characters');
  expect(await types()).toEqual([]);
  await prompt('x'.repeat(200_000));
  expect(await types()).toContain('compose_intent');
});

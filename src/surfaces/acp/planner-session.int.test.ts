import type { RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ConnectionOptions, connectedEditor } from '../../../test/acp-connection.ts';
import { edit } from '../../harness/drafts/decisions.ts';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { pauseEverything } from '../../host/pausing.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { ReopeningStore } from '../http/store/reopening-store.ts';

/** Writes letters, and asks to whom when nobody said so. */
const letters = definePlanner({
  id: 'letters',
  title: 'Letters',
  description: 'Writes letters.',
  config: z.strictObject({}),
  facts: {},
  state: { initial: null, apply: (state) => state },
  plan({ facts }, { newId }) {
    const message = facts.findLast(({ type }) => type === 'user_input' || type === 'user_answer');
    if (message?.text === 'break') throw new Error('Out of ink');
    if (message?.text === 'write') return [{ type: 'agent_question', qid: newId('q'), prompt: 'To whom?' }];
    return [{ type: 'compose_intent', composeId: newId('c'), text: `Dear ${message?.text}` }];
  },
});

/** What a person is shown with a question. */
function detailsOf({ toolCall }: RequestPermissionRequest): string | undefined {
  const [first] = toolCall.content ?? [];
  return first?.type === 'content' && first.content.type === 'text' ? first.content.text : undefined;
}

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An editor with a session in the mode of letters, whose person answers as `decide` says. */
async function editor(
  decide: (asked: RequestPermissionRequest) => string | Promise<string>,
  options: Partial<ConnectionOptions> = {},
) {
  const store = memoryStore();
  const place = new ReopeningStore({ open: async () => store });
  const cwd = import.meta.dirname;
  const editor = await connectedEditor({ place, cwd, decide, planners: [letters], by: 'ada', ...options });
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
      toolCall: { content: [{ type: 'content', content: { type: 'text', text: 'Dear Ada' } }] },
      options: [
        { optionId: 'approve', kind: 'allow_once' },
        { optionId: 'regenerate', kind: 'allow_once' },
        { optionId: 'dismiss', kind: 'allow_once' },
        { optionId: 'decide-later', kind: 'reject_once' },
      ],
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
  const { asked, prompt, journal, types } = await editor(async (request) => {
    if (detailsOf(request) !== 'Dear Ada') return 'dismiss';
    const draft = (await journal.facts()).find(({ type }) => type === 'compose_intent');
    await edit(journal, { composeId: String(draft?.composeId), text: 'Give me your money' });
    return 'approve';
  });
  expect(await prompt('Ada')).toBe('end_turn');
  expect(asked.map(detailsOf)).toEqual(['Dear Ada', 'Give me your money']);
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
  expect(asked.map(detailsOf)).toEqual(['Dear Grace']);
});

/** Paints doors in the colour that somebody chooses. */
const doors = definePlanner({
  id: 'doors',
  title: 'Doors',
  description: 'Paints doors.',
  config: z.strictObject({}),
  facts: { painted: { schema: z.strictObject({ colour: z.string() }), kind: 'decision' } },
  state: { initial: '', apply: (colour, fact) => (fact.type === 'painted' ? fact.colour : colour) },
  plan: () => [{ type: 'sleep' }],
  commands: {
    paint: {
      title: 'Paint',
      input: z.strictObject({ colour: z.string() }),
      decide: ({ fact }, { colour }) => [fact.painted({ colour })],
      reply: ({ state }) => `The door is ${state} now.`,
    },
  },
  waiting: ({ state, call }) =>
    state === ''
      ? [
          {
            id: 'c',
            text: 'Which?',
            options: [{ id: 'red', label: 'Red', command: call.paint({ colour: 'red' }) }],
          },
        ]
      : [],
});

it('shows what a command says itself when its option is chosen', async () => {
  const { prompt, said, setMode } = await editor(() => 'red', { planners: [letters, doors] });
  await setMode('doors');
  await prompt('Hello');
  expect(said().join('\n')).toContain('The door is red now.');
});

it('answers an unknown word with a slash with the commands there are, and records nothing', async () => {
  const { prompt, said, setMode, store, sessionId } = await editor(() => 'red', {
    planners: [letters, doors],
  });
  await setMode('doors');
  await prompt('/varnish blue');
  expect(said().at(-1)).toMatch(/\/varnish[\s\S]*\/paint/);
  const types = (await openJournal(store, `doors:${sessionId}`).facts()).map(({ type }) => type);
  expect(types).not.toContain('user_input');
});

it('tells of a planner that failed, and of a session that was archived', async () => {
  const { asked, prompt, said, journal } = await editor(() => 'decide-later');
  await prompt('break');
  expect(said().at(-1)).toContain('Out of ink');
  expect(asked).toMatchObject([{ options: [{ optionId: 'retry' }, { optionId: 'decide-later' }] }]);
  await journal.append([{ type: 'session_archived' }]);
  const { length } = await journal.facts();
  await prompt('Ada');
  expect(said().at(-1)).toContain('archived');
  expect(await journal.facts()).toHaveLength(length);
});

it('records who began it, and who said, answered and decided what', async () => {
  const { prompt, journal } = await editor((request) =>
    detailsOf(request) === 'Dear Ada' ? 'approve' : 'dismiss',
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
  it('is answered in the same way when everything is', async () => {
    const { prompt, said, store } = await editor(() => 'dismiss');
    await pauseEverything(store, { by: 'grace' });
    expect(await prompt('Ada')).toBe('end_turn');
    expect(said().at(-1)).toMatch(/^Paused by grace\. .*`wayfold resume`\.$/);
  });

  it('is answered with the limit that is used up', async () => {
    const limits = { session: { tokens: 0 } };
    const { asked, prompt, said, types } = await editor(() => 'decide-later', { limits });
    expect(await prompt('Ada')).toBe('end_turn');
    expect(asked[0]?.options[0]).toMatchObject({ optionId: 'resume' });
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

it('hands over what the other side said to a planner that talks to an agent, and asks to send its draft', async () => {
  const echo = definePlanner({
    id: 'echo',
    title: 'Echo',
    description: 'Says it back.',
    talks: 'agent',
    config: z.strictObject({}),
    facts: {},
    state: { initial: null, apply: (state) => state },
    plan({ facts }, { newId }) {
      const received = facts.findLast(({ type }) => type === 'remote_received');
      const guidance = facts.findLast(({ type }) => type === 'user_guidance');
      const text = [received?.text, guidance?.text].join(' ').trim();
      return [{ type: 'compose_intent', composeId: newId('c'), text }];
    },
  });
  const answers = ['decide-later', 'approve'];
  const { asked, prompt, said, setMode } = await editor(() => answers.shift() ?? '', {
    planners: [letters, echo],
  });
  await setMode('echo');
  await prompt('Be brief.');
  expect(said().at(-1)).toContain('/receive');
  await prompt('/receive Hello?');
  await prompt('Be kind.');
  expect(asked.map(detailsOf)).toEqual(['Hello? Be brief.', 'Hello? Be kind.']);
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { parrotSession, publishedParrot, registry, serveA2a, transcript } from '../../test/a2a-fixture.ts';
import { opened, sayIn, talking } from '../../test/a2a-talk.ts';
import { eventually } from '../../test/eventually.ts';
import { ingest } from '../harness/conversation/ingest.ts';
import { ledgerOf } from '../harness/conversation/ledger.ts';
import { approve } from '../harness/drafts/decisions.ts';
import { digestOf } from '../harness/drafts/digest.ts';
import { definePlanner } from '../harness/module/define-planner.ts';
import type { Envelope } from '../journal/fact.ts';
import { memoryStore } from '../journal/index.ts';
import type { Journal } from '../journal/journal.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { pairSessions } from './pair-sessions.ts';
import { createRegistry } from './registry.ts';
import { runSession } from './run-session.ts';
import { createHostSession, type Session } from './session.ts';

const running = async (session: Session) =>
  opened(await runSession(session, { worker: `w-${session.journal.id}`, llm: scriptedModel([]) }));

const handIn = async (journal: Journal<Envelope>, text: string) =>
  await ingest(journal, [
    { type: 'remote_received', messageId: text, text },
    { type: 'status_changed', a2a: 'input-required' },
  ]);

it('a final draft ends a conversation with messages passed on by hand, until the next one', async () => {
  const session = await parrotSession(memoryStore());
  await running(session);
  await handIn(session.journal, 'Good bye');
  const first = ['<Good bye', '=input-required', '>You said: Good bye', '=completed'];
  await eventually(() => transcript(session.journal)).toEqual(first);
  expect((await ledgerOf(session.journal)).hasEnded).toBe(true);
  await handIn(session.journal, 'One more thing');
  await eventually(() => transcript(session.journal)).toEqual([
    ...first,
    '<One more thing',
    '=input-required',
    '>You said: One more thing',
  ]);
});

it('a final draft ends both sides of a pairing', async () => {
  const store = memoryStore();
  const parrot = await parrotSession(store, 'parrot');
  await running(parrot);
  const { journal } = await createHostSession(store, registry, {
    id: 'me',
    title: 'Me',
    plannerId: 'parrot',
  });
  const pairing = await pairSessions(journal, parrot.journal);
  opened({ close: async () => pairing.close() });
  await journal.append([{ type: 'remote_sent', messageId: 'm1', text: 'Good bye' }]);
  await eventually(() => transcript(journal)).toEqual([
    '=input-required',
    '>Good bye',
    '=working',
    '<You said: Good bye',
    '=completed',
  ]);
  await pairing.idle();
  expect(await transcript(parrot.journal)).toEqual([
    '=working',
    '<Good bye',
    '=input-required',
    '>You said: Good bye',
    '=completed',
  ]);
});

it('a final draft ends a conversation with a published session on both sides', async () => {
  const store = memoryStore();
  await publishedParrot(store);
  const server = opened(await serveA2a(store));
  const { journal, connection, errors } = await talking(server.card());
  const content = { composeId: 'last', text: 'That was all', nextStateHint: 'completed' } as const;
  const digest = digestOf(content);
  await journal.append([{ type: 'compose_intent', ...content, digest }]);
  await approve(journal, { composeId: 'last', digest });
  const ended = ['=input-required', '>That was all', '=completed'];
  await eventually(() => transcript(journal)).toEqual(ended);
  await connection.settled();
  expect(await transcript(journal)).toEqual(ended);

  await sayIn(journal, 'Or not');
  await eventually(async () => (await ledgerOf(journal)).status).toBe('input-required');
  expect((await transcript(journal)).slice(ended.length)).toEqual(
    expect.arrayContaining(['>Or not', '<You said: Or not']),
  );
  expect(errors).toEqual([]);
});

/** Has nothing to say after its first message. */
function curt() {
  let passes = 0;
  const module = definePlanner({
    id: 'curt',
    title: 'Curt',
    description: 'Says one thing.',
    talks: 'agent',
    config: z.strictObject({}),
    facts: {},
    state: {
      initial: { sent: 0 },
      apply: ({ sent }, { type }) => ({ sent: sent + +(type === 'remote_sent') }),
    },
    plan(_, { newId }) {
      passes += 1;
      return [{ type: 'compose_intent', composeId: newId('c'), text: 'Again' }];
    },
    status: ({ state }) => (state.sent > 0 ? 'completed' : 'idle'),
  });
  return { module, passes: () => passes };
}

const curtSession = async (module: ReturnType<typeof curt>['module']) =>
  await createHostSession(memoryStore(), createRegistry([module]), {
    id: 's',
    title: 'Curt',
    plannerId: module.id,
    config: {},
    mode: 'auto',
  });

it('a reply that comes before the end is recorded is not planned for', async () => {
  const { module, passes } = curt();
  const session = await curtSession(module);
  const { journal } = session;
  await journal.append([{ type: 'remote_sent', messageId: 'm1', text: 'Take it or leave it' }]);
  await handIn(journal, 'I leave it');
  await (await running(session)).idle();
  expect((await transcript(journal)).at(-1)).toBe('=completed');
  expect(passes()).toBe(0);
});

it('what a person asks for before the end is recorded is planned for', async () => {
  const { module, passes } = curt();
  const session = await curtSession(module);
  const { journal } = session;
  await journal.append([{ type: 'remote_sent', messageId: 'm1', text: 'Take it or leave it' }]);
  await handIn(journal, 'I leave it');
  await journal.append([{ type: 'user_guidance', gid: 'g1', text: 'Say it again' }]);
  await (await running(session)).idle();
  expect((await transcript(journal)).slice(-2)).toEqual(['>Again', '=completed']);
  expect(passes()).toBe(1);
});

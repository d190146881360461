import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../harness/module/define-planner.ts';
import { HostError } from '../host/error.ts';
import { memoryStore } from '../journal/index.ts';
import type { Llm } from '../model/llm.ts';
import { setupSnapshot } from './commands/setup.ts';
import { createSession } from './create-session.ts';

const SECRET = 'sk-12345678-secret';
const me = { by: 'ada' };

interface Mail {
  readonly sent: readonly string[];
}

/** It does everything wrong that it can: the secret is in its facts, its labels, its prompts and its errors. */
const mailer = definePlanner({
  id: 'mailer',
  title: 'Mailer',
  description: 'Sends mail.',
  config: z.strictObject({
    server: z.string().default(''),
    apiKey: z.string().meta({ title: 'Key', secret: true }),
  }),
  facts: {
    mail_written: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
    mail_sent: { schema: z.strictObject({ receipt: z.string() }), kind: 'public' },
  },
  state: {
    initial: { sent: [] } as Mail,
    apply: (state, fact): Mail =>
      fact.type === 'mail_sent' ? { sent: [...state.sent, fact.receipt] } : state,
  },
  async plan({ config, facts, fact }, { llm, hud }) {
    hud('planning', `with ${config.apiKey}`);
    const message = facts.findLast(({ type }) => type === 'user_input');
    if (message?.text === 'fail') throw new Error(`the key ${config.apiKey} is wrong`);
    await llm.generate({ messages: [{ role: 'user', text: `key ${config.apiKey}` }] });
    return [fact.mail_written({ text: `key ${config.apiKey}` })];
  },
  load: {
    field: 'server',
    as: 'greeting',
    load: async (from, { config }) => ({ from, key: Object(config?.()).apiKey }),
  },
  reactors: ({ config }) => [
    {
      name: 'send',
      reactsTo: ['mail_written'],
      act: async () => [{ type: 'mail_sent', receipt: `sent with ${Object(config()).apiKey}` }],
    },
  ],
  queries: {
    whoami: {
      title: 'Who am I',
      input: z.strictObject({}),
      run: async (_at, _input, { config }) => ({ length: Object(config()).apiKey.length, key: config() }),
    },
  },
  view: ({ config, state }) => [{ type: 'json', value: { config, sent: state.sent } }],
  exports: { txt: { mediaType: 'text/plain', write: ({ config }) => JSON.stringify(config) } },
});

function begun(values: Readonly<Record<string, string>>) {
  const prompts: string[] = [];
  const llm: Llm = {
    id: 'test/model',
    demo: false,
    async generate({ messages }) {
      prompts.push(...messages.map(({ text }) => text));
      return { text: 'ok', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    },
  };
  const store = memoryStore();
  const readSecret = (name: string) => {
    const value = values[name];
    if (value !== undefined) return value;
    throw new HostError('secret-missing', { summary: `The secret ${name} has no value here.` });
  };
  const create = (config: object) =>
    createSession(store, { planner: mailer, llm, readSecret, config, ...me });
  return { store, llm, prompts, create };
}

/** Everything that is kept of a session, and everything that is shown of it. */
async function allOf(session: Awaited<ReturnType<typeof createSession>>): Promise<string> {
  const facts = await session.journal.facts();
  const hashes = [...JSON.stringify(facts).matchAll(/\b[0-9a-f]{64}\b/g)].map(([hash]) => hash);
  const files = await Promise.all(
    hashes.map(async (hash) =>
      new TextDecoder().decode(await session.journal.attachments.get(hash).catch(() => new Uint8Array())),
    ),
  );
  const { blocks, data, messages, config, loaded, waiting } = await session.view();
  const shown = [blocks, data, [...messages], config, loaded, waiting];
  return JSON.stringify([facts, files, shown, await session.exported('txt', {})]);
}

describe('a setup that names a secret', () => {
  it('works with its value, which appears in no fact, file, view, export, label or prompt', async () => {
    const { create, llm, prompts } = begun({ 'env:KEY': SECRET });
    const session = await create({ server: 'mail.example', apiKey: 'env:KEY' });
    const labels: unknown[] = [];
    await session.say({ text: 'Hello' }, me);
    await session.untilIdle({ llm, hooks: { hud: (_phase, label) => labels.push(label) } });
    const { state } = (await session.view()).at;
    expect(state).toEqual({ sent: ['sent with [redacted env:KEY]'] });
    expect((await session.view()).config).toEqual({ server: 'mail.example', apiKey: 'env:KEY' });
    expect((await session.view()).loaded).toEqual({ from: 'mail.example', key: '[redacted env:KEY]' });
    expect(await session.query('whoami', {}, new AbortController().signal)).toMatchObject({
      length: SECRET.length,
      key: { apiKey: '[redacted env:KEY]' },
    });
    expect(prompts).toEqual(['key [redacted env:KEY]']);
    expect(labels).toContain('with [redacted env:KEY]');
    expect(await allOf(session)).not.toContain(SECRET);
  });

  it('keeps the value out of the error of a failed pass', async () => {
    const { create, llm } = begun({ 'env:KEY': SECRET });
    const session = await create({ server: 'mail.example', apiKey: 'env:KEY' });
    await session.say({ text: 'fail' }, me);
    await session.untilIdle({ llm });
    expect((await session.view()).waiting).toMatchObject([{ text: 'the key [redacted env:KEY] is wrong' }]);
    expect(await allOf(session)).not.toContain(SECRET);
  });

  it('waits with a typed error while a name has no value, and continues once it has one', async () => {
    const values: Record<string, string> = { 'env:KEY': SECRET };
    const { create, llm } = begun(values);
    const session = await create({ server: 'mail.example', apiKey: 'env:KEY' });
    delete values['env:KEY'];
    await session.say({ text: 'Hello' }, me);
    await session.untilIdle({ llm });
    expect((await session.view()).waiting).toMatchObject([
      { data: { type: 'error', code: 'secret-missing', message: expect.stringContaining('env:KEY') } },
    ]);
    expect(await session.view()).toMatchObject({ status: 'waiting', standing: 'failed' });
    await expect(session.query('whoami', {}, new AbortController().signal)).rejects.toMatchObject({
      code: 'secret-missing',
    });
    values['env:KEY'] = SECRET;
    await session.do({ type: 'retry' }, me);
    await session.untilIdle({ llm });
    expect((await session.view()).at.state).toMatchObject({ sent: { length: 1 } });
  });

  it('is refused if it contains the secret itself, which is repeated nowhere', async () => {
    const { create, store } = begun({});
    const refused = await create({ server: 'x', apiKey: SECRET }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'config-invalid', reasons: { apiKey: expect.any(String) } });
    expect(JSON.stringify([String(refused), refused])).not.toContain(SECRET);
    expect(await store.list({ limit: 10 })).toEqual([]);
  });

  it('is a form that shows the name, distinguishes names from secrets, and reports a name without a value', async () => {
    const { create, llm } = begun({ 'env:KEY': SECRET });
    const { planner } = (await create({ server: 'x', apiKey: 'env:KEY' })).entry;
    const readSecret = (name: string) => {
      throw new HostError('secret-missing', { summary: `The secret ${name} has no value here.` });
    };
    const snapshot = async (values: Record<string, string>) =>
      (await setupSnapshot(planner, values, { llm, readSecret })).fields;
    expect(await snapshot({ apiKey: 'env:KEY' })).toMatchObject([
      {},
      { type: 'secret', value: 'env:KEY', placeholder: 'env:NAME or file:NAME' },
    ]);
    const [server, key] = await snapshot({ apiKey: SECRET });
    expect(key).toMatchObject({ value: undefined, error: expect.any(String) });
    expect(JSON.stringify([server, key])).not.toContain(SECRET);
    const [loading] = await snapshot({ server: 'x', apiKey: 'env:KEY' });
    expect(loading?.error).toContain('env:KEY');
  });
});

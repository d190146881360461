import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal, sqliteStore } from '../src/journal/index.ts';
import { serve } from '../src/surfaces/http/index.ts';
import {
  answered,
  answerOf,
  callerOver,
  NEWEST,
  nextUpdate,
  ONE_BEFORE,
  Project,
  TWO_WAYS,
} from './mcp-client.ts';
import { expectPlainSchemas, outputCheck, toolAnnotations } from './mcp-tools.ts';
import { minutesModule } from './minutes-module.ts';

const MODULE = new URL('./minutes-module.ts', import.meta.url).pathname;
const CONFIG = { title: 'Retro' };

describe.each(TWO_WAYS)('a planner of a user over $over with protocol $protocol', (way) => {
  let project: Project;
  let client: Client;
  let session: string;
  let tests = 0;

  async function connected(): Promise<Client> {
    if (way.over === 'stdio') {
      return (await project.spawn(way.protocol, '--tools', 'minutes', '--planner', MODULE)).client;
    }
    const store = sqliteStore(project.dataFile);
    const server = await serve({ store, port: 0, planners: [minutesModule] });
    project.onEnd(async () => {
      await server.close();
      await store.close();
    });
    return await project.connectTo(server.url, way.protocol, undefined, '/mcp?tools=minutes');
  }

  beforeAll(async () => {
    project = await Project.create();
    client = await connected();
  });

  beforeEach(() => {
    session = `minutes:t-${++tests}`;
  });

  afterAll(() => project.end());

  const start = (input: object = {}) =>
    answered(client, 'minutes_start', { id: session, config: CONFIG, ...input });
  const factsOf = async () => await openJournal(project.store, session).facts();

  it('has tools for starting, its commands and viewing, with correct annotations and instructions', async () => {
    expect(await toolAnnotations(client)).toEqual([
      ['minutes_start', false, false, false, true],
      ['minutes_answer', false, false, false, true],
      ['minutes_retry', false, false, false, true],
      ['minutes_say', false, false, false, true],
      ['minutes_cancel', false, true, false, true],
      ['minutes_pin', false, false, false, true],
      ['minutes_own', false, false, false, true],
      ['minutes_discard', false, true, false, true],
      ['minutes_show', true, false, true, false],
      ['minutes_list', true, false, true, false],
      ['minutes_export', true, false, true, false],
    ]);
    expect(client.getInstructions()).toContain('minutes_start');
    const { tools } = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'minutes_pin') ?? {};
    expect(inputSchema).toMatchObject({
      properties: { session: { type: 'string' }, line: { type: 'integer' }, expected_version: {} },
      required: ['session', 'line'],
    });
    const starting = tools.find(({ name }) => name === 'minutes_start')?.inputSchema;
    expect(starting).toMatchObject({
      properties: {
        text: {},
        title: {},
        id: {},
        config: { properties: { order: { default: 'as written' } } },
      },
      required: ['config'],
    });
  });

  it('has schemas that are valid, plain objects, and closed', () => expectPlainSchemas(client));

  it('is started, and gets messages and commands, with answers that match its schemas', async () => {
    const expectWithinSchema = await outputCheck(client);
    const begun = await start({ text: 'We ship on Friday', title: 'Weekly' });
    expectWithinSchema('minutes_start', begun);
    const owned = { tool: 'minutes_own', arguments: { session, name: 'nobody' } };
    expect(begun).toMatchObject({
      session,
      title: 'Weekly',
      message: expect.stringContaining('We ship on Friday'),
      waiting: [{ id: 'owner', options: [owned], form: { tool: 'minutes_own', arguments: { session } } }],
      view: [{ type: 'steps', items: [{ id: '1', title: 'We ship on Friday' }] }],
    });
    expect(begun.message).toContain(`minutes_own ${JSON.stringify(owned.arguments)}`);
    const answer = await answered(client, 'minutes_say', { session, text: 'Ada writes the notes' });
    expectWithinSchema('minutes_say', answer);
    const pin = await answered(client, 'minutes_pin', { session, line: 2 });
    expectWithinSchema('minutes_pin', pin);
    expect(pin).toMatchObject({ view: [{ items: [{ status: 'pending' }, { status: 'done' }] }] });
    const own = await answered(client, owned.tool, owned.arguments);
    expectWithinSchema('minutes_own', own);
    expect(own).toMatchObject({ waiting: [] });
    const shown = await answered(client, 'minutes_show', { session });
    expectWithinSchema('minutes_show', shown);
    expect(shown).toMatchObject({ version: own.version, message: expect.stringContaining('Ada writes') });
    const by = callerOver(way);
    expect((await factsOf()).filter((fact) => 'by' in fact).map(({ type, by: who }) => [type, who])).toEqual([
      ['session_created', by],
      ['planner_configured', by],
      ['user_input', by],
      ['user_input', by],
      ['line_pinned', by],
    ]);
  });

  it("accepts alternative inputs as one object, and answers with the command's text", async () => {
    await start({ text: 'We ship on Friday' });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'minutes_discard')?.inputSchema).toMatchObject({
      properties: { why: { enum: ['mistake', 'other'] }, reason: { type: 'string' } },
      required: ['session', 'why'],
    });
    const { isError, answer } = await answerOf(client, 'minutes_discard', { session, why: 'other' });
    expect({ isError, ...answer }).toMatchObject({ code: 'invalid-tool-input', field: 'reason' });
    expect(
      await answered(client, 'minutes_discard', { session, why: 'other', reason: 'private' }),
    ).toMatchObject({ message: 'Discarded: private.', view: [{ items: [] }] });
  });

  it('says so if a command changes nothing', async () => {
    await start({ text: 'We ship on Friday' });
    const { version, message } = await answered(client, 'minutes_pin', { session, line: 1 });
    expect(message).not.toContain('Nothing has changed');
    expect(await answered(client, 'minutes_pin', { session, line: 1 })).toMatchObject({
      version,
      message: expect.stringContaining('Nothing has changed'),
    });
  });

  it('lists only its own sessions', async () => {
    await start({ text: 'Hello' });
    const { sessions } = await answered(client, 'minutes_list');
    expect(sessions).toContainEqual(expect.objectContaining({ session, waiting: 1 }));
    await openJournal(project.store, 'trip:rome').append([
      { type: 'session_created', title: 'Rome', plannerId: 'trip' },
    ]);
    const later = await answered(client, 'minutes_list');
    expect(JSON.stringify(later)).not.toContain('trip:rome');
    expect(await answerOf(client, 'minutes_show', { session: 'trip:rome' })).toMatchObject({
      isError: true,
      answer: { code: 'no-session', field: 'session' },
    });
  });

  it('exports a session as a file', async () => {
    await start({ text: 'We ship on Friday' });
    const input = { session, format: 'md' };
    expect(await answered(client, 'minutes_export', input)).toMatchObject({
      session,
      mime_type: 'text/markdown; charset=utf-8',
      content: '- We ship on Friday',
    });
    const numbered = { ...input, options: { numbered: true } };
    expect(await answered(client, 'minutes_export', numbered)).toMatchObject({
      content: '1. We ship on Friday',
    });
  });

  it('generates an id if none is given', async () => {
    const one = await answered(client, 'minutes_start', { config: CONFIG });
    const other = await answered(client, 'minutes_start', { config: CONFIG });
    expect(one.session).toMatch(/^minutes:\w+$/);
    expect(other.session).not.toBe(one.session);
  });

  it.each<[string, string, object, string, string?]>([
    ['a setup that lacks something', 'minutes_start', { id: 'm-1', config: {} }, 'config-invalid', 'config'],
    ['no setup where one is needed', 'minutes_start', { id: 'm-1' }, 'config-invalid', 'config'],
    ['a setup that is none', 'minutes_start', { id: 'm-1', config: 'x' }, 'invalid-tool-input', 'config'],
    [
      'an id that leads elsewhere',
      'minutes_start',
      { id: '../x', config: CONFIG },
      'invalid-tool-input',
      'id',
    ],
    ['an id that is kept', 'minutes_start', { id: 'wayfold:x', config: CONFIG }, 'invalid-tool-input', 'id'],
    ['a line there is not', 'minutes_pin', { line: 9 }, 'no-line'],
    ['line 0', 'minutes_pin', { line: 0 }, 'invalid-tool-input', 'line'],
    ['no line', 'minutes_pin', {}, 'invalid-tool-input', 'line'],
    ['an argument there is not', 'minutes_pin', { line: 1, colour: 'red' }, 'invalid-tool-input', 'colour'],
    ['the name of another command', 'minutes_pin', { line: 1, type: 'say' }, 'invalid-tool-input', 'type'],
    ['a session there is not', 'minutes_say', { session: 'nobody', text: 'a' }, 'no-session', 'session'],
    ['an id that is none', 'minutes_say', { session: '../x', text: 'a' }, 'invalid-tool-input', 'session'],
    ['nothing said', 'minutes_say', { text: '' }, 'invalid-tool-input', 'text'],
    ['a version that never was', 'minutes_pin', { line: 1, expected_version: 99 }, 'conflict'],
    [
      'a negative version',
      'minutes_pin',
      { line: 1, expected_version: -1 },
      'invalid-tool-input',
      'expected_version',
    ],
  ])('refuses %s with a code, and records nothing', async (_, tool, input, code, field) => {
    await start({ text: 'Hello' });
    const before = await factsOf();
    const own = tool === 'minutes_start' ? {} : { session };
    const { isError, answer, text } = await answerOf(client, tool, { ...own, ...input });
    expect({ isError, ...answer }, text).toMatchObject({ isError: true, code });
    expect(answer.field).toBe(field);
    expect(await factsOf()).toEqual(before);
  });

  it('answers a failure of the planner with its code and the current session', async () => {
    await start({ text: 'Hello' });
    const { isError, answer } = await answerOf(client, 'minutes_say', { session, text: 'Spill the ink' });
    expect({ isError, ...answer }).toMatchObject({
      isError: true,
      code: expect.stringMatching(/^[a-z-]+$/),
      session,
      view: [{ items: [{ title: 'Hello' }] }],
      waiting: [{ options: [{ tool: 'minutes_retry', arguments: { session } }] }, { id: 'owner' }],
    });
  });

  it('refuses to start an existing session', async () => {
    await start();
    expect(await answerOf(client, 'minutes_start', { id: session, config: CONFIG })).toMatchObject({
      isError: true,
      answer: { code: 'session-exists', field: 'id' },
    });
  });

  it('has its sessions as resources, which report changes by other processes', async () => {
    await start({ text: 'We ship on Friday' });
    const uri = `minutes://${encodeURIComponent(session)}`;
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, name: session }));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'minutes://{session}' }]);
    const { contents } = await client.readResource({ uri });
    const [json, markdown] = contents.map((part) => ('text' in part ? part.text : ''));
    expect(JSON.parse(json ?? '')).toMatchObject({ session, view: [{ type: 'steps' }] });
    expect(markdown).toContain('We ship on Friday');
    if (way.over === 'http' && way.protocol === ONE_BEFORE) return;
    if (way.protocol === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    const updated = nextUpdate(client);
    await openJournal(project.store, session).append([{ type: 'line_pinned', line: 1, by: 'grace' }]);
    expect(await updated).toBe(uri);
  });
});

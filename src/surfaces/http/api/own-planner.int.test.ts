import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../test/eventually.ts';
import { minutesModule } from '../../../../test/minutes-module.ts';
import { ServerEvents } from '../../../../test/server-events.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { definePlanner } from '../../../harness/module/define-planner.ts';
import { ConfigSnapshot } from '../../../harness/setup/config-store.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { applyPatch, type PatchOperation } from '../../../sessions/compare/json-patch.ts';
import { SessionDiff } from '../../../sessions/compare/session-diff.ts';
import { serve } from '../serve.ts';
import { Facts, Planners, SessionAnswer } from './responses/response-schemas.ts';
import { TimelineAnswer } from './responses/timeline-response.ts';

let server: SessionsServer;
beforeEach(async () => {
  server = await SessionsServer.start({ planners: [minutesModule] });
});
afterEach(() => server.stop());

const SAID = 'We talked about flour. We decided to buy more. Then we left.';

async function begun(more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await server.post('/sessions', {
    title: 'Retro',
    plannerId: 'minutes',
    config: { title: 'Retro' },
    text: SAID,
    ...more,
  });
  expect([status, body]).toMatchObject([201, {}]);
  const { id } = SessionAnswer.parse(body);
  await eventually(async () => (await server.session(id)).planner.lines).toHaveLength(3);
  return id;
}

describe('a planner of a program’s own', () => {
  it('is shown although its data, files or hand-overs fail', async () => {
    const broken = () => {
      throw new Error('no paper');
    };
    const failing = { ...minutesModule, data: broken, artifacts: broken, handsOver: broken };
    await server.stop();
    server = await SessionsServer.start({ planners: [failing] });
    const id = await server.begin('minutes', { config: { title: 'Retro' } });
    expect(await server.session(id)).toMatchObject({
      planner: { type: 'failed', code: 'planner-failed' },
      artifacts: [],
      handsOver: [],
    });
    expect((await server.get(`/sessions/${id}/artifacts`)).body).toMatchObject({ code: 'planner-failed' });
  });

  it('is listed with everything a page needs', async () => {
    const { planners } = Planners.parse((await server.get('/planners')).body);
    const minutes = planners.find(({ id }) => id === 'minutes');
    expect(minutes).toMatchObject({
      name: 'Minutes',
      icon: 'notebook-pen',
      talks: 'person',
      commandForms: [
        { type: 'pin', title: 'Pin a line', input: { required: ['line'] } },
        { type: 'own', hidden: true },
        { type: 'discard', hidden: true },
      ],
      exports: [
        {
          format: 'md',
          title: 'md',
          mediaType: 'text/markdown; charset=utf-8',
          input: { properties: { numbered: { type: 'boolean' } } },
        },
      ],
      examples: [{ title: 'A retro' }],
    });
    expect(minutes?.commands).toEqual(expect.arrayContaining(['say', 'rename', 'pin', 'own']));
    expect(minutes?.setup.fields.map(({ key }) => key)).toEqual(['title', 'order']);
    const { fields } = await server.post('/fits', { text: 'Write the minutes of our meeting' });
    expect(fields.planners).toHaveLength(6);
    expect(Object(fields.planners)[0]).toMatchObject({ id: 'minutes', name: 'Minutes', fit: 0.95 });
  });

  it('is set up by its form, and not begun with a setup that does not work', async () => {
    const card = ConfigSnapshot.parse((await server.post('/planners/minutes/setup', { values: {} })).body);
    expect(card.canSave).toBe(false);
    const filled = await server.post('/planners/minutes/setup', { values: { title: 'Retro' } });
    expect(filled.body).toMatchObject({ canSave: true });
    const wrong = await server.post('/sessions', { plannerId: 'minutes', config: { order: 'none' } });
    expect([wrong.status, wrong.fields.code]).toEqual([422, 'config-invalid']);
    expect((await server.get('/sessions')).fields.sessions).toEqual([]);
  });

  it('starts with a message, and shows blocks, commands and waiting items', async () => {
    const id = await begun({ config: { title: 'Retro', order: 'decisions first' } });
    const session = await server.session(id);
    expect(session.planner).toMatchObject({ type: 'minutes', owner: null });
    expect(session.blocks).toMatchObject([
      { type: 'steps', items: [{ title: 'We decided to buy more.' }, {}, {}] },
    ]);
    expect(session.commands.map(({ type }) => type)).toEqual(['pin', 'own', 'discard']);
    expect(session.readOnly).toBe(false);
    expect(session.waiting).toMatchObject([
      {
        type: 'owner',
        id: 'owner',
        lines: 3,
        text: 'Who keeps these minutes?',
        options: [{ id: 'nobody', label: 'Nobody', command: { type: 'own', name: 'nobody' } }],
        form: { command: { type: 'own' }, field: 'name', input: { required: ['name'] } },
      },
    ]);
    expect(session.said.map(({ type }) => type)).toEqual(['user_input', 'planner_said']);
    expect((await server.get('/inbox')).fields.items).toMatchObject([
      { session: id, waiting: { id: 'owner' } },
    ]);
  });

  it('has its facts with their kind and its own words', async () => {
    const id = await begun();
    const { facts, kinds, texts } = Facts.parse((await server.get(`/sessions/${id}/facts`)).body);
    const place = facts.findIndex(({ type }) => type === 'minutes_written');
    expect(kinds[place]).toBe('plan');
    expect(texts[place]).toContain('We decided to buy more.');
    expect(texts).toHaveLength(facts.length);
    expect(texts.filter((text) => text !== null)).toHaveLength(1);
  });

  it('takes its commands, refuses bad ones, and has its form answered in words', async () => {
    const id = await begun();
    const { facts } = await server.does(id, { type: 'pin', line: 2 });
    expect(facts).toMatchObject([{ type: 'line_pinned', line: 2 }]);
    expect((await server.does(id, { type: 'pin', line: 2 })).facts).toEqual([]);
    const missing = await server.tell(id, { type: 'pin', line: 9 });
    expect([missing.status, missing.fields.code]).toEqual([409, 'no-line']);
    for (const bad of [
      { type: 'pin' },
      { type: 'pin', line: 'x' },
      { type: 'pin', line: 1, more: 1 },
      { type: 'no' },
    ]) {
      const { status, fields } = await server.tell(id, bad);
      expect([status, fields.code]).toEqual([400, 'invalid-request']);
    }
    await server.does(id, { type: 'answer', qid: 'owner', text: 'Ada' });
    expect(await server.session(id)).toMatchObject({ waiting: [], planner: { owner: 'Ada', pinned: [2] } });
    const again = await server.tell(id, { type: 'answer', qid: 'owner', text: 'Bob' });
    expect([again.status, again.fields.code]).toEqual([409, 'conflict']);
    const discarded = await server.tell(id, { type: 'discard', why: 'mistake' });
    expect([discarded.status, discarded.fields.reply]).toEqual([200, 'Discarded: mistake.']);
  });

  it('is compared with a fork, and has its facts on the timeline by their kind', async () => {
    const id = await begun();
    const { head } = await server.session(id);
    await server.does(id, { type: 'pin', line: 1 });
    const forked = await server.post(`/sessions/${id}/fork`, { atSeq: head, id: 'other' });
    expect(SessionAnswer.parse(forked.body)).toMatchObject({ forkOf: { session: id, at: head } });
    await server.does('other', { type: 'pin', line: 3 });
    const { changes, common } = SessionDiff.parse((await server.get(`/sessions/${id}/diff?with=other`)).body);
    expect(common).toBe(head);
    expect(changes.map(({ path }) => path)).toContain('/planner/pinned');
    const { kinds, runs } = TimelineAnswer.parse((await server.get(`/sessions/${id}/timeline`)).body);
    expect(kinds[runs.at(-1)?.[2] ?? 0]).toBe('decision');
  });

  it('is queried, exported and asked for what it has made', async () => {
    const id = await begun();
    expect((await server.post(`/sessions/${id}/queries/words`, { word: 'we' })).body).toEqual({ count: 3 });
    expect((await server.post(`/sessions/${id}/queries/words`, {})).status).toBe(400);
    expect((await server.post(`/sessions/${id}/queries/none`, {})).status).toBe(400);
    const file = await server.get(`/sessions/${id}/exports/md?numbered=true`);
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="minutes-\w{6}\.md"$/);
    expect(String(file.body).split('\n')[0]).toBe('1. We talked about flour.');
    expect((await server.get(`/sessions/${id}/exports/pdf`)).status).toBe(400);
    expect((await server.get(`/sessions/${id}/artifacts`)).fields.artifacts).toMatchObject([
      { id: 'minutes', name: 'minutes.md' },
    ]);
  });

  it('hands over what it has made as a file, now and as of a moment', async () => {
    const id = await begun();
    const { head, artifacts } = await server.session(id);
    expect(artifacts).toEqual([{ id: 'minutes', name: 'minutes.md', mediaType: 'text/plain' }]);
    const now = await server.get(`/sessions/${id}/artifacts/minutes`);
    expect(now.headers.get('content-disposition')).toBe('attachment; filename="minutes.md"');
    expect(String(now.body)).toMatch(/^We talked about flour\./);
    expect((await server.get(`/sessions/${id}/artifacts/minutes?at=1`)).body).toBe('');
    expect((await server.get(`/sessions/${id}/artifacts?at=${head}`)).fields.artifacts).toHaveLength(1);
    const none = await server.get(`/sessions/${id}/artifacts/none`);
    expect([none.status, none.fields.code]).toEqual([404, 'no-artifact']);
  });

  it('is in the OpenAPI document with its setup and its commands, whose references all resolve', async () => {
    const { body } = await server.get('/openapi.json');
    const text = JSON.stringify(body);
    const { components } = z
      .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })
      .parse(body);
    for (const [, ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(components.schemas).toHaveProperty([ref.replace('#/components/schemas/', '')]);
    }
    expect(text).toContain('"const":"pin"');
    expect(text).toContain('"const":"minutes"');
    expect(text).toContain('"title":"words"');
    for (const field of Object.keys(minutesModule.config.shape)) expect(text).toContain(`"${field}":{`);
  });

  it('has its example begun like those of the built-in ones', async () => {
    const { status, body } = await server.post('/examples/minutes', {});
    expect(status).toBe(201);
    const { id } = SessionAnswer.parse(body);
    await eventually(async () => (await server.session(id)).planner.lines).toHaveLength(2);
  });
});

describe('a server with planners that cannot run together', () => {
  it('does not start, and says which one is at fault', async () => {
    const twin = definePlanner({
      id: 'trip',
      title: 'Twin',
      description: 'Has a name that is taken.',
      config: z.strictObject({}),
      facts: {},
      state: { initial: null, apply: (state) => state },
    });
    const store = memoryStore();
    await expect(serve({ store, port: 0, planners: [twin] })).rejects.toMatchObject({
      code: 'module-duplicate',
      source: 'planners[0]',
    });
    await expect(serve({ store, port: 0, planners: [minutesModule, minutesModule] })).rejects.toMatchObject({
      code: 'module-duplicate',
    });
  });
});

describe('following a session with its view', () => {
  const Change = z.object({
    head: z.int(),
    facts: z.array(z.looseObject({ seq: z.int(), type: z.string() })),
    kinds: z.array(z.string()),
    texts: z.array(z.string().nullable()),
    patch: z.array(z.custom<PatchOperation>()),
  });
  const View = z.object({ head: z.int(), session: SessionAnswer });
  const own = ({ hud: _hud, ...session }: SessionAnswer) => session;

  async function follow(id: string, headers: Record<string, string> = {}): Promise<ServerEvents> {
    return await ServerEvents.open(`${server.url}/api/sessions/${id}/events?view=true`, headers);
  }

  /** The next event that is no `hud`. */
  async function next(stream: ServerEvents) {
    for (;;) {
      const [event] = await stream.take(1);
      if (event && event.event !== 'hud') return event;
    }
  }

  it('needs no second request: patches lead from one answer to the next', async () => {
    const id = await begun();
    const stream = await follow(id);
    const first = await next(stream);
    expect(first.event).toBe('view');
    let { head, session } = View.parse(first.data);
    const seen: number[] = [];
    await server.does(id, { type: 'say', text: 'One more thing. It rained.' });
    await server.does(id, { type: 'pin', line: 1 });
    await eventually(async () => (await server.session(id)).planner).toMatchObject({
      pinned: [1],
      lines: { length: 5 },
    });
    await eventually(async () => (await server.session(id)).standing).not.toBe('working');
    const before = head;
    const now = await server.session(id);
    while (head < now.head || session.standing !== now.standing) {
      const { event, data } = await next(stream);
      expect(event).toBe('change');
      const change = Change.parse(data);
      seen.push(...change.facts.map(({ seq }) => seq));
      expect(change.kinds).toHaveLength(change.facts.length);
      expect(change.texts).toHaveLength(change.facts.length);
      session = SessionAnswer.parse(applyPatch(session, change.patch));
      head = change.head;
    }
    expect(seen).toEqual(Array.from({ length: head - before }, (_, at) => before + 1 + at));
    expect(own(session)).toEqual(own(await server.session(id)));
    stream.leave();
  });

  it('resumes where it broke off, and is sent again after an erasure', async () => {
    const id = await begun();
    const stream = await follow(id);
    let lastId = '';
    while (lastId === '') lastId = /^id: (.+)$/m.exec((await stream.block()) ?? '')?.[1] ?? '';
    stream.leave();
    await server.does(id, { type: 'pin', line: 2 });
    const again = await follow(id, { 'Last-Event-ID': lastId });
    const { event, data } = await next(again);
    expect(event).toBe('change');
    const { facts, patch } = Change.parse(data);
    expect(facts.map(({ type }) => type)).toContain('line_pinned');
    expect(SessionAnswer.parse(applyPatch(undefined, patch)).planner).toMatchObject({ pinned: [2] });

    const inputSeq = (await server.session(id)).said.find(({ type }) => type === 'user_input')?.seq ?? 0;
    await openJournal(server.store, id).redact(inputSeq);
    let shown = await next(again);
    while (shown.event !== 'view') shown = await next(again);
    expect(View.parse(shown.data).session.said.map(({ type }) => type)).toEqual(['planner_said']);
    await server.store.delete(id);
    while (shown.event !== 'deleted') shown = await next(again);
    expect(shown.data).toEqual({ id });
    again.leave();

    const other = await begun();
    const unknown = await follow(other, { 'Last-Event-ID': lastId });
    expect((await next(unknown)).event).toBe('view');
    unknown.leave();
  });
});

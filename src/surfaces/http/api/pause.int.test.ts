import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { Inbox, PauseAnswer } from './responses/response-schemas.ts';

let server: SessionsServer;
afterEach(() => server.stop());

const inbox = async () => Inbox.parse((await server.get('/inbox')).body);
const typesOf = async (id: string) =>
  (await server.store.read(id, { from: 1, to: 1000, limit: 1000 })).map(({ type }) => type);

describe('a session', () => {
  it('can be paused and resumed with any planner, and says who did it', async () => {
    server = await SessionsServer.start({ sessions: { env: { USER: 'x' } } });
    for (const planner of ['drafter', 'scenario', 'tasks', 'commits', 'trip']) {
      const id = await server.begin(planner, {
        id: planner,
        ...(planner === 'scenario' && { config: undefined }),
      });
      const paused = await server.does(id, { type: 'pause', reason: 'Wait.' });
      expect(paused.facts).toMatchObject([{ type: 'session_paused', cause: 'person', reason: 'Wait.' }]);
      expect((await server.does(id, { type: 'pause' })).facts).toEqual([]);
      const resumed = await server.does(id, { type: 'resume' });
      expect(resumed.facts).toMatchObject([{ type: 'session_resumed' }]);
      expect(resumed.facts[0]?.by).toBe(paused.facts[0]?.by);
    }
  });

  it('that is paused plans nothing, also after a restart, until it is resumed', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    await server.does(id, { type: 'pause' });
    await server.does(id, { type: 'say', text: 'Write the tests. Then fix the bug.' });
    await server.restart();
    await eventually(async () => (await server.session(id)).standing).toBe('paused');
    const other = await server.begin('tasks');
    await server.does(other, { type: 'say', text: 'Write the tests.' });
    await eventually(async () => (await server.made(other)).completed).toBe(true);
    expect(await typesOf(id)).not.toContain('claimed');
    await server.does(id, { type: 'resume' });
    await eventually(async () => (await server.made(id)).completed).toBe(true);
    expect((await server.session(id)).pause).toBeNull();
  });
});

describe('everything', () => {
  it('can be paused, which outlasts a restart, and resumed', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    const { body } = await server.post('/pause', { paused: true, reason: 'Prices changed.' });
    expect(PauseAnswer.parse(body)).toMatchObject({
      paused: true,
      pause: { cause: 'person', reason: 'Prices changed.' },
    });
    await server.restart();
    await server.does(id, { type: 'say', text: 'Write the tests.' });
    await eventually(async () => (await server.session(id)).standing).toBe('idle');
    expect(await typesOf(id)).not.toContain('claimed');
    expect((await inbox()).pause).toMatchObject({ reason: 'Prices changed.' });
    await server.post('/pause', { paused: false });
    await eventually(async () => (await server.made(id)).completed).toBe(true);
    expect((await server.get('/pause')).fields).toMatchObject({ paused: false, pause: null });
  });

  it('goes on where a session was put to rest meanwhile', async () => {
    server = await SessionsServer.start({ sessions: { env: {}, atOnce: 1 } });
    const [a, b] = [await server.begin('tasks'), await server.begin('tasks')];
    await server.post('/pause', { paused: true });
    for (const id of [a, b]) await server.does(id, { type: 'say', text: 'Write the tests.' });
    for (const id of [a, b]) await eventually(async () => (await server.session(id)).standing).toBe('idle');
    await server.post('/pause', { paused: false });
    for (const id of [a, b]) await eventually(async () => (await server.made(id)).completed).toBe(true);
  });

  it.each([
    { paused: 'yes' },
    { paused: true, limits: { usd: 1 } },
    { paused: false, reason: 'x' },
    { paused: false, limits: { money: 1 } },
  ])('is not changed by a request that makes no sense: %j', async (body) => {
    server = await SessionsServer.start();
    expect(await server.post('/pause', body)).toMatchObject({ status: 400 });
    expect((await server.get('/pause')).fields).toMatchObject({ paused: false });
  });
});

describe('a limit', () => {
  it('for a session stops it, shows in the inbox, and is raised by whoever resumes', async () => {
    server = await SessionsServer.start({ sessions: { env: { WAYFOLD_LIMIT_SESSION_TOKENS: '1' } } });
    const id = await server.begin('drafter');
    await server.does(id, { type: 'receive', text: 'Hello', messageId: 'm1' });
    const draft = await server.waitsFor(id, 'draft');
    await server.does(id, { type: 'guide', text: 'Shorter.' });
    const { seq, spent } = await server.waitsFor(id, 'budget');
    const item = (await inbox()).items.find(({ waiting }) => waiting.type === 'budget');
    expect(item).toMatchObject({ id: `${id}/${seq}`, waiting: { limit: 'tokens', spent, allowed: 1 } });
    expect(await server.session(id)).toMatchObject({
      standing: 'paused',
      pause: { cause: 'limit' },
      limits: { tokens: 1 },
      spent: { tokens: spent },
    });
    const low = await server.tell(id, { type: 'resume', limits: { tokens: spent } });
    expect(low).toMatchObject({ status: 409, fields: { code: 'conflict' } });
    await server.does(id, { type: 'resume', limits: { tokens: 1_000_000 } });
    await eventually(async () => (await server.session(id)).drafts[0]?.composeId).not.toBe(draft.composeId);
    await server.waitsFor(id, 'draft');
    expect((await server.session(id)).limits).toEqual({ tokens: 1_000_000 });
  });

  it('for all sessions stops all of them', async () => {
    server = await SessionsServer.start({ sessions: { env: { WAYFOLD_LIMIT_TOTAL_TOKENS: '1' } } });
    const [a, b] = [await server.begin('drafter'), await server.begin('drafter')];
    await server.does(a, { type: 'receive', text: 'Hello' });
    await server.waitsFor(a, 'draft');
    await server.does(b, { type: 'receive', text: 'Hello' });
    await eventually(async () => (await server.get('/pause')).fields.paused).toBe(true);
    const { pause, spent, limits } = PauseAnswer.parse((await server.get('/pause')).body);
    expect(pause).toMatchObject({ cause: 'limit', limit: 'tokens', allowed: 1, spent: spent.tokens });
    expect(limits).toEqual({ tokens: 1 });
    expect((await server.session(b)).waiting).toEqual([]);
    await server.post('/pause', { paused: false });
    await server.waitsFor(b, 'draft');
  });
});

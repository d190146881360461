import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { settingsFromEnv } from '../../../planners/commits/settings.ts';
import { SessionAnswer } from './responses/response-schemas.ts';

let server: SessionsServer;
afterEach(() => server.stop());

const KnownFacts = z.object({
  facts: z.array(z.looseObject({ seq: z.int(), type: z.string(), by: z.string().optional() })),
});

async function factsOf(id: string) {
  return KnownFacts.parse((await server.get(`/sessions/${id}/facts?limit=1000`)).body).facts;
}

const me = userInfo().username;

describe('who did it', () => {
  it('is recorded in every fact of a person', async () => {
    server = await SessionsServer.start();
    const drafter = await server.begin('drafter');
    await server.does(drafter, { type: 'receive', text: 'Can you deliver on Monday?' });
    const { composeId } = await server.waitsFor(drafter, 'draft');
    await server.does(drafter, { type: 'edit', composeId, text: 'On Tuesday.' });
    await server.does(drafter, { type: 'guide', text: 'Ask for the address.' });
    await server.does(drafter, { type: 'configure', values: { targetWords: 40 }, rewind: true });
    await server.does(drafter, { type: 'rename', title: 'Flour' });
    await server.does(drafter, { type: 'cancel' });
    await server.does(drafter, { type: 'archive' });
    await server.does(drafter, { type: 'reopen' });
    const signed = new Set((await factsOf(drafter)).flatMap(({ type, by }) => (by === me ? [type] : [])));
    expect([...signed].toSorted()).toEqual([
      'compose_dismissed',
      'compose_intent',
      'planner_configured',
      'remote_received',
      'rewound',
      'session_archived',
      'session_created',
      'session_renamed',
      'session_reopened',
      'status_changed',
      'user_guidance',
    ]);
    expect(await server.session(drafter)).toMatchObject({ title: 'Flour', archived: false });
  });

  it('is recorded with messages about tasks, but not with the planner’s output', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    await server.does(id, {
      type: 'say',
      text: 'Which branch is it on? Then run `npm test`. Then tell everybody.',
    });
    const { taskId } = await server.waitsFor(id, 'task-question');
    await server.does(id, { type: 'task-answer', taskId, answer: 'main' });
    const { taskId: tool } = await server.waitsFor(id, 'task-outcome');
    await server.does(id, { type: 'task-fail', taskId: tool, error: 'It is red.' });
    await eventually(async () => (await server.session(id)).standing).toBe('failed');
    const facts = await factsOf(id);
    const signed = facts.filter(({ by }) => by === me).map(({ type }) => type);
    expect(signed).toEqual([
      'session_created',
      'planner_configured',
      'user_input',
      'ClarificationReceived',
      'TaskStatusUpdated',
    ]);
  });

  it('is the name that goes with the token', async () => {
    const token = 'a-token-that-is-long-enough';
    server = await SessionsServer.start({ token, sessions: { env: { WAYFOLD_TOKEN_NAME: 'ada' } } });
    const headers = { Authorization: `Bearer ${token}` };
    await server.post('/sessions', { id: 't', title: 'T', plannerId: 'trip', config: {} }, headers);
    const message = { type: 'say', text: 'A road trip from Los Angeles to Chicago in 8 days' };
    const { fields } = await server.post('/sessions/t/commands', message, headers);
    expect(fields.facts).toMatchObject([{ type: 'user_input', by: 'ada' }]);
  });
});

describe('a request with a name', () => {
  const key = { 'Idempotency-Key': '7f3a' };
  const message = { type: 'say', text: 'Write the tests. Then fix the bug.' };

  it('runs once, even if it is sent twice at once', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    const send = () => server.post(`/sessions/${id}/commands`, message, key);
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.body).toEqual(first.body);
    expect((await send()).body).toEqual(first.body);
    expect((await factsOf(id)).filter(({ type }) => type === 'user_input')).toHaveLength(1);
    const other = await server.post(`/sessions/${id}/commands`, { ...message, text: 'Something else' }, key);
    expect([other.status, other.fields.code]).toEqual([409, 'key-reused']);
  });

  it('runs once even if the server restarts in between', async () => {
    server = await SessionsServer.start();
    const tasks = await server.begin('tasks');
    const drafter = await server.begin('drafter');
    const received = { type: 'receive', text: 'Hello' };
    const send = async () => [
      (await server.post(`/sessions/${tasks}/commands`, message, key)).fields.facts,
      (await server.post(`/sessions/${drafter}/commands`, received, key)).status,
    ];
    const [facts] = await send();
    await server.restart();
    expect((await send())[0]).toEqual(facts);
    const count = async (id: string, wanted: string) =>
      (await factsOf(id)).filter(({ type }) => type === wanted).length;
    expect(await count(tasks, 'user_input')).toBe(1);
    expect(await count(drafter, 'remote_received')).toBe(1);
  });

  it('begins one session', async () => {
    server = await SessionsServer.start();
    const wanted = { title: 'Flour', plannerId: 'drafter', config: {} };
    const begin = async () => SessionAnswer.parse((await server.post('/sessions', wanted, key)).body).id;
    const [first, second] = await Promise.all([begin(), begin()]);
    await server.restart();
    expect([second, await begin()]).toEqual([first, first]);
    expect((await server.get('/sessions')).fields.sessions).toHaveLength(1);
    expect((await factsOf(first)).filter(({ type }) => type === 'planner_configured')).toHaveLength(1);
  });

  it('must have a name that can be kept', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    const { status, fields } = await server.post(`/sessions/${id}/commands`, message, {
      'Idempotency-Key': 'a b',
    });
    expect([status, fields.code]).toEqual([400, 'invalid-request']);
  });
});

describe('what else people do', () => {
  it('duplicates a session without its messages', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('drafter', { config: { targetWords: 40 }, mode: 'auto' });
    await server.does(id, { type: 'receive', text: 'Hello' });
    const { status, body } = await server.post(`/sessions/${id}/duplicate`, { title: 'Another' });
    expect(status).toBe(201);
    expect(SessionAnswer.parse(body)).toMatchObject({
      title: 'Another',
      plannerId: 'drafter',
      mode: 'auto',
      said: [],
      setup: { seed: { targetWords: 40 } },
      forkOf: null,
    });
  });

  it('unpairs two sessions', async () => {
    server = await SessionsServer.start();
    const first = await server.begin('drafter');
    const second = await server.begin('drafter');
    await server.post('/pairings', { first, second });
    const unpair = () =>
      fetch(`${server.url}/api/pairings?first=${first}&second=${second}`, { method: 'DELETE' });
    const answer = await unpair();
    expect([answer.status, await answer.json()]).toEqual([200, { pairings: [] }]);
    expect((await server.session(first)).pairedWith).toBeNull();
    expect((await unpair()).status).toBe(409);
    await server.restart();
    expect((await server.get('/pairings')).body).toEqual({ pairings: [] });
    const third = await server.begin('drafter');
    expect((await server.post('/pairings', { first, second: third })).status).toBe(201);
  });

  it('reopens an archived session, which then continues', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    await server.does(id, { type: 'archive' });
    expect((await server.tell(id, { type: 'say', text: 'Write.' })).fields.code).toBe('conflict');
    await server.does(id, { type: 'reopen' });
    await server.does(id, { type: 'say', text: 'Write the tests.' });
    await eventually(async () => (await server.session(id)).standing).toBe('simulated');
  });

  it('stops the current attempt at a plan', async () => {
    const repository = new GitRepository();
    try {
      repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
      const started = join(repository.directory, '..', `${process.pid}-started`);
      const program = join(repository.directory, '..', `${process.pid}-hangs.mjs`);
      writeFileSync(
        program,
        `import { writeFileSync } from 'node:fs';
         writeFileSync(${JSON.stringify(started)}, '');
         setInterval(() => {}, 1000);`,
      );
      const env = {
        ...process.env,
        WORKER_PLANNING_COMMAND: JSON.stringify([process.execPath, program]),
        LOGS_BASE_DIR: repository.directory,
      };
      const commits = { settings: settingsFromEnv(env), roots: [repository.directory] };
      server = await SessionsServer.start({ sessions: { builtIn: { commits } } });
      const config = { repository: repository.directory, backend: 'command' };
      const id = await server.begin('commits', { config });
      await server.does(id, { type: 'say', text: 'Make parsing faster' });
      await eventually(async () => (await server.session(id)).planner.plans).toMatchObject([
        { standing: 'requested' },
      ]);
      await server.does(id, { type: 'cancel', reason: 'Not today' });
      await eventually(async () => (await server.session(id)).planner.plans).toMatchObject([
        { standing: 'failed' },
      ]);
      const facts = await factsOf(id);
      expect(facts.find(({ type }) => type === 'work_cancelled')).toMatchObject({
        by: me,
        reason: 'Not today',
      });
      expect(facts.find(({ type }) => type === 'plan_failed')).toMatchObject({ code: 'cancelled' });
      expect((await server.session(id)).standing).toBe('canceled');
    } finally {
      repository.remove();
    }
  });
});

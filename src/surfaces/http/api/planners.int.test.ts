import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { settingsFromEnv } from '../../../planners/commits/settings.ts';

let server: SessionsServer;
afterEach(() => server.stop());

describe('the drafter', () => {
  it('drafts an answer to what arrives, and sends what was approved, once', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('drafter');
    await server.does(id, { type: 'receive', text: 'Can you deliver on Monday?', messageId: 'm1' });
    const { composeId, digest, text } = await server.waitsFor(id, 'draft');
    expect(text).toContain('Can you deliver on Monday?');

    const approvals = await Promise.all(
      [1, 2].map(() => server.tell(id, { type: 'approve', composeId, digest })),
    );
    expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(approvals.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      status: 409,
    });

    const sent = async () => (await server.session(id)).said.filter(({ type }) => type === 'remote_sent');
    await eventually(async () => (await sent()).length).toBe(1);
    expect((await sent())[0]).toMatchObject({ text, composeId });
    const again = await server.does(id, {
      type: 'receive',
      text: 'Can you deliver on Monday?',
      messageId: 'm1',
    });
    expect(again.facts).toEqual([]);
    expect((await server.session(id)).drafts).toEqual([]);
  });

  it('writes another draft on guidance, on an edit and on request', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('drafter');
    await server.does(id, { type: 'receive', text: 'Hello' });
    const first = await server.waitsFor(id, 'draft');
    await server.does(id, { type: 'guide', text: 'Say that the invoice follows' });
    await eventually(async () => (await server.session(id)).drafts[0]?.composeId).not.toBe(first.composeId);
    expect((await server.tell(id, { type: 'approve', ...pick(first) })).status).toBe(409);

    const second = await server.waitsFor(id, 'draft');
    expect(second.text).not.toContain('invoice');
    await server.does(id, { type: 'edit', composeId: second.composeId, text: 'In my own words' });
    const edited = await server.waitsFor(id, 'draft');
    expect(edited.text).toBe('In my own words');
    expect(
      (await server.tell(id, { type: 'approve', ...pick(edited), digest: second.digest })).fields.code,
    ).toBe('digest-mismatch');
    await server.does(id, { type: 'dismiss', composeId: edited.composeId, regenerate: true });
    await eventually(async () => (await server.session(id)).drafts[0]?.composeId).not.toBe(edited.composeId);
  });

  it('writes with the model that its setup names, but never at an address of its choice', async () => {
    server = await SessionsServer.start({
      sessions: { env: { WAYFOLD_MODEL: 'http://127.0.0.1:9/v1#none' } },
    });
    const named = await server.begin('drafter', { config: { model: 'offline' } });
    await server.does(named, { type: 'receive', text: 'Hello' });
    await server.waitsFor(named, 'draft');
    expect((await server.session(named)).model).toEqual({ id: 'offline', demo: true });

    const config = { model: 'http://evil.example/v1#m' };
    const lured = await server.post('/sessions', { title: 'Lured', plannerId: 'drafter', config });
    expect(lured).toMatchObject({ status: 422, fields: { code: 'config-invalid' } });
  });

  it('of two paired sessions goes on after a restart of the server: what was approved arrives, once', async () => {
    server = await SessionsServer.start();
    const [first, second] = [await server.begin('drafter'), await server.begin('drafter')];
    await server.post('/pairings', { first, second });
    const { composeId, digest, text } = await server.waitsFor(first, 'draft');
    await server.restart();
    await server.does(first, { type: 'approve', composeId, digest });
    await server.waitsFor(second, 'draft');
    const received = (await server.session(second)).said.filter(({ type }) => type === 'remote_received');
    expect(received.map((each) => each.text)).toEqual([text]);
    expect((await server.get('/pairings')).body).toEqual({ pairings: [{ first, second }] });
    expect(server.failures).toEqual([]);
  });

  it('plans no more once the conversation is cancelled', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('drafter');
    await server.does(id, { type: 'cancel' });
    expect(await server.session(id)).toMatchObject({ status: 'canceled', standing: 'canceled' });
  });
});

describe('the task planner', () => {
  it('turns a text into tasks and says that the offline model only simulates them', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    await server.does(id, { type: 'say', text: 'Write the tests. Then fix the bug.' });
    await eventually(async () => (await server.made(id)).completed).toBe(true);
    const { tasks } = await server.made(id);
    expect(tasks.map(({ status }) => status)).toEqual(['Simulated', 'Simulated']);
    await eventually(async () => (await server.session(id)).standing).toBe('simulated');
  });

  it('waits for the outcome of what needs a tool, and goes on with what a person says', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    await server.does(id, { type: 'say', text: 'Run the tests with npm. Then summarise the results.' });
    const { taskId } = await server.waitsFor(id, 'task-outcome');
    await server.does(id, { type: 'task-complete', taskId, result: 'all 12 pass' });
    expect((await server.tell(id, { type: 'task-complete', taskId, result: 'again' })).status).toBe(409);
    await eventually(async () => (await server.made(id)).completed).toBe(true);
    expect((await server.tell(id, { type: 'task-cancel', taskId: 99 })).fields.code).toBe('TaskNotFound');
  });

  it('asks, takes the answer, and can be cancelled', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('tasks');
    await server.does(id, { type: 'say', text: 'Ask which database to use. Run the migration with npm.' });
    const { taskId } = await server.waitsFor(id, 'task-question');
    await server.does(id, { type: 'answer', qid: `task-${taskId}`, text: 'SQLite' });
    await eventually(async () => (await server.made(id)).waitingForClarification).toBe(false);
    await server.does(id, { type: 'cancel', reason: 'Not today' });
    expect((await server.made(id)).completed).toBe(true);
  });
});

describe('the trip planner', () => {
  it('plans a trip, offers repairs for a broken stop, and takes one choice of two', async () => {
    server = await SessionsServer.start();
    const id = await server.begin('trip');
    await server.does(id, { type: 'say', text: 'A road trip from Los Angeles to Chicago in 8 days' });
    await eventually(async () => (await server.made(id)).itinerary?.days.length).toBe(8);
    const { itinerary } = await server.made(id);
    const stop = itinerary?.anchors[3];
    await server.does(id, {
      type: 'change',
      mutation: {
        op: 'UPDATE_ANCHOR',
        payload: { anchorId: stop?.id, set: { lat: 0, lng: 0, name: 'Nowhereville' } },
      },
    });
    const { options } = await server.waitsFor(id, 'trip-repair');
    const [optionId] = options.map((option) => option.id);
    expect((await server.tell(id, { type: 'choose', optionId: 'no-such-option' })).status).toBe(409);
    const choices = await Promise.all([1, 2].map(() => server.tell(id, { type: 'choose', optionId })));
    expect(choices.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    // Without it, a day of driving is too long; that is another repair.
    await eventually(async () => JSON.stringify((await server.made(id)).itinerary)).not.toContain(
      'Nowhereville',
    );

    const repaired = (await server.made(id)).itinerary;
    await server.does(id, { type: 'undo' });
    await eventually(async () => JSON.stringify((await server.made(id)).itinerary)).not.toBe(
      JSON.stringify(repaired),
    );
    await server.does(id, { type: 'redo' });
    await eventually(async () => (await server.made(id)).itinerary?.anchors.length).toBe(
      repaired?.anchors.length,
    );
    expect((await server.tell(id, { type: 'redo' })).status).toBe(409);
  });
});

describe('the scenario planner', () => {
  it('plays both sides of a scenario to its end, in sessions that are paired', async () => {
    server = await SessionsServer.start();
    const file = readFileSync(new URL('../../../../examples/scenarios/flour-supply.json', import.meta.url));
    const { agents } = JSON.parse(file.toString());
    const ids: string[] = [];
    for (const { agentId } of agents.slice(0, 2)) {
      const id = await server.begin('scenario', { config: undefined, title: agentId });
      expect((await server.session(id)).standing).toBe('setup-needed');
      const upload = await fetch(`${server.url}/api/sessions/${id}/attachments?name=scenario.json`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: file,
      });
      const { sha256 } = (await upload.json()) as { sha256: string };
      const values = { scenarioUrl: `sha256:${sha256}`, myAgentId: agentId };
      const card = await server.post(`/sessions/${id}/setup`, { values });
      expect(card.body).toMatchObject({ canSave: true, pending: false, dirty: true });
      await server.does(id, { type: 'configure', values, mode: 'auto' });
      expect((await server.session(id)).setup).toMatchObject({ ready: true, mode: 'auto' });
      ids.push(id);
    }
    const [first, second] = ids;
    const paired = await server.post('/pairings', { first, second });
    expect(paired).toMatchObject({ status: 201, body: { first, second } });
    for (const id of ids) await eventually(async () => (await server.session(id)).status).toBe('completed');
    const [one, other] = await Promise.all(ids.map((id) => server.session(id)));
    const words = (said: typeof one, type: string) =>
      said?.said.filter((each) => each.type === type).map(({ text }) => text);
    expect(words(one, 'remote_sent')?.length).toBeGreaterThan(1);
    expect(words(other, 'remote_received')).toEqual(words(one, 'remote_sent'));
    expect(one?.pairedWith).toBe(second);
    expect((await server.post('/pairings', { first, second })).status).toBe(201);
    const third = await server.begin('drafter');
    expect((await server.post('/pairings', { first: third, second })).status).toBe(409);
  });
});

describe('the commit planner', () => {
  it('has a plan made by a program in a repository, and takes one decision on it', async () => {
    const repository = new GitRepository();
    try {
      repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
      const program = join(repository.directory, '..', `${Date.now()}-plan.mjs`);
      writeFileSync(program, `process.stdin.resume().on('end', () => console.log(${JSON.stringify(PLAN)}));`);
      const env = {
        ...process.env,
        WORKER_PLANNING_COMMAND: JSON.stringify([process.execPath, program]),
        WORKER_PLANNING_MAX_ATTEMPTS: '1',
        LOGS_BASE_DIR: repository.directory,
      };
      const commits = { settings: settingsFromEnv(env), roots: [repository.directory] };
      server = await SessionsServer.start({ sessions: { builtIn: { commits } } });
      const config = { repository: repository.directory, backend: 'command' };
      const id = await server.begin('commits', { config });
      await server.does(id, { type: 'say', text: 'Make parsing faster' });
      const { requestId, digest, summary } = await server.waitsFor(id, 'plan');
      expect(summary).toBe('Cache parsed headers');
      const [plan] = (await server.made(id)).plans;
      expect(plan?.attempts).toMatchObject([{ attempt: 1, status: 'ok', backend: 'command' }]);

      const decisions = await Promise.all([
        server.tell(id, { type: 'accept-plan', requestId, digest }),
        server.tell(id, { type: 'reject-plan', requestId, digest, reason: 'Too risky' }),
      ]);
      expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await server.session(id)).waiting).toEqual([]);
      expect((await server.tell(id, { type: 'accept-plan', requestId: 'none', digest })).status).toBe(404);
    } finally {
      repository.remove();
    }
  });
});

const PLAN = JSON.stringify({
  plan_summary: 'Cache parsed headers',
  rationale: 'Parsing takes most of a request.',
  focus_metrics: ['requests per second'],
  guardrails: ['Keep the public interface.'],
  risks: ['A stale cache.'],
  validation: ['The benchmark is faster.'],
  steps: [
    {
      id: 's1',
      title: 'Measure',
      intent: 'Know where time goes.',
      actions: ['Profile parse()'],
      files: ['parse.js'],
      dependencies: [],
      validation: ['A profile is there.'],
      risks: null,
      references: null,
    },
  ],
  handoff_notes: null,
  fallback_plan: null,
});

function pick({ composeId, digest }: { composeId: string; digest: string }) {
  return { composeId, digest };
}

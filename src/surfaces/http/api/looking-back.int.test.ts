import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { openJournal } from '../../../journal/index.ts';
import { SessionDiff } from '../../../sessions/compare/session-diff.ts';
import { PassRecord } from './responses/pass-record.ts';
import { MessageResponse, SessionAnswer } from './responses/response-schemas.ts';
import { TimelineAnswer } from './responses/timeline-response.ts';

let server: SessionsServer;
beforeEach(async () => {
  server = await SessionsServer.start();
});
afterEach(() => server.stop());

const Passes = z.object({ passes: z.array(PassRecord), next: z.int().optional() });

async function diff(id: string, query: string): Promise<SessionDiff> {
  const { status, body } = await server.get(`/sessions/${id}/diff?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return SessionDiff.parse(body);
}

async function passesOf(id: string, query = ''): Promise<z.infer<typeof Passes>> {
  return Passes.parse((await server.get(`/sessions/${id}/passes${query}`)).body);
}

/** A drafter that has drafted an answer to a message. */
async function drafted(): Promise<string> {
  const id = await server.begin('drafter');
  await server.does(id, { type: 'receive', text: 'Can you deliver on Monday?', messageId: 'm1' });
  await server.waitsFor(id, 'draft');
  return id;
}

async function doneTasks(): Promise<string> {
  const id = await server.begin('tasks');
  await server.does(id, { type: 'say', text: 'Write the tests. Then fix the bug.' });
  await eventually(async () => (await server.session(id)).standing).toBe('simulated');
  return id;
}

describe('the timeline of a session', () => {
  it('has a kind for every fact, and a band for every pass', async () => {
    const id = await drafted();
    const timeline = TimelineAnswer.parse((await server.get(`/sessions/${id}/timeline`)).body);
    const { head } = await server.session(id);
    expect(timeline.head).toBe(head);
    expect(timeline.runs.at(-1)?.[1]).toBe(head);
    const kinds = new Set(timeline.runs.map(([, , kind]) => timeline.kinds[kind]));
    expect([...kinds].toSorted()).toEqual(['bookkeeping', 'config', 'plan', 'public']);
    expect(timeline.passes).toMatchObject([{ work: 'plan', failed: false, to: head }]);
    const { body } = await server.get(`/sessions/${id}/timeline?buckets=1`);
    expect(TimelineAnswer.parse(body).runs).toHaveLength(1);
  });
});

describe('what differs', () => {
  it('between two moments is told in words', async () => {
    const id = await drafted();
    const { changes, common, onlyBefore, onlyAfter } = await diff(id, 'from=2');
    const labels = changes.map(({ label, change }) => `${label}: ${change}`);
    expect(labels).toContain('Message received “Can you deliver on Monday?”: added');
    expect(labels.some((label) => /^Draft 1 “.+”: added$/.test(label))).toBe(true);
    expect([common, onlyBefore.count]).toEqual([2, 0]);
    expect(onlyAfter.first.map(({ type }) => type)).toContain('compose_intent');
    expect((await diff(id, 'from=3&to=3')).changes).toEqual([]);
  });

  it('between a session and its fork starts at the fork point', async () => {
    const id = await doneTasks();
    await server.post(`/sessions/${id}/fork`, { atSeq: 4, id: 'other' });
    const { before, after, changes, common, onlyBefore, onlyAfter } = await diff(id, 'with=other');
    expect([before.session, after.session, common]).toEqual([id, 'other', 4]);
    expect(onlyAfter.count).toBe(0);
    expect(onlyBefore.count).toBe((await server.session(id)).head - 4);
    expect(changes.find(({ path }) => path === '/planner/completed')).toMatchObject({
      label: 'completed',
      change: 'changed',
      before: true,
      after: false,
    });
  });

  it('is told without ids and without when something was done', async () => {
    const talk = await server.begin('drafter', { config: undefined });
    await openJournal(server.store, talk).append([
      { type: 'remote_received', messageId: 'm1', text: '', attachments: [{ name: 'offer.pdf' }] },
      { type: 'tool_call', callId: 'c1', name: 'calendar', args: {} },
      { type: 'tool_result', callId: 'c1', ok: true, result: 'free' },
      { type: 'sleep' },
    ]);
    expect((await diff(talk, 'from=1')).changes.map(({ label }) => label)).toEqual([
      'Message received “offer.pdf”',
      'Tool call “calendar”',
      'Tool result “calendar”',
      'Nothing to say',
    ]);
    const tasks = await doneTasks();
    const reported = (await diff(tasks, 'from=2')).changes.map(({ label }) => label);
    expect(reported).toEqual([
      'Task 1 “Write the tests”',
      'Task 2 “Fix the bug”',
      'completed',
      'Message “Write the tests. Then fix the bug.”',
    ]);
  });

  it('is refused for a moment that is not there', async () => {
    const id = await server.begin('trip');
    expect((await server.get(`/sessions/${id}/diff?from=99`)).fields).toMatchObject({ code: 'invalid-seq' });
    expect((await server.get(`/sessions/${id}/diff?with=nobody`)).fields).toMatchObject({
      code: 'no-session',
    });
  });
});

describe('what was said', () => {
  const noted = (n: number) => ({ type: 'user_guidance', gid: `g${n}`, text: `Note ${n}` });

  it('is answered with its newest part, and read back page by page to its beginning', async () => {
    const id = await server.begin('drafter', { config: undefined });
    const journal = openJournal(server.store, id);
    for (const from of [0, 400, 800]) {
      await journal.append(Array.from({ length: 400 }, (_, n) => noted(from + n)));
    }
    const { said, saidBefore } = await server.session(id);
    expect([said.length, saidBefore]).toEqual([500, 700]);
    const read = [...said];
    for (let before = saidBefore; before > 0; ) {
      const { body } = await server.get(`/sessions/${id}/said?before=${read[0]?.seq}&limit=300`);
      const page = MessageResponse.parse(body);
      read.unshift(...page.said);
      before = page.saidBefore;
    }
    expect(read.map(({ text }) => text)).toEqual(Array.from({ length: 1200 }, (_, n) => `Note ${n}`));
    const then = MessageResponse.parse(
      (await server.get(`/sessions/${id}/said?at=${read[9]?.seq}&limit=4`)).body,
    );
    expect(then).toEqual({ said: read.slice(6, 10), saidBefore: 6 });
  });

  it('is refused for pages that are too long, and for a moment that is not there', async () => {
    const id = await server.begin('drafter', { config: undefined });
    expect((await server.get(`/sessions/${id}/said?limit=501`)).fields).toMatchObject({
      code: 'invalid-request',
    });
    expect((await server.get(`/sessions/${id}/said?at=99`)).fields).toMatchObject({ code: 'invalid-seq' });
    expect((await server.get('/sessions/nobody/said')).fields).toMatchObject({ code: 'no-session' });
  });
});

describe('why it is so', () => {
  it('shows a pass with the question to the model, its answer, and what came of it', async () => {
    const id = await drafted();
    const { passes } = await passesOf(id);
    const [pass] = passes;
    expect(pass).toMatchObject({ work: 'plan', outcome: 'committed' });
    expect(pass?.facts.map(({ type }) => type)).toEqual(['compose_intent']);
    const [call] = pass?.calls ?? [];
    expect(call).toMatchObject({ model: 'offline', failed: false });
    expect(call?.inputTokens).toBeGreaterThan(0);
    const prompt = await server.getText(call?.prompt ?? '');
    expect(JSON.parse(prompt)).toMatchObject({ model: 'offline' });
    expect(prompt).toContain('Can you deliver on Monday?');
    const answer = await server.getText(call?.answer ?? '');
    const { text } = await server.waitsFor(id, 'draft');
    expect(answer).toContain(text.slice(0, 20));
    expect((await server.get(`/sessions/${id}/passes/${pass?.pass}`)).body).toEqual(pass);
    expect((await server.get(`/sessions/${id}/passes/1`)).fields).toMatchObject({ code: 'not-found' });
  });

  it('shows what models were asked to carry tasks out', async () => {
    const id = await doneTasks();
    const { passes } = await passesOf(id, '?limit=200');
    const runs = passes.filter(({ work }) => work === 'task-runner');
    expect(runs).toHaveLength(2);
    expect(runs.every(({ calls, outcome }) => calls.length === 1 && outcome === 'done')).toBe(true);
    const prompt = await server.getText(runs.at(-1)?.calls[0]?.prompt ?? '');
    expect(prompt).toContain('Write the tests');
  });

  it('gives passes page by page, and as they were', async () => {
    const id = await doneTasks();
    const all = (await passesOf(id, '?limit=200')).passes;
    const first = await passesOf(id, '?limit=2');
    const rest = await passesOf(id, `?limit=200&before=${first.next}`);
    expect([...first.passes, ...rest.passes]).toEqual(all);
    const oldest = all.at(-1);
    const then = await passesOf(id, `?at=${oldest?.from}`);
    expect(then.passes).toMatchObject([{ pass: oldest?.pass, outcome: 'under-way', facts: [] }]);
  });

  it('reruns from a moment with another setup', async () => {
    const id = await drafted();
    const target = (await passesOf(id)).passes[0]?.target;
    const { status, body } = await server.post(`/sessions/${id}/rerun`, {
      atSeq: target,
      model: 'offline',
      values: { systemAppend: 'Be very short.' },
      title: 'Shorter',
    });
    expect(status).toBe(201);
    const again = SessionAnswer.parse(body);
    expect(again).toMatchObject({ title: 'Shorter', forkOf: { session: id, at: target } });
    await server.waitsFor(again.id, 'draft');
    const { common, changes } = await diff(id, `with=${again.id}`);
    expect(common).toBe(target);
    expect(changes.map(({ path }) => path)).toContain('/setup/systemAppend');
    expect((await server.session(id)).title).not.toBe('Shorter');
  });

  it('plans a trip and tasks again from where somebody spoke', async () => {
    const trip = await server.begin('trip');
    const { head } = await server.does(trip, {
      type: 'say',
      text: 'A road trip from Los Angeles to Chicago in 8 days',
    });
    await eventually(async () => (await server.made(trip)).itinerary?.days.length).toBe(8);
    const again = await server.post(`/sessions/${trip}/rerun`, {
      atSeq: head,
      values: { transport: 'flight' },
    });
    const { id } = SessionAnswer.parse(again.body);
    await eventually(async () => (await server.made(id)).itinerary?.days.length).toBe(8);

    const tasks = await doneTasks();
    const allFacts = (await server.get(`/sessions/${tasks}/facts`)).body;
    const { facts } = z
      .object({ facts: z.array(z.looseObject({ seq: z.int(), type: z.string() })) })
      .parse(allFacts);
    for (const type of ['user_input', 'TasksPlanned']) {
      const atSeq = facts.find((fact) => fact.type === type)?.seq;
      const copy = SessionAnswer.parse((await server.post(`/sessions/${tasks}/rerun`, { atSeq })).body);
      await eventually(async () => (await server.session(copy.id)).standing).toBe('simulated');
    }
  });

  it('leaves no session behind when the setup does not work', async () => {
    const id = await drafted();
    const { status, fields } = await server.post(`/sessions/${id}/rerun`, {
      atSeq: 3,
      values: { targetWords: -5 },
    });
    expect([status, fields.code]).toEqual([422, 'config-invalid']);
    const commits = await server.begin('commits', { config: undefined });
    const refused = await server.post(`/sessions/${commits}/rerun`, { atSeq: 1, model: 'offline' });
    expect([refused.status, refused.fields.code]).toEqual([400, 'invalid-request']);
    expect((await server.get('/sessions')).fields.sessions).toHaveLength(2);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { conversationFact, conversationFacts } from '../harness/facts.ts';
import { userInputFamily } from '../harness/family.ts';
import type { Planner } from '../harness/planner.ts';
import { type FactStore, memoryStore } from '../journal/index.ts';
import type { Reactor } from '../kernel/work/reactor.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import type { WorkLimits } from './admission.ts';
import {
  pauseEverything,
  pauseOfEverything,
  pauseSession,
  resumeEverything,
  resumeSession,
} from './pausing.ts';
import { createRegistry, type RegistryEntry } from './registry.ts';
import { type RunningSession, runSession } from './run-session.ts';
import { createHostSession, openHostSession, type Session } from './session.ts';
import { totalSpending } from './total-spending.ts';

/** Asks its model what to say, and asks a person to confirm. */
const asker: Planner = {
  id: 'asker',
  name: 'Asker',
  async plan(_, { llm, newId }) {
    const { text } = await llm.generate({ messages: [{ role: 'user', text: 'What now?' }] });
    return [{ type: 'agent_question', qid: newId('q'), prompt: text }];
  },
};

/** Lets the model look at every answer of a person. */
const reader = (entry: { llm: Parameters<NonNullable<RegistryEntry['reactors']>>[0]['llm'] }): Reactor => ({
  name: 'read',
  reactsTo: ['user_answer'],
  async act() {
    await entry.llm.generate({ messages: [{ role: 'user', text: 'Read this.' }] });
    return [];
  },
});

const registry = createRegistry([
  {
    planner: asker,
    description: 'Asks.',
    family: userInputFamily({ closing: [] }),
    facts: conversationFacts,
    reactors: ({ llm }) => [reader({ llm })],
  },
]);

const open: RunningSession[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const ANSWER = { text: 'Go on?', usage: { inputTokens: 60, outputTokens: 40, cost: 0.5 } };

async function begun(store: FactStore, id = 's'): Promise<Session> {
  return await createHostSession(store, registry, { id, title: id, plannerId: 'asker', config: {} });
}

async function running(
  session: Session,
  { limits = {}, worker = 'w' }: { limits?: WorkLimits; worker?: string } = {},
) {
  const llm = scriptedModel(Array.from({ length: 20 }, () => ANSWER));
  const run = await runSession(session, { worker, llm, limits });
  open.push(run);
  return { run, llm };
}

const say = async ({ journal }: Session) => await journal.append([{ type: 'user_input', text: 'Plan.' }]);
const typesOf = async ({ journal }: Session) => (await journal.facts()).map(({ type }) => type);
const countOf = async (session: Session, type: string) =>
  (await typesOf(session)).filter((each) => each === type).length;

describe('a session that is paused', () => {
  it('starts no pass and no reaction until somebody resumes it, and then runs each once', async () => {
    const session = await begun(memoryStore());
    const { run } = await running(session);
    await pauseSession(session.journal, { by: 'ada', reason: 'Lunch.' });
    await say(session);
    await session.journal.append([{ type: 'user_answer', qid: 'q', text: 'Yes.' }]);
    await run.idle();
    expect(await typesOf(session)).not.toContain('claimed');
    await resumeSession(session.journal, { by: 'ada' });
    await expect.poll(() => countOf(session, 'pass_settled')).toBe(1);
    await expect.poll(() => countOf(session, 'reaction_settled')).toBe(1);
  });

  it('stays paused in another process', async () => {
    const store = memoryStore();
    const session = await begun(store);
    await say(session);
    await pauseSession(session.journal, { by: 'ada' });
    const { run } = await running(await openHostSession(store, registry, 's'), { worker: 'other' });
    await run.idle();
    expect(await typesOf(session)).not.toContain('claimed');
  });

  it('finishes the running pass', async () => {
    const session = await begun(memoryStore());
    const asked = Promise.withResolvers<void>();
    const reported = Promise.withResolvers<void>();
    const llm = {
      ...scriptedModel([]),
      async generate() {
        asked.resolve();
        await reported.promise;
        return { ...ANSWER, finish: 'stop' as const };
      },
    };
    const run = await runSession(session, { worker: 'w', llm });
    open.push(run);
    await say(session);
    await asked.promise;
    await pauseSession(session.journal, { by: 'ada' });
    reported.resolve();
    await run.idle();
    expect((await typesOf(session)).slice(-2)).toEqual(['agent_question', 'pass_settled']);
  });

  it('is paused and resumed once, however often that is asked', async () => {
    const { journal } = await begun(memoryStore());
    const pauses = await Promise.all([1, 2, 3].map(() => pauseSession(journal, { by: 'ada' })));
    expect(pauses.flatMap(({ facts }) => facts)).toHaveLength(1);
    const resumptions = await Promise.all([1, 2, 3].map(() => resumeSession(journal, { by: 'bob' })));
    expect(resumptions.flatMap(({ facts }) => facts)).toHaveLength(1);
  });
});

describe('when everything is paused', () => {
  it('no session of the store starts anything, in any process, until everything is resumed', async () => {
    const store = memoryStore();
    const [a, b] = [await begun(store, 'a'), await begun(store, 'b')];
    const runs = [await running(a), await running(b, { worker: 'other' })];
    await pauseEverything(store, { by: 'ada', reason: 'Stop.' });
    expect(await pauseOfEverything(store)).toMatchObject({ cause: 'person', by: 'ada', reason: 'Stop.' });
    for (const session of [a, b]) {
      await say(session);
      await session.journal.append([{ type: 'user_answer', qid: 'q', text: 'Yes.' }]);
    }
    for (const { run } of runs) await run.idle();
    expect([...(await typesOf(a)), ...(await typesOf(b))]).not.toContain('claimed');
    await resumeEverything(store, { by: 'ada' });
    for (const session of [a, b]) {
      await expect.poll(() => countOf(session, 'pass_settled')).toBe(1);
      await expect.poll(() => countOf(session, 'reaction_settled')).toBe(1);
    }
  });
});

describe('a limit of a session', () => {
  it.each([
    ['tokens', 200, 200],
    ['usd', 0.8, 1],
  ] as const)('in %s pauses it and records that', async (limit, allowed, spent) => {
    const session = await begun(memoryStore());
    const { run, llm } = await running(session, { limits: { session: { [limit]: allowed } } });
    for (let turn = 0; turn < 3; turn++) {
      await say(session);
      await run.idle();
    }
    expect(llm.requests).toHaveLength(2);
    const facts = await session.journal.facts();
    expect(facts.at(-1)).toMatchObject({ type: 'session_paused', cause: 'limit', limit, allowed, spent });
  });

  it('in seconds counts the time at work', async () => {
    const session = await begun(memoryStore());
    const { run, llm } = await running(session, { limits: { session: { seconds: 0 } } });
    await say(session);
    await run.idle();
    expect(llm.requests).toHaveLength(0);
    expect((await session.journal.facts()).at(-1)).toMatchObject({ limit: 'seconds', allowed: 0 });
  });

  it('counts model calls of reactors', async () => {
    const session = await begun(memoryStore());
    const { run, llm } = await running(session, { limits: { session: { tokens: 100 } } });
    await session.journal.append([{ type: 'user_answer', qid: 'q', text: 'Yes.' }]);
    await run.idle();
    await session.journal.append([{ type: 'user_answer', qid: 'q', text: 'Yes.' }]);
    await run.idle();
    const used = (await session.journal.facts()).flatMap((fact) => conversationFact(fact) ?? []);
    expect(used.find(({ type }) => type === 'model_used')).toMatchObject({
      work: 'asker',
      model: 'scripted',
      usage: ANSWER.usage,
    });
    expect(used.some(({ type }) => type === 'session_paused')).toBe(true);
    expect(llm.requests.length).toBeLessThanOrEqual(2);
  });

  it('is raised by whoever resumes: as much again, or as much as they say', async () => {
    const session = await begun(memoryStore());
    const usual = { tokens: 100 };
    const { run, llm } = await running(session, { limits: { session: usual } });
    const turn = async () => {
      await say(session);
      await run.idle();
      return llm.requests.length;
    };
    expect([await turn(), await turn()]).toEqual([1, 1]);
    const { facts } = await resumeSession(session.journal, { by: 'ada', usual });
    expect(facts).toMatchObject([{ type: 'session_resumed', by: 'ada', limits: { tokens: 200 } }]);
    await expect.poll(() => llm.requests.length).toBe(2);
    expect(await turn()).toBe(2);
    await resumeSession(session.journal, { by: 'ada', limits: { tokens: 450 } });
    await expect.poll(() => countOf(session, 'pass_settled')).toBe(3);
    expect([await turn(), await turn(), await turn()]).toEqual([4, 5, 5]);
  });

  it('cannot be raised to less than what is spent', async () => {
    const session = await begun(memoryStore());
    const { run } = await running(session, { limits: { session: { tokens: 100 } } });
    for (let turn = 0; turn < 2; turn++) {
      await say(session);
      await run.idle();
    }
    const low = resumeSession(session.journal, { by: 'ada', limits: { tokens: 100 } });
    await expect(low).rejects.toMatchObject({ code: 'conflict' });
  });

  it('counts an answer that came too late to be used', async () => {
    const session = await begun(memoryStore());
    const llm = {
      ...scriptedModel([]),
      async generate() {
        if ((await countOf(session, 'user_input')) === 1) await say(session);
        return { ...ANSWER, finish: 'stop' as const };
      },
    };
    const run = await runSession(session, { worker: 'w', llm });
    open.push(run);
    await say(session);
    await expect.poll(() => countOf(session, 'pass_settled')).toBe(1);
    const used = (await session.journal.facts()).filter(({ type }) => type === 'model_used');
    expect(used).toMatchObject([{ work: 'plan', usage: ANSWER.usage }]);
  });
});

describe('a limit for all sessions', () => {
  it('no longer counts what a deleted session has spent', async () => {
    const store = memoryStore();
    const [a, b] = [await begun(store, 'a'), await begun(store, 'b')];
    const left = await running(a, { limits: {} });
    await say(a);
    await left.run.idle();
    expect((await totalSpending(store)).spent).toMatchObject({ tokens: 100, usd: 0.5 });
    await left.run.close();
    await store.delete('a');
    expect((await totalSpending(store)).spent).toMatchObject({ tokens: 0, usd: 0 });
    const right = await running(b, { limits: { total: { usd: 0.5 } } });
    await say(b);
    await right.run.idle();
    expect(right.llm.requests).toHaveLength(1);
  });

  it('pauses everything when they have reached it together, and is raised by whoever resumes', async () => {
    const store = memoryStore();
    const [a, b] = [await begun(store, 'a'), await begun(store, 'b')];
    const limits = { total: { usd: 1 } };
    const [left, right] = [await running(a, { limits }), await running(b, { limits })];
    for (const [session, { run }] of [[a, left] as const, [b, right] as const, [a, left] as const]) {
      await say(session);
      await run.idle();
    }
    expect([left.llm.requests.length, right.llm.requests.length]).toEqual([1, 1]);
    expect(await pauseOfEverything(store)).toMatchObject({ limit: 'usd', spent: 1, allowed: 1 });
    expect(await countOf(a, 'session_paused')).toBe(0);
    const { facts } = await resumeEverything(store, { by: 'ada', usual: limits.total });
    expect(facts).toMatchObject([{ type: 'host_resumed', limits: { usd: 2 } }]);
    await expect.poll(() => left.llm.requests.length).toBe(2);
  });
});

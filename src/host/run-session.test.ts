import { afterEach, describe, expect, it } from 'vitest';
import { storeWith } from '../../test/store-with.ts';
import { approve } from '../harness/drafts/decisions.ts';
import { conversationFact, conversationFacts } from '../harness/facts.ts';
import { conversationFamily } from '../harness/family.ts';
import type { Planner } from '../harness/planner.ts';
import { reconfigurePlanner } from '../harness/setup/reconfigure.ts';
import { type FactStore, memoryStore } from '../journal/index.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { pairSessions } from './pair-sessions.ts';
import { createRegistry } from './registry.ts';
import { type RunningSession, runSession } from './run-session.ts';
import { createHostSession, openHostSession, type Session } from './session.ts';

/** Counts up, and ends the conversation at the number its config names. */
const counter: Planner<{ readonly last: number }> = {
  id: 'counter',
  name: 'Counter',
  plan({ facts }, { newId, config }) {
    const received = facts.findLast(({ type }) => type === 'remote_received')?.text;
    const next = Number(received ?? 0) + 1;
    const end = next >= config.last ? { nextStateHint: 'completed' } : {};
    return [{ type: 'compose_intent', composeId: newId('c'), text: String(next), ...end }];
  },
};

const registry = createRegistry([
  { planner: counter, description: 'Counts.', family: conversationFamily, facts: conversationFacts },
]);

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function begun(store: FactStore, id: string, mode: 'approve' | 'auto', last = 4) {
  const config = { last };
  return await createHostSession(store, registry, { id, title: id, plannerId: 'counter', config, mode });
}

async function running(session: Awaited<ReturnType<typeof begun>>, worker = 'w'): Promise<RunningSession> {
  const run = await runSession(session, { worker, llm: scriptedModel([]) });
  open.push(run);
  return run;
}

const factsOf = async ({ journal }: Pick<Session, 'journal'>) =>
  (await journal.facts()).flatMap((fact) => conversationFact(fact) ?? []);

const messagesOf = async ({ session }: RunningSession) =>
  (await factsOf(session)).flatMap((fact) =>
    fact.type === 'remote_sent'
      ? [`>${fact.text}`]
      : fact.type === 'remote_received'
        ? [`<${fact.text}`]
        : [],
  );

describe('two sessions that are paired', () => {
  it('talk to the end', async () => {
    const store = memoryStore();
    const [a, b] = [await begun(store, 'a', 'auto'), await begun(store, 'b', 'auto')];
    const [left, right] = [await running(a), await running(b)];
    open.push(await pairSessions(a.journal, b.journal));
    await expect.poll(() => messagesOf(right)).toEqual(['<1', '>2', '<3', '>4']);
    await expect.poll(() => messagesOf(left)).toEqual(['>1', '<2', '>3', '<4']);
    const status = async ({ session }: RunningSession) =>
      (await factsOf(session)).findLast((fact) => fact.type === 'status_changed')?.a2a;
    await expect.poll(() => status(left)).toBe('completed');
    await expect.poll(() => status(right)).toBe('completed');
  });

  it('continue in another process, with nothing sent twice', async () => {
    const store = memoryStore();
    const [a, b] = [await begun(store, 'a', 'auto', 9), await begun(store, 'b', 'auto', 9)];
    const first = [await running(a), await running(b), await pairSessions(a.journal, b.journal)];
    await expect.poll(async () => (await a.journal.facts()).length).toBeGreaterThan(8);
    for (const each of first) await each.close();
    const [c, d] = [await openHostSession(store, registry, 'a'), await openHostSession(store, registry, 'b')];
    const [left] = [await running(c, 'w2'), await running(d, 'w2')];
    open.push(await pairSessions(c.journal, d.journal));
    await expect
      .poll(async () => left && (await messagesOf(left)))
      .toEqual(['>1', '<2', '>3', '<4', '>5', '<6', '>7', '<8', '>9']);
  });

  it('wait for approval where it is wanted', async () => {
    const store = memoryStore();
    const [a, b] = [await begun(store, 'a', 'approve', 2), await begun(store, 'b', 'auto', 2)];
    const [left] = [await running(a), await running(b)];
    open.push(await pairSessions(a.journal, b.journal));
    const draft = async () => (await factsOf(a)).find((fact) => fact.type === 'compose_intent');
    await expect.poll(draft).toBeDefined();
    expect(left && (await messagesOf(left))).toEqual([]);
    const found = await draft();
    if (found === undefined) throw new Error('no draft');
    await approve(a.journal, { ...found, by: 'ann' });
    await expect.poll(async () => left && (await messagesOf(left))).toEqual(['>1', '<2']);
  });
});

describe('a session', () => {
  it('follows the setup in the journal, even when it changes', async () => {
    const store = memoryStore();
    const session = await createHostSession(store, registry, { id: 's', title: 'S', plannerId: 'counter' });
    const run = await running(session);
    await session.journal.append([{ type: 'status_changed', a2a: 'input-required' }]);
    await run.idle();
    expect(await messagesOf(run)).toEqual([]);
    await reconfigurePlanner(session.journal, {
      planner: counter,
      config: { last: 1 },
      ready: true,
      mode: 'auto',
    });
    await expect.poll(() => messagesOf(run)).toEqual(['>1']);
  });

  it('is idle when everything that is in its journal has been seen, and not before', async () => {
    const base = memoryStore();
    // Told late, as by another process.
    const watch: FactStore['watch'] = (listener, id) =>
      base.watch((changed) => setImmediate(() => setImmediate(() => listener(changed))), id);
    const session = await begun(storeWith(base, { watch }), 's', 'auto', 99);
    const run = await running(session);
    for (let turn = 1; turn <= 10; turn++) {
      await session.journal.append([
        { type: 'status_changed', a2a: 'working' },
        { type: 'status_changed', a2a: 'input-required' },
      ]);
      await run.idle();
      expect(await messagesOf(run)).toHaveLength(turn);
    }
    const setup = { planner: counter, config: { last: 1 }, ready: true, mode: 'approve' } as const;
    await reconfigurePlanner(session.journal, setup);
    await session.journal.append([{ type: 'user_guidance', gid: 'g1', text: 'now end it' }]);
    await run.idle();
    expect((await factsOf(session)).findLast((fact) => fact.type === 'compose_intent')).toMatchObject({
      nextStateHint: 'completed',
    });
  });

  it('drops its planner’s output when it is set up again', async () => {
    const asked: { last: number; signal: AbortSignal }[] = [];
    const thinker: Planner<{ readonly last: number }> = {
      ...counter,
      id: 'thinker',
      async plan(input, context) {
        asked.push({ last: context.config.last, signal: context.signal });
        if (asked.length === 1) await new Promise(() => {});
        return await counter.plan(input, context);
      },
    };
    const thinking = createRegistry([
      { planner: thinker, description: '', family: conversationFamily, facts: conversationFacts },
    ]);
    const store = memoryStore();
    const session = await createHostSession(store, thinking, {
      id: 's',
      title: 'S',
      plannerId: 'thinker',
      config: { last: 5 },
    });
    const run = await running(session);
    await session.journal.append([{ type: 'status_changed', a2a: 'input-required' }]);
    await expect.poll(() => asked.length).toBe(1);
    await reconfigurePlanner(session.journal, { planner: thinker, config: { last: 1 }, ready: true });
    await run.idle();
    expect(asked.map(({ last }) => last)).toEqual([5, 1]);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect((await factsOf(session)).filter((fact) => fact.type === 'compose_intent')).toHaveLength(1);
  });

  it('that is archived does nothing more', async () => {
    const session = await begun(memoryStore(), 's', 'auto');
    const run = await running(session);
    await session.journal.append([
      { type: 'session_archived' },
      { type: 'status_changed', a2a: 'input-required' },
    ]);
    await run.idle();
    expect(await messagesOf(run)).toEqual([]);
  });

  it('closes once or twice, before or after its store, and is idle then', async () => {
    for (const storeFirst of [true, false]) {
      const store = memoryStore();
      const session = await begun(store, 's', 'auto');
      const troubles: unknown[] = [];
      const run = await runSession(session, {
        worker: 'w',
        llm: scriptedModel([]),
        onError: (error) => troubles.push(error),
      });
      await session.journal.append([{ type: 'status_changed', a2a: 'input-required' }]);
      if (storeFirst) await store.close();
      await Promise.all([run.close(), run.close()]);
      if (!storeFirst) await store.close();
      await run.idle();
      expect(troubles).toEqual([]);
    }
  });

  it('that cannot be run leaves nothing running', async () => {
    const session = await begun(memoryStore(), 's', 'auto');
    const broken = {
      ...session,
      entry: {
        ...session.entry,
        reactors: () => {
          throw new Error('no container runtime');
        },
      },
    };
    const run = runSession(broken, { worker: 'broken', llm: scriptedModel([]) });
    await expect(run).rejects.toThrow('no container runtime');
    await session.journal.append([{ type: 'status_changed', a2a: 'input-required' }]);
    await (await running(session)).idle();
    const workers = (await factsOf(session)).flatMap((fact) =>
      fact.type === 'claimed' ? [fact.worker] : [],
    );
    expect(new Set(workers)).toEqual(new Set(['w']));
  });

  it('begins with its setup in one step', async () => {
    const base = memoryStore();
    const batches: number[] = [];
    const store = storeWith(base, {
      append: (request) => {
        batches.push(request.facts.length);
        return base.append(request);
      },
    });
    await begun(store, 's', 'auto');
    expect(batches).toEqual([2]);
  });

  it('with a used id is not created', async () => {
    const store = memoryStore();
    await begun(store, 's', 'auto');
    await expect(begun(store, 's', 'auto')).rejects.toMatchObject({ code: 'session-exists' });
    await expect(openHostSession(store, registry, 'other')).rejects.toMatchObject({ code: 'no-session' });
    await expect(
      createHostSession(store, registry, { id: 'x', title: '', plannerId: 'nobody' }),
    ).rejects.toMatchObject({ code: 'unknown-planner' });
  });
});

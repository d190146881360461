import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { reconfigurePlanner } from '../../harness/setup/reconfigure.ts';
import { createRegistry } from '../../host/registry.ts';
import { openHostSession } from '../../host/session.ts';
import { memoryStore } from '../../journal/index.ts';
import { Sessions } from '../sessions.ts';

const me = { by: 'ada' };

/** It repeats what was said, in its own voice. */
const repeater = (id: string, change: (text: string) => string) =>
  definePlanner({
    id,
    title: id,
    description: 'Repeats what was said.',
    config: z.strictObject({ sign: z.string().default('.') }),
    facts: {
      [`${id}_said`]: {
        schema: z.strictObject({ text: z.string() }),
        kind: 'plan' as const,
        text: ({ text }: { readonly text: string }) => text,
      },
    },
    state: {
      version: 1,
      initial: [] as readonly string[],
      apply: (state, fact) => (fact.type === 'user_input' ? [...state, fact.text ?? ''] : state),
    },
    plan: ({ state, config }) => [
      { type: `${id}_said`, text: `${change(state.at(-1) ?? '')}${config.sign}` } as never,
    ],
    view: ({ state, config }) => [
      { type: 'markdown', text: `${state.map(change).join(' ')}${config?.sign ?? ''}` },
    ],
  });

const loud = repeater('loud', (text) => text.toUpperCase());
const soft = repeater('soft', (text) => text.toLowerCase());

function opened(...modules: readonly (typeof loud)[]) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const registryOf = (loaded: readonly (typeof loud)[]) => createRegistry(loaded);
  const registry = registryOf(modules);
  const sessionsWith = (loaded: readonly (typeof loud)[]) =>
    new Sessions({ source, registry: registryOf(loaded), llm: noModel });
  return { store, registry, sessionsWith, sessions: sessionsWith(modules) };
}

/** A session that was begun with one planner and goes on with another. */
async function changed() {
  const setting = opened(loud, soft);
  const session = await setting.sessions.create({ planner: 'loud', config: { sign: '!' }, ...me });
  await session.say({ text: 'One' }, me);
  await session.untilIdle({});
  const before = await session.view();
  const { planner } = setting.registry.get('soft');
  await reconfigurePlanner(session.journal, { planner, config: { sign: '?' }, ready: true, ...me });
  return { ...setting, session, before };
}

it('continues with the planner that was set up last', async () => {
  const { session, store, registry } = await changed();
  await session.say({ text: 'Two' }, me);
  await session.untilIdle({});
  const view = await session.view();
  expect([view.module.id, session.module.id]).toEqual(['soft', 'soft']);
  expect(view.blocks).toEqual([{ type: 'markdown', text: 'one two?' }]);
  expect((await session.journal.facts()).map(({ type }) => type)).toContain('soft_said');
  expect((await openHostSession(store, registry, session.id)).entry.module.id).toBe('soft');
});

it('shows a past moment with the planner and the setup of that moment', async () => {
  const { session, sessions, before } = await changed();
  const { head } = await session.view();
  for (const each of [session, await sessions.open(session.id)]) {
    const then = await each.view(before.head);
    expect([then.module.id, then.config]).toEqual(['loud', { sign: '!' }]);
    expect(then.blocks).toEqual(before.blocks);
    expect([...then.messages]).toEqual([...before.messages]);
    const now = await each.view(head);
    expect([now.module.id, now.config]).toEqual(['soft', { sign: '?' }]);
    expect((await each.view()).module.id).toBe('soft');
  }
});

it('shows a fork with the planner at the fork point', async () => {
  const { session, sessions, before } = await changed();
  const fork = await sessions.fork(session.id, before.head, 'earlier');
  expect((await fork.view()).module.id).toBe('loud');
  expect((await sessions.list()).map(({ id, plannerId }) => [id, plannerId]).toSorted()).toEqual([
    ['earlier', 'loud'],
    [session.id, 'soft'],
  ]);
});

it('can be read if the current planner is not loaded', async () => {
  const { session, sessionsWith, before } = await changed();
  const other = await sessionsWith([loud]).open(session.id);
  expect((await other.view()).session.isReadOnly).toBe(true);
  await expect(other.say({ text: 'Two' }, me)).rejects.toMatchObject({ code: 'planner-not-loaded' });
  expect((await other.view(before.head)).blocks).toEqual(before.blocks);
});

it('is activated by a command, with its previous setup', async () => {
  const { session } = await changed();
  await session.say({ text: 'Two' }, me);
  await session.untilIdle({});
  await session.do({ type: 'configure', planner: 'loud' }, me);
  await session.untilIdle({});
  const view = await session.view();
  expect(view.module.id).toBe('loud');
  expect(view.blocks).toEqual([{ type: 'markdown', text: 'ONE TWO!' }]);
  expect((await session.journal.facts()).findLast(({ type }) => type === 'loud_said')).toMatchObject({
    text: 'TWO!',
  });
});

it('is not activated if it is not loaded, or talks to another side', async () => {
  const talker = definePlanner({
    id: 'talker',
    title: 'Talker',
    description: 'Talks to another agent.',
    talks: 'agent',
    config: z.strictObject({}),
    facts: {},
    state: { version: 1, initial: 0, apply: (state) => state },
    plan: () => [{ type: 'sleep' }],
  });
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry([loud, talker]), llm: noModel });
  const session = await sessions.create({ planner: 'loud', config: {}, ...me });
  const head = await session.journal.head();
  await expect(session.do({ type: 'configure', planner: 'nobody' }, me)).rejects.toMatchObject({
    code: 'planner-not-loaded',
  });
  await expect(session.do({ type: 'configure', planner: 'talker' }, me)).rejects.toMatchObject({
    code: 'invalid-command',
  });
  expect(await session.journal.head()).toBe(head);
});

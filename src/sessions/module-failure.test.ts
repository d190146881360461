import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../harness/module/define-planner.ts';
import type { PlannerModule } from '../harness/module/planner-module.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry } from '../host/registry.ts';
import { memoryStore } from '../journal/index.ts';
import { Sessions } from './sessions.ts';

const sound = definePlanner({
  id: 'notes',
  title: 'Notes',
  description: 'Keeps notes.',
  config: z.strictObject({}),
  facts: { note_kept: { schema: z.strictObject({}), kind: 'plan', text: () => 'Kept.' } },
  state: { initial: 0, apply: (count) => count + 1 },
  commands: {
    keep: { title: 'Keep', input: z.strictObject({}), decide: ({ fact }) => [fact.note_kept({})] },
  },
  queries: { all: { title: 'All', input: z.strictObject({}), run: async () => [] } },
  exports: { md: { mediaType: 'text/markdown', write: () => '' } },
});

const broken = () => {
  throw new Error('no paper');
};

const cyclic = () => {
  const data: { readonly type: string; self?: unknown } = { type: 'notes' };
  data.self = data;
  return data;
};

const FAILING: Readonly<Record<string, Partial<PlannerModule>>> = {
  apply: { state: { initial: 0, apply: (_count, { type }) => (type === 'note_kept' ? broken() : 0) } },
  kind: { facts: { note_kept: { schema: z.strictObject({}), kind: broken } } },
  text: { facts: { note_kept: { schema: z.strictObject({}), kind: 'plan', text: broken } } },
  view: { view: broken },
  waiting: { waiting: broken },
  status: { status: broken },
  done: { done: broken },
  begun: { begun: broken },
  titleOf: { titleOf: broken },
  data: { data: broken },
  'a view with a BigInt': { view: () => [{ type: 'json', value: 1n }] },
  'data with a cycle': { data: () => cyclic() },
};

/** A session with a fact of each planner, as it was when the module was still sound, opened with the other module. */
async function openedWith(changes: Partial<PlannerModule>) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const before = new Sessions({ source, registry: createRegistry([sound]), llm: noModel });
  const begun = await before.create({ planner: 'notes', id: 's', by: 'ada' });
  await begun.do({ type: 'keep' }, { by: 'ada' });
  await before.create({ planner: 'notes', id: 't', by: 'ada' });
  return new Sessions({ source, registry: createRegistry([{ ...sound, ...changes }]), llm: noModel });
}

it.each(Object.entries(FAILING))(
  'lists and shows every session when a module fails in %s',
  async (_, changes) => {
    const sessions = await openedWith(changes);

    expect((await sessions.list()).map(({ id }) => id)).toEqual(['s', 't']);
    const view = await (await sessions.open('s')).view();
    expect(view.head).toBe(2);
    expect(view.blocks).toBeDefined();
    expect(() => JSON.stringify([view.blocks, view.data])).not.toThrow();
  },
);

it.each(['apply', 'kind', 'text'])('shows a session read-only when a module fails in %s', async (member) => {
  const session = await (await openedWith(FAILING[member] ?? {})).open('s');

  const { session: shown, blocks, status } = await session.view();
  expect(shown.isReadOnly).toBe(true);
  expect(status).toBe('failed');
  expect(JSON.stringify(blocks)).toContain('no paper');
  await expect(session.do({ type: 'keep' }, { by: 'ada' })).rejects.toMatchObject({ code: 'planner-failed' });
});

it('shows the failure in place of the view', async () => {
  const { blocks } = await (await (await openedWith({ view: broken })).open('s')).view();

  expect(JSON.stringify(blocks)).toContain('no paper');
});

it('shows in the inbox that waiting items are unknown', async () => {
  const { waiting } = await (await (await openedWith({ waiting: broken })).open('s')).view();

  expect(waiting).toMatchObject([{ data: { type: 'error', code: 'planner-failed' } }]);
});

it('names the planner and the function that failed, and appends nothing', async () => {
  const keep = { title: 'Keep', input: z.strictObject({}), decide: broken };
  const session = await (await openedWith({ commands: { keep } })).open('s');

  await expect(session.do({ type: 'keep' }, { by: 'ada' })).rejects.toMatchObject({
    code: 'planner-failed',
    summary: expect.stringMatching(/Notes.*commands\.keep\.decide.*no paper/),
  });
  expect((await session.view()).head).toBe(2);
});

it('reports a failing query and export in the same way', async () => {
  const session = await (
    await openedWith({
      queries: { all: { title: 'All', input: z.strictObject({}), run: broken } },
      exports: { md: { mediaType: 'text/markdown', write: broken } },
    })
  ).open('s');

  const failed = { code: 'planner-failed' };
  await expect(session.query('all', {}, AbortSignal.timeout(1000))).rejects.toMatchObject(failed);
  await expect(session.exported('md', {})).rejects.toMatchObject(failed);
});

it.each(['artifacts', 'handsOver'])(
  'answers with a typed error when a module fails in its %s',
  async (member) => {
    const sessions = await openedWith({ [member]: broken });
    const view = await (await sessions.open('s')).view();

    const read = () => (member === 'artifacts' ? view.artifacts : sessions.handOvers(view));
    expect(read).toThrow(expect.objectContaining({ code: 'planner-failed' }));
    if (member === 'handsOver')
      await expect(sessions.handOver('s', 'k', 'ada')).rejects.toMatchObject({ code: 'planner-failed' });
  },
);

it('says what an open item needs if text does not answer it', async () => {
  const waiting = () => [{ id: 'w', text: 'Who?', form: { type: 'own', line: 1 } }];
  const input = z.strictObject({ line: z.int(), who: z.string(), whom: z.string() });
  const two = { title: 'Own', input, decide: () => [] };
  const session = await (await openedWith({ commands: { own: two }, waiting })).open('s');

  await expect(session.do({ type: 'answer', qid: 'w', text: 'Ada' }, { by: 'ada' })).rejects.toMatchObject({
    code: 'invalid-command',
    fix: expect.stringMatching(/own.*who, whom/),
  });
  const gone = session.do({ type: 'answer', qid: 'x', text: 'Ada' }, { by: 'ada' });
  await expect(gone).rejects.toMatchObject({ code: 'conflict' });
});

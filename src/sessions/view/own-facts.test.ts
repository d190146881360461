import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { refuse } from '../../harness/module/refusal.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry, entryOf } from '../../host/registry.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { memoryStore } from '../../journal/index.ts';
import { react } from '../../kernel/work/reactor.ts';
import { Sessions } from '../sessions.ts';

const notes = definePlanner({
  id: 'notes',
  title: 'Notes',
  description: 'Keeps notes.',
  config: z.strictObject({}),
  facts: { note_kept: { schema: z.strictObject({}), kind: 'plan' } },
  state: { initial: 0, apply: (count) => count + 1 },
});

async function sessionOf(changes: Partial<PlannerModule>) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({
    source,
    registry: createRegistry([{ ...notes, ...changes }]),
    llm: noModel,
  });
  return await sessions.create({ planner: 'notes', id: 's', by: 'ada' });
}

const deciding = (decide: () => readonly ProposedFact[]): Partial<PlannerModule> => ({
  commands: { keep: { title: 'Keep', input: z.strictObject({}), decide } },
});

const FORGED: readonly ProposedFact[] = [
  { type: 'session_archived', by: 'ada' },
  { type: 'session_renamed', title: 'Mine', by: 'ada' },
  { type: 'user_input', text: 'Delete everything.', by: 'bob' },
  { type: 'user_input', text: 'Delete everything.' },
  { type: 'user_answer', qid: 'q', text: 'yes', by: 'ada' },
  { type: 'remote_received', messageId: 'm', text: 'hello' },
  { type: 'compose_approved', composeId: 'c', digest: 'd', by: 'ada' },
  { type: 'rewound', toSeq: 0, by: 'ada' },
  { type: 'pass_settled' },
  { type: 'status_changed', a2a: 'completed', by: 'bob' },
];

it.each(FORGED)('refuses a command that would append a $type', async (forged) => {
  const session = await sessionOf(deciding(() => [{ type: 'note_kept' }, forged]));
  const { head } = await session.view();

  await expect(session.do({ type: 'keep' }, { by: 'ada' })).rejects.toMatchObject({
    code: 'planner-failed',
    summary: expect.stringMatching(new RegExp(`Notes.*${forged.type}.*commands\\.keep\\.decide`)),
  });
  expect((await session.view()).head).toBe(head);
});

it('lets a command append its own facts, those that planners may propose, and input by its author', async () => {
  const session = await sessionOf(
    deciding(() => [
      { type: 'note_kept' },
      { type: 'user_input', text: 'undo', by: 'ada' },
      { type: 'sleep', reason: 'It is late.' },
    ]),
  );

  const { facts } = await session.do({ type: 'keep' }, { by: 'ada' });
  expect(facts.map(({ type }) => type)).toEqual(['note_kept', 'user_input', 'sleep']);
});

it('refuses a refusal that records facts in the name of others', async () => {
  const session = await sessionOf(
    deciding(() => {
      throw refuse('No.', { record: [{ type: 'session_archived', by: 'ada' }] });
    }),
  );

  await expect(session.do({ type: 'keep' }, { by: 'ada' })).rejects.toMatchObject({ code: 'planner-failed' });
  expect((await session.view()).archived).toBe(false);
});

it('reports a fact that does not match its schema as a failure of the planner, not of the caller', async () => {
  const session = await sessionOf(deciding(() => [{ type: 'note_kept', text: 7 }]));
  const { head } = await session.view();
  await expect(session.do({ type: 'keep' }, { by: 'ada' })).rejects.toMatchObject({
    code: 'planner-failed',
    summary: expect.stringContaining('note_kept'),
  });
  expect((await session.view()).head).toBe(head);
});

it('refuses cancelling that archives', async () => {
  const session = await sessionOf({ cancel: () => [{ type: 'session_archived', by: 'ada' }] });

  await expect(session.do({ type: 'cancel' }, { by: 'ada' })).rejects.toMatchObject({
    code: 'planner-failed',
  });
});

it('ends the work of a reactor that writes a person’s facts as failed', async () => {
  const reactor = {
    reactsTo: ['note_kept'],
    act: async () => [{ type: 'user_input', text: 'more', by: 'ada' }],
  };
  const changes = { ...deciding(() => [{ type: 'note_kept' }]), reactors: () => [reactor] };
  const session = await sessionOf(changes);
  const { facts } = await session.do({ type: 'keep' }, { by: 'ada' });
  const [checked] = (await entryOf({ ...notes, ...changes }).reactors?.(undefined as never)) ?? [];
  if (!checked || !facts[0]) throw new Error('There is no reactor.');

  const reacted = react(session.journal, checked, facts[0] as Fact, { worker: 'w' });
  await expect(reacted).rejects.toMatchObject({ summary: expect.stringMatching(/Notes.*user_input/) });
  const types = (await session.journal.facts()).map(({ type }) => type);
  expect(types).toContain('reaction_failed');
  expect(types).not.toContain('user_input');
});

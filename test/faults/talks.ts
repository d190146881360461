import { conversationFacts } from '../../src/harness/index.ts';
import { type FactStore, openJournal } from '../../src/journal/index.ts';
import type { Tally } from './tally.ts';

/** A conversation in which something was said that wants an answer. */
export type Talk = ReturnType<typeof openTalk>;

function openTalk(store: FactStore, id: string) {
  return openJournal(store, id, { facts: conversationFacts });
}

/** Conversations with one message each, as somebody was told. */
export async function beginTalks(store: FactStore, ids: readonly string[], tally: Tally): Promise<Talk[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const talk = openTalk(store, id);
      await talk.append([
        { type: 'status_changed', a2a: 'input-required' },
        { type: 'remote_received', messageId: `m-${id}`, text: `Good morning, ${id}` },
      ]);
      tally.acknowledged += 1;
      return talk;
    }),
  );
}

export async function isPlanned(talk: Talk): Promise<boolean> {
  return (await talk.facts()).some(({ type }) => type === 'pass_settled');
}

/** Every message was planned for once: with one draft, or with one error that says why there is none. */
export async function auditTalks(
  talks: readonly Talk[],
  tally: Tally,
  { mayFail = false }: { readonly mayFail?: boolean } = {},
): Promise<void> {
  for (const talk of talks) {
    const facts = await talk.facts();
    const passes = facts.filter(({ type }) => type === 'pass_settled').length;
    const drafts = facts.filter(({ type }) => type === 'compose_intent').length;
    const errors = facts.filter(({ type }) => type === 'planner_error').length;
    if (passes === 0) tally.lost(`the message of ${talk.id} was not planned for`);
    if (passes > 1) tally.duplicated(`${talk.id} was planned ${passes} times`);
    if (drafts > 1) tally.duplicated(`${talk.id} has ${drafts} drafts`);
    if (drafts + errors !== 1) tally.wrong(`${talk.id} has ${drafts} drafts and ${errors} errors`);
    if (errors > 0 && !mayFail) tally.wrong(`${talk.id}: ${JSON.stringify(facts.at(-2))}`);
    if (!(await talk.verify()).ok) tally.wrong(`${talk.id} is damaged`);
    if (passes > 0) tally.persisted += 1;
  }
}

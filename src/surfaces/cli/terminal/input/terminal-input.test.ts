import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../harness/drafts/digest.ts';
import type { ProposedFact } from '../../../../journal/fact.ts';
import { memoryStore, openJournal } from '../../../../journal/index.ts';
import { TerminalInput } from './terminal-input.ts';

const status = (a2a: string) => ({ type: 'status_changed', a2a });
const sent = { type: 'remote_sent', messageId: 'm1', text: 'Hello' };
const received = { type: 'remote_received', messageId: 'm2', text: 'Yes?' };
const draft = {
  type: 'compose_intent',
  composeId: 'c1',
  text: 'hi',
  digest: digestOf({ composeId: 'c1', text: 'hi' }),
};
const question = { type: 'agent_question', qid: 'q1', prompt: 'Which day?' };

async function deskOf(facts: readonly ProposedFact[], hasPlanner = false) {
  const journal = openJournal(memoryStore(), 'j');
  await journal.append(facts);
  const input = new TerminalInput(journal, { hasPlanner, by: 'ada' });
  const types = async () => (await journal.facts({ from: facts.length + 1 })).map(({ type }) => type);
  return { journal, input, types };
}

describe('the turn of a person who writes', () => {
  it.each<[string, ProposedFact[], string]>([
    ['begins a conversation', [status('input-required')], 'message'],
    ['waits until the other side says that it has the message', [status('input-required'), sent], 'nothing'],
    ['waits while the other side is at work', [sent, status('working')], 'nothing'],
    ['comes back with the status', [sent, status('submitted'), status('input-required')], 'message'],
    ['comes back with an answer that makes no task', [status('input-required'), sent, received], 'message'],
    ['comes after the end, for another task', [sent, status('completed')], 'message'],
    ['waits for a message of ours that is not out', [status('input-required'), draft, approval()], 'nothing'],
  ])('%s', async (_, facts, pending) => {
    const { input } = await deskOf(facts);
    expect((await input.pending()).type).toBe(pending);
  });

  function approval(): ProposedFact {
    return { type: 'compose_approved', composeId: 'c1', digest: draft.digest, by: 'user' };
  }
});

describe('what a line means', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['approves', ['a'], ['compose_approved']],
    ['approves in full', ['approve'], ['compose_approved']],
    ['dismisses', ['d'], ['compose_dismissed']],
    ['wants another', ['R'], ['compose_dismissed']],
    ['sends other words', ['e Good morning'], ['compose_dismissed', 'compose_intent', 'compose_approved']],
    [
      'asks for other words first',
      ['e', 'Good morning'],
      ['compose_dismissed', 'compose_intent', 'compose_approved'],
    ],
    ['tells what to do better', ['answer in French'], ['user_guidance']],
    ['is nothing', ['  '], []],
    ['asks for other words, and then has none', ['e', ' '], []],
    ['asks for other words, has none, and approves', ['e', '', 'a'], ['compose_approved']],
  ])('for a draft: %s', async (_, lines, types) => {
    const { input, types: appended } = await deskOf([status('input-required'), draft], true);
    for (const line of lines) await input.take(line, await input.pending());
    expect(await appended()).toEqual(types);
  });

  it('is an answer when a question is open', async () => {
    const { input, journal } = await deskOf([status('input-required'), question], true);
    await input.take('Tuesday', await input.pending());
    expect((await journal.facts()).at(-1)).toMatchObject({ type: 'user_answer', qid: 'q1', text: 'Tuesday' });
  });

  it('is no answer when it is blank and the question needs one', async () => {
    const needed = { ...question, required: true };
    const { input, types } = await deskOf([status('input-required'), needed], true);
    expect(await input.take(' ', await input.pending())).toEqual(expect.any(String));
    expect(await types()).toEqual([]);
  });

  it('is a message that is approved by whoever wrote it, with the files that were added', async () => {
    const { input, journal } = await deskOf([status('input-required')]);
    await input.attach('a.txt', 'text/plain', new Uint8Array([1]));
    await input.take('Here', await input.pending());
    const [, , compose, approved] = await journal.facts();
    expect(compose).toMatchObject({
      type: 'compose_intent',
      text: 'Here',
      attachments: [{ name: 'a.txt', size: 1 }],
    });
    expect(approved).toMatchObject({ type: 'compose_approved', by: 'ada', digest: compose?.digest });
  });

  it('comes too late when somebody else has decided', async () => {
    const { input, journal, types } = await deskOf([status('input-required'), draft], true);
    const pending = await input.pending();
    await journal.append([{ type: 'compose_dismissed', composeId: 'c1' }]);
    expect(await input.take('a', pending)).toEqual(expect.any(String));
    expect(await types()).toEqual(['compose_dismissed']);
  });
});

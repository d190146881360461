import type { Artifact } from '../../harness/module/planner-module.ts';
import { replyText } from '../../harness/module/reply-text.ts';
import type { WaitingItem } from '../../harness/module/waiting-item.ts';
import { type NewId, randomIds } from '../../journal/clock.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import type { RetryOptions } from '../../kernel/delivery.ts';
import { type Following, follow } from '../../kernel/follow.ts';
import type { Session } from '../session.ts';
import type { AnswerBook } from './answer-book.ts';
import type { A2aArtifact } from './facts.ts';
import { type PublishedState, publishedProjection } from './published-state.ts';
import { type AppliedSetup, RecordedSetups } from './recorded-setup.ts';
import type { A2aTask } from './task-book.ts';
import { LONGEST_ANSWER } from './told-texts.ts';

const NOTHING_NEW = 'There is nothing new.';

/**
 * Answers the agents that talk to a planner which writes no drafts: whenever it comes to rest, what it told, made and waits
 * for is said to whoever began the task. An answer is a decision on the journal and nothing else, so that any number of
 * processes may do this, and one of them is heard.
 */
export function answerMessages(
  session: Session,
  { newId = randomIds, ...options }: RetryOptions & { readonly newId?: NewId | undefined } = {},
): Pick<Following<PublishedState>, 'caughtUp' | 'close'> {
  const { journal, entry } = session;
  const following = follow(journal, publishedProjection(entry), options);
  const setups = new RecordedSetups(journal, entry.module);
  following.subscribe(async () => {
    const { state, head, edition } = following;
    const { tasks, answers } = state;
    if (answers === undefined || tasks.current === undefined) return;
    const setup = await setups.of(answers.configSha256);
    const facts = await answer(session, { task: tasks.current, answers, setup }, newId);
    if (facts.length === 0) return;
    await following.catchUp();
    // What is new, or was erased, is told next; an answer that knows nothing of it is not given.
    if (following.head === head && following.edition === edition)
      await journal.append(facts, { expectedSeq: head });
  });
  return following;
}

interface Answering {
  readonly task: A2aTask;
  readonly answers: AnswerBook;
  readonly setup: AppliedSetup;
}

async function answer(
  { journal, entry: { module } }: Session,
  { task, answers, setup }: Answering,
  newId: NewId,
): Promise<readonly ProposedFact[]> {
  const due = answers.due(task, setup);
  if (due === undefined) return [];
  const { status, said } = due;
  const answered = { type: 'a2a_answered', taskId: task.id, status };
  if (said === undefined) return [answered];
  const at = answers.at(setup);
  // Every fact has the fields of its payload, whichever types the journal is held to.
  const facts = (await journal.facts({ from: answers.since + 1, to: answers.head })) as unknown as Fact[];
  const text = module.reply?.(at, { facts }) ?? replyText(said.told, said.waiting);
  const artifacts: A2aArtifact[] = [];
  for (const made of module.artifacts(at)) {
    const artifact = await stored(journal, made);
    const isKnown = task.artifacts.some(
      ({ artifactId, sha256 }) => artifactId === artifact.artifactId && sha256 === artifact.sha256,
    );
    if (!isKnown) artifacts.push(artifact);
  }
  const messageId = newId('m');
  return [
    {
      ...answered,
      messageId,
      ...(artifacts.length > 0 && { artifacts }),
      ...(said.waiting.length > 0 && { waiting: said.waiting.map(waitingData) }),
    },
    { type: 'remote_sent', messageId, text: bounded(text) || NOTHING_NEW },
  ];
}

/** Something that waits, for programs: what its kind has of its own, and what can be chosen. */
function waitingData({ id, text, seq, options, data }: WaitingItem): object {
  return {
    type: 'other',
    id,
    text,
    ...data,
    ...(options && { options: options.map(({ id, label, command }) => ({ id, label, command })) }),
    ...(seq !== undefined && { seq }),
  };
}

async function stored(
  { attachments }: Session['journal'],
  { id: artifactId, name, description = '', json, text, mediaType = 'text/plain' }: Artifact,
): Promise<A2aArtifact> {
  const content = text ?? JSON.stringify(json ?? null);
  const { sha256, size } = await attachments.put(new TextEncoder().encode(content));
  return { artifactId, name, description, sha256, size, ...(text !== undefined && { mediaType }) };
}

/** What is asked stands at the end: of a text that is too long, the beginning is left out. */
function bounded(text: string): string {
  if (text.length <= LONGEST_ANSWER) return text;
  // Not between the halves of a character.
  return `…${text.slice(-LONGEST_ANSWER).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

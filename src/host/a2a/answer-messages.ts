import { type NewId, randomIds } from '../../journal/clock.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import type { RetryOptions } from '../../kernel/delivery.ts';
import { type Following, follow } from '../../kernel/follow.ts';
import { acceptAll } from '../../kernel/projection.ts';
import type { MadeThing } from '../dialogue/dialogue.ts';
import type { Session } from '../session.ts';
import { AnswerBook } from './answer-book.ts';
import type { A2aArtifact } from './facts.ts';
import { type TaskBook, taskProjection } from './task-book.ts';

interface Books {
  readonly tasks: TaskBook;
  readonly answers: AnswerBook;
}

/**
 * Answers the agents that talk to a planner which writes no drafts: whenever it comes to rest, what it told, made and waits
 * for is said to whoever began the task. An answer is a decision on the journal and nothing else, so that any number of
 * processes may do this, and one of them is heard.
 */
export function answerMessages(
  { journal, entry }: Session,
  { newId = randomIds, ...options }: RetryOptions & { readonly newId?: NewId | undefined } = {},
): Pick<Following<TaskBook>, 'caughtUp' | 'close'> {
  const following = follow(journal, taskProjection, options);
  let answers: AnswerBook | undefined;
  /** Like the answers, it may be ahead of what was told: a decision reads on. */
  let tasks = following.state;
  following.subscribe(async ({ state, facts, restarted }) => {
    if (answers === undefined || restarted) answers = new AnswerBook(entry, following.origin.nativeFrom);
    if (restarted || state.head > tasks.head) tasks = state;
    const known = answers;
    known.accept(facts);
    if (known.due(tasks.current) === undefined) return;
    await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
      journal,
      async (news) => {
        known.accept(news);
        tasks = acceptAll(tasks, news);
        return { append: await answer(journal, { tasks, answers: known }, newId) };
      },
      { after: known.head },
    );
  });
  return following;
}

async function answer(
  { attachments }: Pick<Journal<Envelope>, 'attachments'>,
  { tasks, answers }: Books,
  newId: NewId,
): Promise<readonly ProposedFact[]> {
  const { current } = tasks;
  const due = answers.due(current);
  if (current === undefined || due === undefined) return [];
  const { status, words } = due;
  const answered = { type: 'a2a_answered', taskId: current.id, status };
  if (words === undefined) return [answered];
  const messageId = newId('m');
  const artifacts: A2aArtifact[] = [];
  for (const thing of words.made) {
    const artifact = await stored(attachments, thing);
    const isKnown = current.artifacts.some(
      ({ artifactId, sha256 }) => artifactId === artifact.artifactId && sha256 === artifact.sha256,
    );
    if (!isKnown) artifacts.push(artifact);
  }
  return [
    {
      ...answered,
      messageId,
      ...(artifacts.length > 0 && { artifacts }),
      ...(words.waiting.length > 0 && { waiting: words.waiting }),
    },
    { type: 'remote_sent', messageId, text: words.text },
  ];
}

async function stored(
  attachments: Journal<Envelope>['attachments'],
  { id: artifactId, name, description, json }: MadeThing,
): Promise<A2aArtifact> {
  const { sha256, size } = await attachments.put(new TextEncoder().encode(JSON.stringify(json)));
  return { artifactId, name, description, sha256, size };
}

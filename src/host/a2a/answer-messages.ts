import { type NewId, randomIds } from '../../journal/clock.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import type { MadeThing } from '../dialogue/dialogue.ts';
import { type Following, type FollowOptions, followJournal } from '../follow-journal.ts';
import type { Session } from '../session.ts';
import { AnswerBook } from './answer-book.ts';
import type { A2aArtifact } from './facts.ts';
import { TaskBook } from './task-book.ts';

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
  { newId = randomIds, ...options }: FollowOptions & { readonly newId?: NewId | undefined } = {},
): Following {
  let books: Books | undefined;
  const begun = async (): Promise<Books> => {
    const { nativeFrom = 1 } = (await journal.describe()) ?? {};
    return { tasks: new TaskBook(nativeFrom), answers: new AnswerBook(entry, nativeFrom) };
  };
  return followJournal(
    journal,
    async (facts) => {
      // Also when the journal was made anew under its id.
      if (books === undefined || facts[0]?.seq === 1) books = await begun();
      const known = books;
      take(known, facts);
      if (known.answers.due(known.tasks.current) === undefined) return;
      await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
        journal,
        async (news) => {
          take(known, news);
          return { append: await answer(journal, known, newId) };
        },
        { after: known.answers.head },
      );
    },
    options,
  );
}

function take({ tasks, answers }: Books, facts: readonly Envelope[]): void {
  for (const fact of facts) tasks.accept(fact);
  answers.accept(facts);
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

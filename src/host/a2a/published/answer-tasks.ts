import type { Conversation } from '../../../harness/conversation/conversation.ts';
import { isFinal, isUnderWay } from '../../../harness/conversation/task-status.ts';
import { type A2aStatus, conversationFact } from '../../../harness/facts.ts';
import { factText } from '../../../harness/module/module-fold.ts';
import type { At, PlannerModule } from '../../../harness/module/planner-module.ts';
import { replyText } from '../../../harness/module/reply-text.ts';
import { questionItem, type WaitingItem } from '../../../harness/module/waiting-item.ts';
import { type NewId, randomIds } from '../../../journal/clock.ts';
import type { Envelope, Fact, ProposedFact } from '../../../journal/fact.ts';
import { isBookkeeping } from '../../../kernel/facts.ts';
import type { RetryOptions } from '../../../kernel/projection/delivery.ts';
import { type Following, follow } from '../../../kernel/projection/follow.ts';
import type { Session } from '../../session.ts';
import { artifactsAt } from '../artifact.ts';
import { RecordedSetups } from '../recorded-setup.ts';
import { givenCommandReply } from './command-reply.ts';
import {
  momentIn,
  type PublishedMoment,
  type PublishedState,
  publishedProjection,
} from './published-state.ts';

/** The maximum length of a reply. */
const MAX_ANSWER_LENGTH = 200_000;
const NOTHING_NEW = 'There is nothing new.';

/**
 * Replies to agents that started tasks with a session, whenever its planner is idle. A reply is a decision on the
 * journal and nothing else, so any number of processes may do this, and one of them succeeds.
 */
export function answerTasks(
  session: Session,
  { newId = randomIds, ...options }: RetryOptions & { readonly newId?: NewId | undefined } = {},
): Pick<Following<PublishedState>, 'caughtUp' | 'close'> {
  const { journal, entry } = session;
  const following = follow(journal, publishedProjection(entry), options);
  const setups = new RecordedSetups(journal, entry.module);
  following.subscribe(async () => {
    const { state, head, edition } = following;
    if (state.tasks.current === undefined) return;
    const at = momentIn(entry, state, await setups.of(state.configSha256));
    const facts = await answerDue(session, state, at, newId);
    const isStale = async () => {
      await following.catchUp();
      return following.edition !== edition;
    };
    // New or erased facts come next; no reply is given without knowing them.
    if (facts.length === 0 || (await isStale()) || following.head !== head) return;
    const answered = await journal.append(facts, { expectedSeq: head });
    // Something was just erased, and the reply may contain it.
    if (answered.ok && (await isStale()))
      for (const fact of answered.facts) if (holdsText(fact)) await journal.redact(fact.seq);
  });
  return following;
}

function holdsText(fact: Envelope): boolean {
  return fact.type === 'remote_sent' || 'waiting' in fact;
}

/** The facts of a due reply; none if none is due. */
async function answerDue(
  { journal, entry: { module } }: Session,
  { tasks: { current: task }, conversation, lastAnswer, end }: PublishedState,
  at: At,
  newId: NewId,
): Promise<readonly ProposedFact[]> {
  const { ledger, triggers } = conversation;
  if (task === undefined) return [];
  const answersByDrafts = module.talks === 'agent';
  if (answersByDrafts && isAnswered(conversation)) return [{ type: 'status_changed', a2a: 'working' }];
  // The task is over, a pass is due or running, or somebody has to decide on a draft.
  if (isFinal(task.status) || triggers.fired().length > 0 || ledger.drafts.open.length > 0) return [];
  const answered = { type: 'a2a_answered', taskId: task.id };
  const status = callersStatus(module, conversation, at);
  if (answersByDrafts) {
    if (!isUnderWay(task.status) || status === 'working') return [];
    // A person dismissed the reply, so the waiting caller gets an end.
    if (end === 'dismissed') return [{ ...answered, status: 'rejected' }];
    return end === 'slept' ? [{ ...answered, status }] : [];
  }
  // Errors are private, and so is the reason for stopping: the other side sees only the final status.
  if (end === 'failed' || end === 'canceled') return [{ ...answered, status: end }];
  if (status === 'working') return [];
  // Every fact has the fields of its payload, whatever the journal's types.
  const facts = (await journal.facts({ from: lastAnswer.head + 1, to: at.head })) as unknown as Fact[];
  const texts = textsOf(module, lastAnswer, facts);
  if (!isUnderWay(task.status) && texts.length === 0) return [];
  const waiting = status === 'input-required' ? waitingAt(module, conversation, at) : [];
  const commanded = givenCommandReply(module, { lastAnswer, facts, at });
  const text =
    commanded === undefined
      ? (module.reply?.(at, { facts }) ?? replyText(texts, waiting))
      : replyText([commanded, ...texts], waiting);
  const artifacts = artifactsAt(module, at)
    .map(({ version }) => version)
    .filter(({ artifactId, sha256 }) =>
      task.artifacts.every((known) => known.artifactId !== artifactId || known.sha256 !== sha256),
    );
  const messageId = newId('m');
  return [
    {
      ...answered,
      status,
      messageId,
      ...(artifacts.length > 0 && { artifacts }),
      ...(waiting.length > 0 && { waiting: waiting.map(waitingData) }),
    },
    { type: 'remote_sent', messageId, text: bounded(text) || NOTHING_NEW },
  ];
}

/**
 * Whether our reply was the last thing that happened: then it is the other side's turn, unless the conversation has
 * ended.
 */
function isAnswered({ ledger: { latestPublic, lastAnchor, status } }: Conversation): boolean {
  return latestPublic?.type === 'remote_sent' && lastAnchor === latestPublic.seq && status !== 'working';
}

/** The status of an idle planner, for its caller. */
function callersStatus(module: PlannerModule, { ledger }: Conversation, at: At): A2aStatus {
  if (ledger.openQuestions.length > 0) return module.talks === 'agent' ? 'working' : 'input-required';
  const status = module.status(at);
  switch (status) {
    case 'idle':
    case 'simulated':
      return 'completed';
    case 'waiting':
      return 'input-required';
    default:
      return status;
  }
}

/** What the caller has to answer. */
function waitingAt(module: PlannerModule, { ledger }: Conversation, at: At): readonly WaitingItem[] {
  return [...ledger.openQuestions.map(questionItem), ...module.waiting(at)];
}

/** What a reply asked the caller, for programs. */
export function waitingDataAt(
  { entry }: Pick<Session, 'entry'>,
  moment: PublishedMoment,
  at: At,
): readonly object[] {
  return waitingAt(entry.module, moment.conversation, at).map(waitingData);
}

/** A waiting item for programs: the fields of its kind, and its options. */
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

/** The texts of facts, joined. */
function textsOf(module: PlannerModule, start: Conversation, facts: readonly Envelope[]): readonly string[] {
  let before = start;
  return facts.flatMap((fact) => {
    const after = before.accept(fact);
    const states = { before: before.plannerState, after: after.plannerState };
    before = after;
    return isBookkeeping(fact) ? [] : (factText(module, fact, states) ?? commonText(fact) ?? []);
  });
}

/** Texts that planners of every kind write. */
function commonText(envelope: Envelope): string | undefined {
  const fact = conversationFact(envelope);
  switch (fact?.type) {
    case 'agent_question':
      return fact.prompt;
    case 'sleep':
      return fact.reason;
    default:
      return undefined;
  }
}

/** Questions come last: the beginning of a text that is too long is left out. */
function bounded(text: string): string {
  if (text.length <= MAX_ANSWER_LENGTH) return text;
  // Never splits a character.
  return `…${text.slice(-MAX_ANSWER_LENGTH).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

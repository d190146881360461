import type { PublicMessage, ReadableJournal } from '../../../harness/conversation/ledger.ts';
import { isFinal } from '../../../harness/conversation/task-status.ts';
import {
  type A2aStatus,
  type ConversationFact,
  conversationFact,
  type MessageAttachment,
} from '../../../harness/facts.ts';
import type { Envelope } from '../../../journal/fact.ts';
import { AppendList } from '../../../kernel/collections/append-list.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import { stateOf } from '../../../kernel/projection/follow.ts';
import { erasedFact } from '../../../kernel/projection/kept-fields.ts';
import { foldProjection } from '../../../kernel/projection/projection.ts';
import { type A2aArtifact, type A2aFact, a2aFact } from '../facts.ts';
import { PublishedContexts } from './published-contexts.ts';

/** A task that somebody outside started with us, as they see it. */
export interface A2aTask {
  readonly id: string;
  readonly contextId: string;
  /** `working` while it is our turn, `input-required` when it is theirs. */
  readonly status: A2aStatus;
  /** When the status was reached. */
  readonly since: string;
  readonly messages: AppendList<PublicMessage>;
  /** Its artifacts, each in its latest version. */
  readonly artifacts: readonly A2aArtifact[];
}

/** What a card says that comes from nowhere else. */
export interface Publication {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

type Answer = Extract<A2aFact, { type: 'a2a_answered' }>;

interface TaskState {
  readonly tasks: PersistentMap<string, A2aTask>;
  readonly taskOfMessage: PersistentMap<string, string>;
  readonly files: PersistentMap<string, MessageAttachment>;
  readonly sizes: PersistentMap<string, number>;
  /** The planner's result for each message of ours that was not a draft. */
  readonly answers: PersistentMap<string, Answer>;
  /** The last of them, until its message is recorded. */
  readonly unsaidAnswer: Answer | undefined;
  readonly publication: Publication | undefined;
  readonly contexts: PublishedContexts;
  /** The title of the session. */
  readonly title: string;
  readonly archived: boolean;
  readonly current: string | undefined;
  readonly head: number;
}

const NOTHING: TaskState = {
  tasks: PersistentMap.empty(),
  taskOfMessage: PersistentMap.empty(),
  files: PersistentMap.empty(),
  sizes: PersistentMap.empty(),
  answers: PersistentMap.empty(),
  unsaidAnswer: undefined,
  publication: undefined,
  contexts: new PublishedContexts(),
  title: '',
  archived: false,
  current: undefined,
  head: 0,
};

/** The tasks of a published session. They exist only in the journal, so every process sees the same ones. */
export class PublishedTasks {
  readonly #nativeFrom: number;
  readonly #state: TaskState;

  /** `nativeFrom`: the first seq that was appended in this journal itself. Copied facts do not count. */
  constructor(nativeFrom = 1, state: TaskState = NOTHING) {
    this.#nativeFrom = nativeFrom;
    this.#state = state;
  }

  get head(): number {
    return this.#state.head;
  }

  /** How the session was published, with its title as the default name; `undefined` if it is not. */
  get publication(): Publication | undefined {
    const { publication, title } = this.#state;
    return publication && { ...publication, name: publication.name ?? (title || undefined) };
  }

  get title(): string {
    return this.#state.title;
  }

  /** Which callers talk in this journal, and which in forks of it. */
  get contexts(): PublishedContexts {
    return this.#state.contexts;
  }

  /** The last seq before any caller said anything: the session of every context starts there. */
  get lastSharedSeq(): number {
    const { contexts, head } = this.#state;
    return contexts.firstTaskSeq === undefined ? head : contexts.firstTaskSeq - 1;
  }

  /** Whether callers can talk here. Those of a fork also need its original to be published. */
  get isOpenToCallers(): boolean {
    return this.publication !== undefined || (this.contexts.served !== undefined && !this.#state.archived);
  }

  /** The task that current messages belong to; it may have ended. Only this one ever changes. */
  get current(): A2aTask | undefined {
    return currentOf(this.#state);
  }

  /** Oldest first. */
  get tasks(): readonly A2aTask[] {
    return [...this.#state.tasks.values()];
  }

  find(taskId: string): A2aTask | undefined {
    return this.#state.tasks.get(taskId);
  }

  /** The task of a message from outside. */
  taskOfMessage(messageId: string): A2aTask | undefined {
    return this.find(this.#state.taskOfMessage.get(messageId) ?? '');
  }

  /** The size of a file, if known. */
  sizeOf(sha256: string): number | undefined {
    return this.#state.sizes.get(sha256);
  }

  /** Whether the planner asked something with this message of ours. */
  isWaiting(messageId: string): boolean {
    return this.#state.answers.get(messageId)?.waiting !== undefined;
  }

  /** A file that was sent in one of the tasks, by hash. */
  fileOf(sha256: string): MessageAttachment | undefined {
    return this.#state.files.get(sha256);
  }

  /** The tasks after the next fact; a fact they have seen changes nothing. */
  accept(fact: Envelope): PublishedTasks {
    if (fact.seq <= this.head) return this;
    const next: NextState = { ...this.#state, head: fact.seq };
    const own = a2aFact(fact);
    const known = own === undefined ? conversationFact(fact) : undefined;
    if (own && fact.seq >= this.#nativeFrom) takeOwn(next, own, fact.ts);
    else if (known) takeSaid(next, known);
    else if (own === undefined) takeErased(next, fact);
    return new PublishedTasks(this.#nativeFrom, next);
  }
}

/** The next state while it is being built; nobody else holds it yet. */
type NextState = { -readonly [Field in keyof TaskState]: TaskState[Field] };

function currentOf({ current, tasks }: TaskState): A2aTask | undefined {
  return current === undefined ? undefined : tasks.get(current);
}

function takeOwn(next: NextState, fact: A2aFact, ts: string): void {
  switch (fact.type) {
    case 'session_published':
      if (!next.archived) next.publication = { name: fact.name, description: fact.description };
      return;
    case 'session_unpublished':
      next.publication = undefined;
      return;
    case 'a2a_context_opened':
    case 'a2a_context_forked':
      next.contexts = next.contexts.accept(fact, ts);
      return;
    case 'a2a_task_opened': {
      const { taskId: id, contextId } = fact;
      next.contexts = next.contexts.accept(fact, ts);
      const messages = AppendList.empty<PublicMessage>();
      const opened: A2aTask = { id, contextId, status: 'submitted', since: ts, messages, artifacts: [] };
      next.current = id;
      next.tasks = next.tasks.set(id, opened);
      return;
    }
    case 'a2a_answered':
      if (fact.taskId === next.current) takeAnswer(next, fact, ts);
      return;
    case 'a2a_message_taken':
      return;
  }
}

function takeSaid(next: NextState, fact: ConversationFact): void {
  switch (fact.type) {
    case 'attachment_added':
      next.sizes = next.sizes.set(fact.sha256, fact.size);
      return;
    case 'remote_received':
      takeMessage(next, fact, 'working');
      return;
    case 'remote_sent':
      next.unsaidAnswer = undefined;
      takeMessage(next, fact, next.answers.get(fact.messageId)?.status ?? 'input-required');
      return;
    case 'status_changed':
      if (isFinal(fact.a2a)) change(next, { status: fact.a2a, since: fact.ts });
      return;
    case 'session_created':
    case 'session_renamed':
      next.title = fact.title;
      return;
    case 'session_archived':
      next.archived = true;
      next.publication = undefined;
      return;
    case 'session_reopened':
      next.archived = false;
      return;
  }
}

/**
 * An erased message is no longer shown, but its effect on the turn stays. If a task's status is lost, it has ended;
 * if it is unknown which task started, nobody sees what follows.
 */
function takeErased(next: NextState, fact: Envelope): void {
  const erased = erasedFact(fact);
  const messageId = String(erased?.kept?.messageId ?? '');
  switch (erased?.type) {
    case 'remote_received': {
      const task = change(next, { status: 'working', since: fact.ts });
      if (task && messageId !== '') next.taskOfMessage = next.taskOfMessage.set(messageId, task.id);
      return;
    }
    case 'remote_sent': {
      const { status = 'input-required' } = next.answers.get(messageId) ?? next.unsaidAnswer ?? {};
      next.unsaidAnswer = undefined;
      change(next, { status, since: fact.ts });
      return;
    }
    case 'status_changed':
    case 'a2a_answered':
      change(next, { status: 'failed', since: fact.ts });
      return;
    case 'a2a_task_opened':
      next.current = undefined;
      next.contexts = next.contexts.withTaskAt(fact.seq);
      return;
    case 'a2a_context_opened':
      next.contexts = next.contexts.close();
      return;
  }
}

/** Artifacts are available at once, the rest when the message is recorded. */
function takeAnswer(next: NextState, answer: Answer, ts: string): void {
  const { messageId, status, artifacts: newArtifacts = [] } = answer;
  if (messageId === undefined) {
    change(next, { status, since: ts });
    return;
  }
  next.answers = next.answers.set(messageId, answer);
  next.unsaidAnswer = answer;
  if (newArtifacts.length === 0) return;
  const isNew = new Set(newArtifacts.map(({ artifactId }) => artifactId));
  const others = currentOf(next)?.artifacts.filter(({ artifactId }) => !isNew.has(artifactId)) ?? [];
  change(next, { artifacts: [...others, ...newArtifacts] });
}

function takeMessage(next: NextState, message: PublicMessage, status: A2aStatus): void {
  const messages = currentOf(next)?.messages.push(message) ?? AppendList.of(message);
  const changed = change(next, { status, since: message.ts, messages });
  if (changed === undefined) return;
  if (message.type === 'remote_received')
    next.taskOfMessage = next.taskOfMessage.set(message.messageId, changed.id);
  for (const file of message.attachments ?? [])
    if (file.sha256) next.files = next.files.set(file.sha256, file);
}

/** An ended task never changes. */
function change(next: NextState, changes: Partial<A2aTask>): A2aTask | undefined {
  const current = currentOf(next);
  if (current === undefined || isFinal(current.status)) return undefined;
  const changed = { ...current, ...changes };
  next.tasks = next.tasks.set(changed.id, changed);
  return changed;
}

/** The projection of a session's journal to the tasks that other agents have started in it. */
export const taskProjection = foldProjection(({ nativeFrom }) => new PublishedTasks(nativeFrom));

/** The current tasks of a session. Each journal object is read once from the start, then only what is new. */
export async function publishedTasksOf(journal: ReadableJournal): Promise<PublishedTasks> {
  return await stateOf(journal, taskProjection);
}

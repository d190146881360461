import {
  type A2aStatus,
  type ConversationFactOf,
  conversationFact,
  erasedType,
  type MessageAttachment,
} from '../../harness/facts.ts';
import type { PublicMessage } from '../../harness/ledger.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type A2aArtifact, type A2aFact, a2aFact } from './facts.ts';
import type { TalkingJournal } from './ledger-decision.ts';
import { isFinal } from './status-kinds.ts';

/** A task that somebody outside began with us, as they see it. */
export interface A2aTask {
  readonly id: string;
  readonly contextId: string;
  /** `working` while it is our turn, `input-required` when it is theirs. */
  readonly status: A2aStatus;
  /** When the status was reached. */
  readonly since: string;
  /** Grows with the task. */
  readonly messages: readonly PublicMessage[];
  /** What was made for them, each in its latest version. */
  readonly artifacts: readonly A2aArtifact[];
}

/** What a card says that is not said otherwise. */
export interface Publication {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * The tasks of a session that other agents reach, kept up fact by fact. They are nowhere else: whatever process asks,
 * and whenever, sees the same ones.
 */
export class TaskBook {
  readonly #nativeFrom: number;
  readonly #tasks = new Map<string, A2aTask>();
  readonly #messages = new Map<string, PublicMessage[]>();
  readonly #taskOfMessage = new Map<string, string>();
  readonly #files = new Map<string, MessageAttachment>();
  readonly #sizes = new Map<string, number>();
  /** What each draft is to lead to, until it is sent. */
  readonly #hints = new Map<string, A2aStatus>();
  /** What the planner came to with each message of ours that it did not draft. */
  readonly #answers = new Map<string, Extract<A2aFact, { type: 'a2a_answered' }>>();
  /** The last of them, until its message is there. */
  #unsaidAnswer: Extract<A2aFact, { type: 'a2a_answered' }> | undefined;
  #publication: Publication | undefined;
  #archived = false;
  #current: string | undefined;
  #head = 0;

  /** `nativeFrom`: the first seq that was appended in this journal itself. What a copy brings is not its own. */
  constructor(nativeFrom = 1) {
    this.#nativeFrom = nativeFrom;
  }

  get head(): number {
    return this.#head;
  }

  /** What was said when the session was published; `undefined` when it is not. */
  get publication(): Publication | undefined {
    return this.#publication;
  }

  /** The task that what is said now belongs to; it may have ended. */
  get current(): A2aTask | undefined {
    return this.#current === undefined ? undefined : this.#tasks.get(this.#current);
  }

  /** Oldest first. */
  get tasks(): readonly A2aTask[] {
    return [...this.#tasks.values()];
  }

  find(taskId: string): A2aTask | undefined {
    return this.#tasks.get(taskId);
  }

  /** The task that a message from outside is in. */
  taskOfMessage(messageId: string): A2aTask | undefined {
    return this.find(this.#taskOfMessage.get(messageId) ?? '');
  }

  /** The size of a file, as far as it is known. */
  sizeOf(sha256: string): number | undefined {
    return this.#sizes.get(sha256);
  }

  /** What the planner waits for since it said this, as plain data. */
  waitingSince(messageId: string): readonly object[] {
    return this.#answers.get(messageId)?.waiting ?? [];
  }

  /** A file that went over in one of the tasks, by its hash. */
  fileOf(sha256: string): MessageAttachment | undefined {
    return this.#files.get(sha256);
  }

  /** Takes the next fact in; one it has seen changes nothing. Returns the task that changed, if one did. */
  accept(fact: Envelope): A2aTask | undefined {
    if (fact.seq <= this.#head) return undefined;
    this.#head = fact.seq;
    const own = a2aFact(fact);
    if (own === undefined) return this.#heard(fact);
    if (fact.seq < this.#nativeFrom) return undefined;
    switch (own.type) {
      case 'session_published':
        if (!this.#archived) this.#publication = { name: own.name, description: own.description };
        return undefined;
      case 'session_unpublished':
        this.#publication = undefined;
        return undefined;
      case 'a2a_task_opened': {
        const { taskId: id, contextId } = own;
        this.#current = id;
        const messages: PublicMessage[] = [];
        this.#messages.set(id, messages);
        return this.#put({ id, contextId, status: 'submitted', since: fact.ts, messages, artifacts: [] });
      }
      case 'a2a_answered':
        return own.taskId === this.#current ? this.#answered(own, fact.ts) : undefined;
      case 'a2a_message_taken':
        return undefined;
    }
  }

  #heard(envelope: Envelope): A2aTask | undefined {
    const fact = conversationFact(envelope);
    if (fact === undefined) return this.#erased(envelope);
    switch (fact.type) {
      case 'attachment_added':
        this.#sizes.set(fact.sha256, fact.size);
        return undefined;
      case 'compose_intent':
        if (fact.nextStateHint) this.#hints.set(fact.composeId, fact.nextStateHint);
        return undefined;
      case 'remote_received':
        return this.#said(fact, 'working');
      case 'remote_sent':
        this.#unsaidAnswer = undefined;
        return this.#said(fact, this.#stateAfter(fact));
      case 'status_changed':
        return isFinal(fact.a2a) ? this.#change({ status: fact.a2a, since: fact.ts }) : undefined;
      case 'session_archived':
        this.#archived = true;
        this.#publication = undefined;
        return undefined;
      case 'session_reopened':
        this.#archived = false;
        return undefined;
      default:
        return undefined;
    }
  }

  /** A message that was erased is not shown any more, and whose turn it is by it stays. */
  #erased(fact: Envelope): A2aTask | undefined {
    switch (erasedType(fact)) {
      case 'remote_received':
        return this.#change({ status: 'working', since: fact.ts });
      case 'remote_sent': {
        const { status = 'input-required' } = this.#unsaidAnswer ?? {};
        this.#unsaidAnswer = undefined;
        return this.#change({ status, since: fact.ts });
      }
      default:
        return undefined;
    }
  }

  /** What is made is there at once, and the rest when it is said. */
  #answered(answer: Extract<A2aFact, { type: 'a2a_answered' }>, ts: string): A2aTask | undefined {
    const { messageId, status, artifacts: made = [] } = answer;
    if (messageId === undefined) return this.#change({ status, since: ts });
    this.#answers.set(messageId, answer);
    this.#unsaidAnswer = answer;
    if (made.length === 0) return undefined;
    const isNew = new Set(made.map(({ artifactId }) => artifactId));
    const others = this.current?.artifacts.filter(({ artifactId }) => !isNew.has(artifactId)) ?? [];
    const changed = this.#change({ artifacts: [...others, ...made] });
    if (changed === undefined) return undefined;
    for (const { name, sha256, size } of made) {
      this.#files.set(sha256, { name, mimeType: 'application/json', sha256, size });
      this.#sizes.set(sha256, size);
    }
    return changed;
  }

  #stateAfter({ messageId, composeId = '' }: ConversationFactOf<'remote_sent'>): A2aStatus {
    const answer = this.#answers.get(messageId);
    if (answer) return answer.status;
    const hint = this.#hints.get(composeId);
    this.#hints.delete(composeId);
    return isFinal(hint) ? hint : 'input-required';
  }

  #said(message: PublicMessage, status: A2aStatus): A2aTask | undefined {
    const changed = this.#change({ status, since: message.ts });
    if (changed === undefined) return undefined;
    if (message.type === 'remote_received') this.#taskOfMessage.set(message.messageId, changed.id);
    this.#messages.get(changed.id)?.push(message);
    for (const file of message.attachments ?? []) if (file.sha256) this.#files.set(file.sha256, file);
    return changed;
  }

  /** What has ended stays as it is. */
  #change(change: Partial<A2aTask>): A2aTask | undefined {
    const { current } = this;
    return current === undefined || isFinal(current.status)
      ? undefined
      : this.#put({ ...current, ...change });
  }

  #put(task: A2aTask): A2aTask {
    this.#tasks.set(task.id, task);
    return task;
  }
}

type BookedJournal = Pick<TalkingJournal, 'facts' | 'describe'>;

const books = new WeakMap<BookedJournal, TaskBook>();

/** The book of a journal object: read once from the start, and then only what is new. */
export async function taskBookOf(journal: BookedJournal): Promise<TaskBook> {
  const book = books.get(journal) ?? new TaskBook((await journal.describe())?.nativeFrom);
  books.set(journal, book);
  for await (const page of journal.facts({ from: book.head + 1 }).pages()) {
    for (const fact of page) book.accept(fact);
  }
  return book;
}

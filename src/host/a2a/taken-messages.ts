import { type A2aStatus, conversationFact } from '../../harness/facts.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { a2aFact } from './facts.ts';
import type { TalkingJournal } from './ledger-decision.ts';

/** Where the other agent has put a message of ours. */
export interface Taken {
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
}

/** How that is recorded. */
export function takenFact(messageId: string, { taskId, contextId }: Taken): ProposedFact {
  return {
    type: 'a2a_message_taken',
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
  };
}

/** Which messages the other agent took, and the task they went to: what a process has to know that takes over. */
export class TakenMessages {
  readonly #journal: TalkingJournal;
  readonly #taken = new Map<string, Taken>();
  readonly #heard = new Map<string, number>();
  #latest: Taken | undefined;
  #latestSeq = 0;
  #status: A2aStatus | undefined;
  #head = 0;

  constructor(journal: TalkingJournal) {
    this.#journal = journal;
  }

  /** The task, or only the context, of the latest message. */
  get latest(): Taken | undefined {
    return this.#latest;
  }

  /** What the agent has said of the task since it took the latest message. */
  get statusSince(): A2aStatus | undefined {
    return this.#status;
  }

  get head(): number {
    return this.#head;
  }

  find(messageId: string): Taken | undefined {
    return this.#taken.get(messageId);
  }

  /** Whether the agent had said this before it took our latest message. */
  isFromBefore(messageId: string): boolean {
    return (this.#heard.get(messageId) ?? Number.POSITIVE_INFINITY) < this.#latestSeq;
  }

  /** Reads what is new. */
  async catchUp(): Promise<void> {
    for await (const page of this.#journal.facts({ from: this.#head + 1 }).pages()) {
      for (const fact of page) this.#accept(fact);
    }
  }

  #accept(fact: Envelope): void {
    if (fact.seq <= this.#head) return;
    this.#head = fact.seq;
    const known = a2aFact(fact);
    if (known?.type === 'a2a_message_taken') {
      const { messageId, taskId, contextId } = known;
      this.#latest = { taskId, contextId };
      this.#taken.set(messageId, this.#latest);
      this.#latestSeq = fact.seq;
      this.#status = undefined;
      return;
    }
    const said = conversationFact(fact);
    if (said?.type === 'status_changed') this.#status = said.a2a;
    if (said?.type === 'remote_received') this.#heard.set(said.messageId, fact.seq);
  }
}

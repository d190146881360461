import { type A2aStatus, conversationFact } from '../../harness/facts.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { type Following, follow } from '../../kernel/follow.ts';
import { PersistentMap } from '../../kernel/persistent-map.ts';
import type { Projection } from '../../kernel/projection.ts';
import { a2aFact } from './facts.ts';
import type { TalkingJournal } from './talking-journal.ts';

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

interface TakenState {
  readonly taken: PersistentMap<string, Taken>;
  readonly heard: PersistentMap<string, number>;
  readonly latest: Taken | undefined;
  readonly latestSeq: number;
  readonly status: A2aStatus | undefined;
}

const takenProjection: Projection<TakenState> = {
  initial: () => ({
    taken: PersistentMap.empty(),
    heard: PersistentMap.empty(),
    latest: undefined,
    latestSeq: 0,
    status: undefined,
  }),
  apply(state, fact) {
    const own = a2aFact(fact);
    if (own?.type === 'a2a_message_taken') {
      const { messageId, taskId, contextId } = own;
      const latest = { taskId, contextId };
      const taken = state.taken.set(messageId, latest);
      return { ...state, taken, latest, latestSeq: fact.seq, status: undefined };
    }
    const said = conversationFact(fact);
    if (said?.type === 'status_changed') return { ...state, status: said.a2a };
    if (said?.type !== 'remote_received') return state;
    return { ...state, heard: state.heard.set(said.messageId, fact.seq) };
  },
};

/** Which messages the other agent took, and the task they went to: what a process has to know that takes over. */
export class TakenMessages {
  readonly #following: Following<TakenState>;

  constructor(journal: TalkingJournal) {
    this.#following = follow(journal, takenProjection);
  }

  /** The task, or only the context, of the latest message. */
  get latest(): Taken | undefined {
    return this.#following.state.latest;
  }

  /** What the agent has said of the task since it took the latest message. */
  get statusSince(): A2aStatus | undefined {
    return this.#following.state.status;
  }

  get head(): number {
    return this.#following.head;
  }

  find(messageId: string): Taken | undefined {
    return this.#following.state.taken.get(messageId);
  }

  /** Whether the agent had said this before it took our latest message. */
  isFromBefore(messageId: string): boolean {
    const { heard, latestSeq } = this.#following.state;
    return (heard.get(messageId) ?? Number.POSITIVE_INFINITY) < latestSeq;
  }

  /** Reads what is new. */
  async catchUp(): Promise<void> {
    await this.#following.catchUp();
  }
}

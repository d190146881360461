import { AppendList } from '../../../kernel/collections/append-list.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import type { A2aFact } from '../facts.ts';

/** The conversation of one caller, in a fork of the published session. */
export interface ContextSession {
  readonly contextId: string;
  /** The id of the fork. */
  readonly session: string;
  /** When it started. */
  readonly since: string;
}

/** The context that a fork of a published session serves. */
export interface ServedContext {
  readonly contextId: string;
  readonly publishedSession: string;
}

interface ContextState {
  readonly served: ServedContext | undefined;
  readonly forks: AppendList<ContextSession>;
  readonly forkOfContext: PersistentMap<string, ContextSession>;
  readonly forkOfKey: PersistentMap<string, ContextSession>;
  /** The contexts whose tasks are in this journal. */
  readonly own: PersistentMap<string, true>;
  readonly firstTaskSeq: number | undefined;
  /** It is unknown which context it serves. */
  readonly isClosed: boolean;
}

const NONE: ContextState = {
  served: undefined,
  forks: AppendList.empty(),
  forkOfContext: PersistentMap.empty(),
  forkOfKey: PersistentMap.empty(),
  own: PersistentMap.empty(),
  firstTaskSeq: undefined,
  isClosed: false,
};

/** Where each caller of a published session talks: the first one in it, every other one in a fork. Immutable. */
export class PublishedContexts {
  readonly #state: ContextState;

  constructor(state: ContextState = NONE) {
    this.#state = state;
  }

  /** The context that this session serves, if it is a fork. */
  get served(): ServedContext | undefined {
    return this.#state.isClosed ? undefined : this.#state.served;
  }

  /** Whether its context was erased: then nobody talks in it any more. */
  get isClosed(): boolean {
    return this.#state.isClosed;
  }

  /** The seq of the first task of this journal. */
  get firstTaskSeq(): number | undefined {
    return this.#state.firstTaskSeq;
  }

  /** The contexts with their own sessions, in the order they started. */
  get forks(): AppendList<ContextSession> {
    return this.#state.forks;
  }

  /** Whether the tasks of a context are in this journal, or may start there. */
  takes(contextId: string): boolean {
    const { served, firstTaskSeq, own, isClosed } = this.#state;
    if (isClosed) return false;
    if (served) return served.contextId === contextId;
    return firstTaskSeq === undefined || own.has(contextId);
  }

  /** The session of a context that has its own. */
  forkOf(contextId: string): ContextSession | undefined {
    return this.#state.forkOfContext.get(contextId);
  }

  /** The same by the key in the ids of its tasks and the URLs of its files. */
  forkWithKey(key: string): ContextSession | undefined {
    return this.#state.forkOfKey.get(key);
  }

  /** The contexts once it is unknown which one this session serves. */
  close(): PublishedContexts {
    return new PublishedContexts({ ...this.#state, isClosed: true });
  }

  /** The contexts after a task of an unknown caller: no other caller gets access to it. */
  withTaskAt(seq: number): PublishedContexts {
    const { firstTaskSeq = seq } = this.#state;
    return new PublishedContexts({ ...this.#state, firstTaskSeq });
  }

  /** The contexts after one of these facts. */
  accept(
    fact: Extract<
      A2aFact,
      { readonly type: 'a2a_context_opened' | 'a2a_context_forked' | 'a2a_task_opened' }
    >,
    ts: string,
  ): PublishedContexts {
    const { contextId } = fact;
    const state = this.#state;
    switch (fact.type) {
      case 'a2a_context_opened': {
        const { publishedSession } = fact;
        return new PublishedContexts({ ...state, served: { contextId, publishedSession } });
      }
      case 'a2a_context_forked': {
        if (state.forkOfContext.has(contextId)) return this;
        const fork = { contextId, session: fact.session, since: ts };
        return new PublishedContexts({
          ...state,
          forks: state.forks.push(fork),
          forkOfContext: state.forkOfContext.set(contextId, fork),
          forkOfKey: state.forkOfKey.set(contextKey(fork.session), fork),
        });
      }
      case 'a2a_task_opened': {
        const { firstTaskSeq = fact.seq, own } = state;
        return new PublishedContexts({ ...state, firstTaskSeq, own: own.set(contextId, true) });
      }
    }
  }
}

/** The suffix of the id of a context's session. */
export function contextKey(session: string): string {
  return session.slice(session.lastIndexOf('-') + 1);
}

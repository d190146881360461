import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { limitsFrom } from '../../../host/config/limits.ts';
import { openHostJournal, recordHosted } from '../../../host/engine/host-book.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import type { FactStore } from '../../../journal/store.ts';
import type { Llm } from '../../../model/llm.ts';
import { Sessions } from '../../../sessions/sessions.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { plannerRegistry } from './planner-registry.ts';

/** How a command opens sessions. */
export interface OpenSessionsOptions {
  /** Whether a data directory is made where there is none. */
  readonly create: boolean;
  /** The planners, if not those that are loaded anyway. */
  readonly registry?: PlannerRegistry;
  /** The model of sessions whose setup names none. Without it there is none. */
  readonly llm?: Llm;
  /** The journal of a session that is followed could not be read; it is tried again. */
  readonly onError?: (error: unknown) => void;
}

/** Works on the sessions of the store, which is open until the work is done. Planners are loaded before. */
export async function withSessions<Result>(
  invocation: Invocation,
  { create, registry: given, llm = noModel, onError }: OpenSessionsOptions,
  work: (sessions: Sessions, store: FactStore) => Promise<Result>,
): Promise<Result> {
  let opened: FactStore | undefined;
  const registry = given ?? (await plannerRegistry(invocation, async () => opened));
  return await withStore(invocation, { create }, async (store) => {
    opened = store;
    const source = { store: async () => store, existing: async () => store };
    const { env } = invocation;
    const sessions = new Sessions({ source, registry, llm, limits: limitsFrom(env), env, onError });
    try {
      return await work(sessions, store);
    } finally {
      sessions.close();
    }
  });
}

/** Has servers and workers of the store run a session from now on. */
export async function handToServers(store: FactStore, id: string): Promise<void> {
  await recordHosted(openHostJournal(store), id);
}

import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { limitsFrom } from '../../../host/config/limits.ts';
import { openHostJournal, recordHosted } from '../../../host/engine/host-fold.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import type { FactStore } from '../../../journal/store.ts';
import type { Llm } from '../../../model/llm.ts';
import { Sessions } from '../../../sessions/sessions.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { plannerRegistry } from './planner-registry.ts';

/** Options for opening sessions. */
export interface OpenSessionsOptions {
  /** Whether to create a missing data directory. */
  readonly create: boolean;
  /** The planners, if not the ones loaded by default. */
  readonly registry?: PlannerRegistry;
  /** The default model, if any. */
  readonly llm?: Llm;
  /** Called when the journal of a followed session cannot be read; reading is retried. */
  readonly onError?: (error: unknown) => void;
}

/** Works on the sessions of the store, which stays open meanwhile. Planners are loaded first. */
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

/** Makes the servers and workers of the store run a session from now on. */
export async function handToServers(store: FactStore, id: string): Promise<void> {
  await recordHosted(openHostJournal(store), id);
}

import type { PlannerModule } from '../harness/module/planner-module.ts';
import type { ReadSecret } from '../harness/module/secret-field.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { localUser } from '../host/local-user.ts';
import { createRegistry } from '../host/registry.ts';
import type { FactStore } from '../journal/store.ts';
import type { Llm } from '../model/llm.ts';
import { builtInModules } from '../planners/built-in.ts';
import type { OpenSession } from './open-session.ts';
import { type SessionRequest, Sessions } from './sessions.ts';

/** Options for creating a session in a program. */
export interface CreateSessionOptions extends Partial<Omit<SessionRequest, 'planner'>> {
  /** A planner module, or the id of a built-in planner. */
  readonly planner: PlannerModule | string;
  /** The model of the session, unless its setup names one. */
  readonly llm?: Llm | undefined;
  /** Reads the secrets that its setup names; default: from this process. */
  readonly readSecret?: ReadSecret | undefined;
}

/** Creates a session of a planner in a store, with its setup in one step. */
export async function createSession(
  store: FactStore,
  { planner, llm = noModel, readSecret, ...wanted }: CreateSessionOptions,
): Promise<OpenSession> {
  const own = typeof planner === 'string' ? [] : [planner];
  const sessions = new Sessions({
    source: { store: async () => store, existing: async () => store },
    registry: createRegistry([...builtInModules(), ...own]),
    llm,
    readSecret,
  });
  return await sessions.create({
    by: localUser(),
    ...wanted,
    // A program has no form to fill in: the default setup works, or the error names the missing fields.
    config: wanted.config ?? {},
    planner: typeof planner === 'string' ? planner : planner.id,
  });
}

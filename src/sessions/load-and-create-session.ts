import type { FactStore } from '../journal/store.ts';
import type { CreateSessionOptions } from './create-session.ts';
import type { OpenSession } from './open-session.ts';

/**
 * Creates a session of a planner in a store, with its setup in one step. Pass your own planner as a module, a
 * built-in one by its id.
 */
export async function createSession(store: FactStore, options: CreateSessionOptions): Promise<OpenSession> {
  // Loaded on demand: the built-in planners are most of the package.
  const sessions = await import('./create-session.ts');
  return await sessions.createSession(store, options);
}

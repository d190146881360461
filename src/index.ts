/**
 * @module
 * What most programs need: define a planner, open a store, begin a session, serve it.
 *
 * ```ts
 * import { createSession, definePlanner, openStore } from 'wayfold';
 * import { z } from 'zod';
 *
 * const echo = definePlanner({
 *   id: 'echo',
 *   title: 'Echo',
 *   description: 'Says again what was said.',
 *   config: z.strictObject({}),
 *   facts: {
 *     echoed: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
 *   },
 *   state: {
 *     initial: '',
 *     apply: (last, fact) => (fact.type === 'user_input' ? (fact.text ?? '') : last),
 *   },
 *   plan: ({ state, fact }) => [fact.echoed({ text: state })],
 * });
 *
 * const store = await openStore(':memory:');
 * const session = await createSession(store, { planner: echo });
 * await session.say({ text: 'Hello' }, { by: 'me' });
 * await session.untilIdle({});
 * console.log((await session.turnSince(0)).text);
 * // Hello
 * await store.close();
 * ```
 */

import type { FactStore } from './journal/store.ts';
import type { NewProgramSession } from './sessions/create-session.ts';
import type { OpenSession } from './sessions/open-session.ts';
import type { RunningServer, ServeOptions } from './surfaces/http/serve.ts';

// Errors
export { ConfigError, DecisionError } from './harness/error.ts';
// Planners
export {
  type DefinedPlanner,
  definePlanner,
  type PlannerDefinition,
} from './harness/module/define-planner.ts';
export type { FactKind } from './harness/module/fact-kind.ts';
export type {
  Artifact,
  DecisionContext,
  HandOver,
  ModuleServices,
  PlannerModule,
  Said,
  SessionStatus,
} from './harness/module/planner-module.ts';
export { Refusal, type RefusalOptions, refuse } from './harness/module/refusal.ts';
export type {
  BlockAction,
  CommandCall,
  StepItem,
  StepStatus,
  ViewBlock,
} from './harness/module/view-block.ts';
export type { WaitingItem, WaitingOption } from './harness/module/waiting-item.ts';
export { HostError } from './host/error.ts';
export { isWayfoldError, JournalError, WayfoldError } from './journal/error.ts';
// Sessions
export { openStore } from './journal/open-store.ts';
export { ConflictError } from './kernel/error.ts';
export type { CommandDone, Doer } from './sessions/do-command.ts';
export { SessionsError } from './sessions/error.ts';
export type { SessionView } from './sessions/session-view.ts';
export type { Turn } from './sessions/turn.ts';
// The server
export type { NewProgramSession, OpenSession, RunningServer, ServeOptions };

/**
 * Begins a session of a planner in a store, with its setup in one step. A planner of your own is handed over as its
 * module, a built-in one by its id.
 */
export async function createSession(store: FactStore, wanted: NewProgramSession): Promise<OpenSession> {
  const sessions = await import('./sessions/create-session.ts');
  return await sessions.createSession(store, wanted);
}

/** Serves the sessions of a store: the page, HTTP, MCP and A2A. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const server = await import('./surfaces/http/serve.ts');
  return await server.serve(options);
}

/**
 * @module What most programs need: define a planner, open a store, start a session, serve it.
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

// Planners

export {
  type DefinedPlanner,
  definePlanner,
  type PlannerDefinition,
} from './harness/module/define-planner.ts';
export type { FactKind } from './harness/module/fact-kind.ts';
export type { Artifact, ModuleServices, PlannerModule } from './harness/module/planner-module.ts';
export { Refusal, refuse } from './harness/module/refusal.ts';
export type { ViewBlock } from './harness/module/view-block.ts';
export type { WaitingItem } from './harness/module/waiting-item.ts';

// Sessions

export { openStore } from './journal/open-store.ts';
export type { CommandDone } from './sessions/commands/do-command.ts';
export type { Turn } from './sessions/commands/turn.ts';
export type { CreateSessionOptions } from './sessions/create-session.ts';
export { eraseEverywhere } from './sessions/erasing/erase-everywhere.ts';
export { createSession } from './sessions/load-and-create-session.ts';
export type { OpenSession } from './sessions/open-session.ts';
export type { SessionView } from './sessions/view/session-view.ts';

// The server

export { serve } from './surfaces/http/load-and-serve.ts';

// Errors

export { ConfigError, DecisionError } from './harness/error.ts';
export { HostError } from './host/error.ts';
export { isWayfoldError, JournalError, WayfoldError } from './journal/error.ts';
export { ConflictError } from './kernel/error.ts';
export { SessionsError } from './sessions/error.ts';
export type { RunningServer, ServeOptions } from './surfaces/http/server-options.ts';

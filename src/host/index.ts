/**
 * @module Runs sessions with their planners, and reactors on a journal; each piece of work is done once among all
 *   workers.
 *
 * ```ts
 * import { runReactors } from 'wayfold/host';
 * import { memoryStore, openJournal } from 'wayfold/journal';
 *
 * const journal = openJournal(memoryStore(), 'mail');
 * const mailer = {
 *   reactsTo: ['mail_approved'],
 *   act: async () => [{ type: 'mail_sent' }],
 * };
 * const running = await runReactors(journal, [mailer], { worker: 'me' });
 * await journal.append([{ type: 'mail_approved' }]);
 * await running.idle();
 * for (const { type } of await journal.facts()) console.log(type);
 * await running.close();
 * ```
 */

// Sessions

export { builtInModules as builtInPlanners, offlineSkillsOf } from '../planners/built-in.ts';
export { pairSessions } from './pair-sessions.ts';
export { createRegistry, type PlannerRegistry } from './registry.ts';
export { type RunningSession, runSession } from './run-session.ts';
export { createHostSession, openHostSession, type Session } from './session.ts';

// Other agents

export { connectA2a } from './a2a/connected/connect.ts';
export type { A2aConnection } from './a2a/connected/connection.ts';
export { publishSession } from './a2a/published/publish.ts';

// Reactors

export { type RunningReactors, runReactors } from './run-reactors.ts';

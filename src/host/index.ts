/**
 * @module
 * Runs what decides and what acts: sessions with their planners, and reactors on a
 * journal, each deed once among all workers.
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

// Planners
export {
  type BuiltInOptions,
  builtInModules as builtInPlanners,
  offlineSkillsOf,
} from '../planners/built-in.ts';
// Other agents
export { type A2aConnection, type ConnectOptions, connectA2a } from './a2a/connect.ts';
export { A2A_ERROR_CODES, A2aError, type A2aErrorCode } from './a2a/error.ts';
export { type A2aFact, a2aFact, a2aFacts } from './a2a/facts.ts';
export { publishSession, unpublishSession } from './a2a/publish.ts';
export { openPublishedSession, runPublishedSession } from './a2a/published-session.ts';
export { openRemoteAgent, type RemoteAgent, type RemoteAgentOptions } from './a2a/remote-agent.ts';
// Limits and pauses
export type { WorkLimits } from './admission.ts';
// Configuration
export { CONFIGURATION_ERROR_CODES, ConfigurationError } from './config/error.ts';
export {
  type ConfigurationSources,
  type ResolvedConfiguration,
  type ResolvedSetting,
  resolveConfiguration,
} from './config/resolve.ts';
// Engines: where sessions are worked on
export { ENGINE_ERROR_CODES, EngineError, type EngineErrorCode } from './engine/error.ts';
export type { SessionEquipment } from './engine/hosted-session.ts';
export { HostedSessions, type HostedSessionsOptions } from './engine/hosted-sessions.ts';
export { InProcessEngine, type InProcessOptions } from './engine/in-process-engine.ts';
export { type RestateAddress, restateAddress } from './engine/restate/address.ts';
export { RestateEngine, type RestateEngineOptions } from './engine/restate/restate-engine.ts';
export {
  type RestateWorker,
  type RestateWorkerOptions,
  startRestateWorker,
} from './engine/restate/worker.ts';
export type { SessionEngine } from './engine/session-engine.ts';
// Errors
export { HOST_ERROR_CODES, HostError, type HostErrorCode } from './error.ts';
export { type FollowedSetup, followSetup } from './journal-setup.ts';
export { type Pairing, type PairOptions, pairSessions } from './pair-sessions.ts';
export { pauseEverything, pauseSession, resumeEverything, resumeSession } from './pausing.ts';
export {
  createRegistry,
  type PlannerEntry,
  type PlannerRegistry,
  type RegistryEntry,
} from './registry.ts';
// Reactors
export {
  type HostedJournal,
  type RunningReactors,
  type RunReactorsOptions,
  runReactors,
} from './run-reactors.ts';
export { type RunningSession, type RunSessionOptions, runSession } from './run-session.ts';
// Sessions
export { createSession, type NewSession, openSession, type Session } from './session.ts';

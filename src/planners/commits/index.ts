/**
 * @module The commit planner turns commit history and evaluation results into a validated plan of a few steps, using
 *   a coding agent: Codex, Claude Code, Gemini CLI, OpenCode, a model, or any program. It also summarises what led to
 *   a commit, however long the history is.
 *
 * ```ts
 * import { buildTrajectory, indexCards } from 'wayfold/commits';
 *
 * const cards = indexCards(
 *   Array.from({ length: 1000 }, (_, i) => ({
 *     commitHash: `c${i}`,
 *     parentCommitHash: i === 0 ? null : `c${i - 1}`,
 *     subject: `Change ${i}`,
 *     changeSummary: '',
 *   })),
 * );
 * const { lines, meta } = await buildTrajectory({
 *   cards,
 *   base: 'c100',
 *   tip: 'c999',
 *   blockSize: 8,
 *   maxRawSteps: 6,
 *   maxChunks: 3,
 * });
 * console.log(lines[0]); // unique_steps_count: 899, lca: c100
 * console.log(meta.chunks[0]); // { start: 'c104', end: 'c112' }
 * ```
 */

// Planning

export { PlanningAgent, type PlanningAgentResponse } from './agent/planning-agent.ts';
export { PlanningAgentRequest } from './agent/planning-request.ts';
export { PlanningPlan, PlanningStep, readPlan } from './plan/plan.ts';
export { PLANNING_OUTPUT_SCHEMA, type PlanWire } from './plan/schema.ts';
export { settingsFromEnv } from './settings.ts';

// Backends

export type {
  AgentBackend,
  AgentInvocation,
  StructuredAgentTask,
} from '../../machine/agents/agent-backend.ts';

// Sources of commits and evaluations

export { requestFromRepository } from './agent/repository-request.ts';
export { cardsFromGit, indexFromGit } from './cards/git-log.ts';
export { cardsFromJournal } from './cards/journal-cards.ts';
export { cardsFromFile } from './cards/json-lines.ts';
export { commitContext } from './history/commit-context.ts';
export { evaluationFromCommand, evaluationFromNotes, evaluationsFromFile } from './history/evaluation.ts';

// Trajectories

export { type CommitCard, indexCards } from './trajectory/card-index.ts';
export { memoryChunkCache } from './trajectory/chunk-cache.ts';
export { fileChunkCache } from './trajectory/file-chunk-cache.ts';
export { modelSummariser } from './trajectory/model-summariser.ts';
export { buildTrajectory } from './trajectory/trajectory.ts';

// In a journal

export { planReactor } from './agent/plan-reactor.ts';
export { CommitsConfig, DEFAULT_COMMITS_CONFIG } from './config.ts';
export { commitsEventOf, commitsSessionFacts } from './facts.ts';
export { acceptPlan, concludePlan, rejectPlan } from './plan/plan-decision.ts';
export { commitsFamily, commitsPlanner } from './planner.ts';
export { attemptLedger, foldPlans, type PlanRecord, plansToDecide } from './planning-fold.ts';

// Errors

export { PlanningError } from './error.ts';

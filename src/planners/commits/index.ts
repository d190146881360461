/**
 * @module
 * The commit planner turns commit history and evaluation results into a validated plan of a few steps, by way of a coding
 * agent: Codex, Claude Code, Gemini CLI, OpenCode, a model, or any program. It also rolls up what led to a commit, however
 * long that was.
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

export {
  type AgentBackend,
  type AgentInvocation,
  type AgentRunContext,
  type AnswerForm,
  buildStructuredAgentTask,
  type SchemaMode,
  type StructuredAgentTask,
  type TokenUsage,
} from './agent-task.ts';
// Backends
export { claudeBackend } from './backends/claude.ts';
export { type CliOptions, codexBackend } from './backends/codex.ts';
export { commandBackend } from './backends/command.ts';
export { geminiBackend } from './backends/gemini.ts';
export { BACKEND_NAMES, type BackendName, loadBackend } from './backends/load-backend.ts';
export { modelBackend } from './backends/model.ts';
export { opencodeBackend } from './backends/opencode.ts';
// Where commits and their evaluations come from
export { cardsFromGit, type GitCardOptions, indexFromGit } from './cards/git-log.ts';
export { cardsFromJournal } from './cards/journal-cards.ts';
export { cardsFromFile, cardsFromJsonLines, indexCardsFrom } from './cards/json-lines.ts';
export { type CommitKnowledge, commitContext } from './commit-context.ts';
// In a journal
export {
  CommitsConfig,
  type CommitsSeed,
  DEFAULT_COMMITS_CONFIG,
} from './config.ts';
// Errors
export { COMMITS_ERROR_CODES, type CommitsErrorCode, PlanningError } from './error.ts';
export {
  type Evaluation,
  type EvaluatorOptions,
  evaluationFromCommand,
  evaluationFromNotes,
  evaluationsFromFile,
  readEvaluation,
} from './evaluation.ts';
export {
  CommitEvidence,
  type CommitsEvent,
  type CommitsEventOf,
  commitsEventOf,
  commitsFacts,
  commitsSessionFacts,
  HandedOverTask,
  RememberedPlan,
} from './facts.ts';
export { tasksOf } from './hand-over.ts';
export { commitsModule } from './module.ts';
export { intentOf, REPEATED_FROM, repeatedPlan, similarity } from './novelty.ts';
export {
  PlanningPlan,
  type PlanningPlanFields,
  type PlanReading,
  PlanStep,
  type PlanStepFields,
  readPlan,
} from './plan.ts';
export {
  acceptPlan,
  concludePlan,
  type DecidableJournal,
  type PlanConclusion,
  type PlanDecision,
  planDigest,
  rejectPlan,
} from './plan-decision.ts';
export type { PlanOrigin } from './plan-from-output.ts';
export { type PlanReactorOptions, planReactor } from './plan-reactor.ts';
export { commitsFamily, commitsPlanner } from './planner.ts';
// Planning
export {
  type AttemptTiming,
  type AttemptWords,
  PlanningAgent,
  type PlanningAgentOptions,
  type PlanningAgentResponse,
  type PlanOptions,
} from './planning-agent.ts';
export {
  type AttemptTotals,
  attemptLedger,
  foldPlans,
  type PlanBook,
  type PlanRecord,
  type PlanStanding,
  plansToDecide,
  rememberedPlans,
} from './planning-fold.ts';
// What is planned for, and what comes out
export {
  type CommitContextFields,
  CommitMetric,
  type CommitMetricFields,
  CommitPlanningContext,
  type EarlierPlan,
  type Evidence,
  PlanningAgentRequest,
  type PlanningRequestFields,
} from './planning-request.ts';
export { renderPlanningPrompt } from './prompt.ts';
export {
  type RepositoryRequest,
  type RepositorySources,
  requestFromRepository,
} from './repository-request.ts';
export { type Attempt, type RunTaskOptions, runStructuredAgentTask, type TaskOutcome } from './run-task.ts';
export { PLANNING_OUTPUT_SCHEMA, type PlanWire, type StepWire } from './schema.ts';
export {
  type Environment,
  type PlanningSettings,
  settingsFromEnv,
  type TrajectoryLimits,
} from './settings.ts';
export { STRICT_PLANNING_SCHEMA, strictForm } from './strict-schema.ts';
// Trajectories
export { CardIndex, type CommitCard, indexCards } from './trajectory/card-index.ts';
export { type ChunkCache, type ChunkKey, chunkKeyName, memoryChunkCache } from './trajectory/chunk-cache.ts';
export { fileChunkCache } from './trajectory/file-chunk-cache.ts';
export { modelSummariser } from './trajectory/model-summariser.ts';
export {
  buildTrajectory,
  CHUNK_PROMPT_VERSION,
  type Summarise,
  type Trajectory,
  type TrajectoryChunk,
  type TrajectoryMeta,
  type TrajectoryOptions,
} from './trajectory/trajectory.ts';
export { VALIDATION_MODES, type ValidationMode } from './validation-mode.ts';

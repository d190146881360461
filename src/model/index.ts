/**
 * @module
 * Language models behind one small interface: any provider by its name, with keys from the environment, a built-in one
 * that needs neither key nor network, answers as checked values, token counts, and compaction.
 *
 * ```ts
 * import { generateText, openModel } from 'wayfold/model';
 *
 * const llm = openModel('offline'); // or 'anthropic/claude-sonnet-5-5', 'openai/gpt-5.4-mini', 'ollama/llama3.2'
 * const { text, usage } = await generateText(llm, {
 *   system: 'You plan trips.',
 *   messages: [{ role: 'user', text: 'How do I get from Lisbon to Porto?' }],
 * });
 * console.log(text.split('\n')[0]); // [offline demo model] You asked: How do I get from Lisbon to Porto?
 * console.log(usage.cost); // 0
 * ```
 */

// Compaction
export { compactErrorMessage } from './compact-error-message.ts';
export { compactThread, countThreadTokens, LEAST_THREAD_TOKENS } from './compact-thread.ts';
export { type Compactor, deterministicCompactor } from './compactor.ts';
// Errors
export { MODEL_ERROR_CODES, ModelError, type ModelErrorCode, type ModelErrorReport } from './error.ts';
// Asking
export {
  DEFAULT_OBJECT_ATTEMPTS,
  type GeneratedObject,
  generateObject,
  type ObjectRequest,
  type ObjectSchema,
} from './generate-object.ts';
export type { Llm, LlmAnswer, LlmMessage, LlmRequest, LlmUsage } from './llm.ts';
export { type ModelCompactorOptions, modelCompactor } from './model-compactor.ts';
// Opening
export type { Environment } from './model-spec.ts';
export { offlineModel } from './offline/offline-model.ts';
export { OFFLINE_LABEL } from './offline/reply.ts';
export type { OfflineSkill } from './offline/skill.ts';
export { type ModelOptions, modelFromEnv, openModel } from './open-model.ts';
export { PRICES } from './prices.ts';
export { type JsonCandidate, type JsonReading, jsonCandidates, readJson } from './read-json.ts';
export { DEFAULT_TIME_LIMITS, type TimeLimits } from './time-limit.ts';
// Tokens
export { countTokens, isWithinTokens, TRUNCATION_MARKER, truncateToTokens } from './tokens.ts';
// Telemetry
export { type ModelIdentity, tracedModel } from './traced-model.ts';
export { generateText } from './whole-answer.ts';
export { type RetryOptions, withRetries } from './with-retries.ts';

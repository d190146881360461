/**
 * @module Language models behind one small interface: any provider by name, with keys from the environment, a
 *   built-in model that needs neither key nor network, structured output, token counts, and compaction.
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

// Opening a model

export type { Llm, LlmAnswer, LlmMessage, LlmRequest } from './llm.ts';
export { offlineModel } from './offline/offline-model.ts';
export type { OfflineSkill } from './offline/skill.ts';
export { modelFromEnv, openModel } from './open-model.ts';
export { PRICES } from './providers/prices.ts';
export { tracedModel } from './traced-model.ts';
export { withRetries } from './with-retries.ts';

// Asking

export { generateText } from './answers/answer-check.ts';
export { generateObject } from './answers/generate-object.ts';
export { readJson } from './answers/read-json.ts';

// Tokens and compaction

export { compactErrorMessage } from './compaction/compact-error-message.ts';
export { compactThread, countThreadTokens } from './compaction/compact-thread.ts';
export { type Compactor, deterministicCompactor } from './compaction/compactor.ts';
export { modelCompactor } from './compaction/model-compactor.ts';
export { countTokens, truncateToTokens } from './tokens.ts';

// Errors

export { ModelError } from './error.ts';

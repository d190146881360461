import type { LlmMessage } from '../llm.ts';
import { compactErrorMessage } from './compact-error-message.ts';
import { compactThread } from './compact-thread.ts';

/** Shortens errors and conversations for a model. The result is always within the limit. */
export interface Compactor {
  /** At most `maxChars` UTF-16 code units, as `length` counts. */
  compactErrorMessage(
    message: string,
    options: { readonly maxChars: number; readonly signal?: AbortSignal },
  ): Promise<string>;
  /** At most `maxTokens` tokens in total, as `countTokens` counts. */
  compactThread(
    messages: readonly LlmMessage[],
    options: { readonly maxTokens: number; readonly signal?: AbortSignal },
  ): Promise<readonly LlmMessage[]>;
}

/** A compactor that needs no model. */
export const deterministicCompactor: Compactor = {
  async compactErrorMessage(message, options) {
    return compactErrorMessage(message, options);
  },
  async compactThread(messages, options) {
    return compactThread(messages, options);
  },
};

/** An image that a model is shown. */
export interface LlmImage {
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

/** Who says what in a conversation with a model. */
export interface LlmMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** What a user's message shows besides its words. A model that takes no images fails, or says so. */
  readonly images?: readonly LlmImage[];
}

/** One question to a model. */
export interface LlmRequest {
  /** What the model is and how it answers. */
  readonly system?: string;
  /** The conversation so far, the question last. */
  readonly messages: readonly LlmMessage[];
  /**
   * The answer must be JSON of this shape. Providers that can hold the model to it do, the others are told; either way
   * the text is the model's own and still to be checked, as `generateObject` does.
   */
  readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxOutputTokens?: number;
  /** Left to the provider when missing; several models take none. */
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Called with each piece of the answer as it comes in. */
  readonly onText?: (piece: string) => void;
}

/** What an answer took, as the provider counted it, or by Wayfold's tokenizer where it did not. */
export interface LlmUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; missing when the model's price is not known. */
  readonly cost?: number;
}

/**
 * What a model answered. `length`: it ran into its limit, and the text is cut off. `refused`: it or its provider would
 * not answer, and the text, if any, says why.
 */
export interface LlmAnswer {
  readonly text: string;
  readonly finish: 'stop' | 'length' | 'refused';
  readonly usage: LlmUsage;
  /** The model that answered as its provider names it, where it says so: a name like `gpt-5.4` may stand for a dated one. */
  readonly model?: string;
}

/** Whether a provider has a model: it has, it has not, or nobody could tell without paying for it. */
export type ModelCheck =
  | { readonly type: 'known' }
  | { readonly type: 'missing'; readonly problem: string }
  | { readonly type: 'unchecked'; readonly reason: string };

/** A language model as planners and executors see it: one question, one answer. */
export interface Llm {
  /** `provider/model`, such as `anthropic/claude-sonnet-5-5`; `offline` for the built-in one. */
  readonly id: string;
  /** Whether this is the built-in demo model, which is labelled wherever it shows. */
  readonly demo: boolean;
  /** Rejects with a `ModelError` when no answer came, and with the signal's reason when that was aborted. */
  generate(request: LlmRequest): Promise<LlmAnswer>;
  /** Another model by its name, paid for and recorded like this one; absent where nobody can open one. */
  named?(name: string): Llm;
  /** Whether its provider has it, found out soon and for free; absent where that cannot be asked. */
  check?(signal?: AbortSignal): Promise<ModelCheck>;
}

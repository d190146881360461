/** An image for a model. */
export interface LlmImage {
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

/** A message in a conversation with a model. */
export interface LlmMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Images that accompany a user's message. A model that takes no images fails, or says so. */
  readonly images?: readonly LlmImage[];
}

/** One request to a model. */
export interface LlmRequest {
  /** The system prompt. */
  readonly system?: string;
  /** The conversation so far, with the question last. */
  readonly messages: readonly LlmMessage[];
  /**
   * The answer must be JSON of this shape. Providers with native support enforce it, others get it in the prompt;
   * either way the text still has to be validated, as `generateObject` does.
   */
  readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxOutputTokens?: number;
  /** The provider's default if missing; several models accept none. */
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Called with each chunk of the answer as it arrives. */
  readonly onText?: (piece: string) => void;
}

/** The usage of an answer, as the provider counted it, or else Wayfold's tokenizer. */
export interface LlmUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; missing if the model's price is unknown. */
  readonly cost?: number;
}

/**
 * A model's answer. `length`: it reached its limit and is truncated. `refused`: the model or its provider would not
 * answer; the text, if any, says why.
 */
export interface LlmAnswer {
  readonly text: string;
  readonly finish: 'stop' | 'length' | 'refused';
  readonly usage: LlmUsage;
  /** The model that answered, if its provider names it: a name like `gpt-5.4` may stand for a dated one. */
  readonly model?: string;
}

/** Whether a provider has a model; unknown if that cannot be found out for free. */
export type ModelCheck =
  | { readonly type: 'known' }
  | { readonly type: 'missing'; readonly problem: string }
  | { readonly type: 'unchecked'; readonly reason: string };

/** A language model as planners and executors see it: one request, one answer. */
export interface Llm {
  /** `provider/model`, such as `anthropic/claude-sonnet-5-5`; `offline` for the built-in one. */
  readonly id: string;
  /** Whether this is the built-in demo model, which is labelled wherever it shows. */
  readonly demo: boolean;
  /** Rejects with a `ModelError` if there is no answer, and with the signal's reason if aborted. */
  generate(request: LlmRequest): Promise<LlmAnswer>;
  /** Opens another model by name, with the same accounting and recording; absent if that is not possible. */
  named?(name: string): Llm;
  /** Whether its provider has it, checked quickly and for free; absent if that cannot be checked. */
  check?(signal?: AbortSignal): Promise<ModelCheck>;
}

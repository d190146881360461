import { type Attributes, SpanKind } from '@opentelemetry/api';
import { measureModelCall } from '../kernel/telemetry/measurements.ts';
import { errorTypeOf, inSpan } from '../kernel/telemetry/spans.ts';
import type { Llm } from './llm.ts';

/** The names of a model in telemetry. */
export interface ModelIdentity {
  /** A name of the GenAI semantic conventions, such as `openai` or `gcp.gemini`, or one of your own. */
  readonly provider: string;
  /** The provider's name for the model. */
  readonly model: string;
}

/**
 * Wraps a model so that each call is a span `chat {model}` with its tokens and duration, and counts in the metrics.
 * `openModel` does this already. No text of a request or an answer is recorded.
 */
export function tracedModel(llm: Llm, { provider, model }: ModelIdentity): Llm {
  const named: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
  };
  return {
    id: llm.id,
    demo: llm.demo,
    async generate(request) {
      const { json, maxOutputTokens, temperature } = request;
      const attributes: Attributes = {
        ...named,
        'gen_ai.output.type': json === undefined ? 'text' : 'json',
        ...(maxOutputTokens !== undefined && { 'gen_ai.request.max_tokens': maxOutputTokens }),
        ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
      };
      const started = performance.now();
      const elapsed = () => (performance.now() - started) / 1000;
      return await inSpan(`chat ${model}`, { attributes, kind: SpanKind.CLIENT }, async (span) => {
        try {
          const answer = await llm.generate(request);
          const { usage, finish, model: answered = model } = answer;
          const answering = { 'gen_ai.response.model': answered };
          span.setAttributes({
            ...answering,
            'gen_ai.response.finish_reasons': [FINISH_REASONS[finish]],
            'gen_ai.usage.input_tokens': usage.inputTokens,
            'gen_ai.usage.output_tokens': usage.outputTokens,
          });
          measureModelCall(elapsed(), { ...named, ...answering }, usage);
          return answer;
        } catch (error) {
          measureModelCall(elapsed(), { ...named, 'error.type': errorTypeOf(error) });
          throw error;
        }
      });
    },
  };
}

/** As the conventions spell them. */
const FINISH_REASONS = { stop: 'stop', length: 'length', refused: 'content_filter' } as const;

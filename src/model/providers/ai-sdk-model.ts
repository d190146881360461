import type { FinishReason, JSONSchema7, LanguageModel, LanguageModelUsage, ModelMessage } from 'ai';
import type { Timer } from '../../kernel/timer.ts';
import { cutOff, empty } from '../answers/answer-check.ts';
import { jsonInstruction, nativeFormat } from '../answers/json-format.ts';
import { ModelError } from '../error.ts';
import type { Llm, LlmAnswer, LlmMessage, LlmRequest, LlmUsage } from '../llm.ts';
import { countTokens } from '../tokens.ts';
import type { ModelAddress } from './model-spec.ts';
import { costOf } from './prices.ts';
import { modelErrorFrom } from './provider-error.ts';
import { resendingFetch } from './resending-fetch.ts';
import { startTimeLimit, type TimeLimit, type TimeLimits } from './time-limit.ts';

type RemoteAddress = Exclude<ModelAddress, { type: 'offline' }>;

/** A model behind the AI SDK, which is loaded with the first request. */
export function aiSdkModel(address: RemoteAddress, limits: TimeLimits, timer: Timer): Llm {
  const { id } = address;
  const failed = { id, secrets: address.key === undefined ? [] : [address.key] };
  let loading: Promise<LanguageModel> | undefined;
  // An endpoint that has rejected response formats once is not sent one again.
  let takesFormats = true;

  return {
    id,
    demo: false,
    async generate(request) {
      request.signal?.throwIfAborted();
      const limit = startTimeLimit(id, limits, timer, request.signal);
      const ask = async (format: boolean) => {
        loading ??= languageModel(address);
        return await stream(await loading, address, request, limit, format);
      };
      try {
        try {
          return await ask(takesFormats);
        } catch (error) {
          if (!isFormatRefused(error, address, request, takesFormats)) throw error;
          takesFormats = false;
          return await ask(false);
        }
      } catch (error) {
        limit.signal.throwIfAborted();
        throw modelErrorFrom(error, failed);
      } finally {
        limit.end();
      }
    },
  };
}

/** Loads only the package of the provider. */
async function languageModel(address: RemoteAddress): Promise<LanguageModel> {
  const { model, baseUrl: baseURL } = address;
  const fetch = resendingFetch;
  switch (address.type) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI({ apiKey: address.key, baseURL, fetch });
      // Servers that replace OpenAI support chat completions; only OpenAI itself is sure to have the newer API.
      return address.isOwn ? openai(model) : openai.chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: address.key, baseURL, fetch })(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey: address.key, baseURL, fetch })(model);
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'endpoint',
        baseURL,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(address.key === undefined ? {} : { apiKey: address.key }),
      })(model);
    }
  }
}

/** In UTF-16 units. No model writes that much in one answer, but a broken server might, until memory is full. */
const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;

/** OpenAI's maximum length for the name of a schema. */
const MAX_NAME_LENGTH = 64;

async function stream(
  model: LanguageModel,
  address: RemoteAddress,
  request: LlmRequest,
  limit: TimeLimit,
  takesFormats: boolean,
): Promise<LlmAnswer> {
  const { InvalidResponseDataError, JSONParseError, jsonSchema, Output, streamText } = await import('ai');
  const { json, system, messages, maxOutputTokens, temperature, onText } = request;
  const format = takesFormats && json !== undefined ? nativeFormat(json.schema) : undefined;
  // Endpoints may accept a format and ignore it, so the prompt repeats it.
  const isTold = json !== undefined && (format === undefined || address.type === 'compatible');
  const instructions = [system, isTold ? jsonInstruction(json) : undefined].filter(
    (part) => part !== undefined,
  );
  const { stream } = streamText({
    model,
    messages: messages.map(modelMessage),
    maxRetries: 0,
    abortSignal: limit.signal,
    // Errors come from the stream; without this the SDK also prints them.
    onError: () => undefined,
    ...(instructions.length === 0 ? {} : { instructions: instructions.join('\n\n') }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(json === undefined || format === undefined
      ? {}
      : {
          // The SDK's own object output parses the whole text again for each chunk: minutes for a long answer.
          output: {
            ...Output.text(),
            responseFormat: Output.object({
              name: json.name.replace(/[^\w-]+/g, '_').slice(0, MAX_NAME_LENGTH),
              schema: jsonSchema(format.schema as JSONSchema7),
            }).responseFormat,
          },
          providerOptions: {
            openai: { strictJsonSchema: format.strict },
            openaiCompatible: { strictJsonSchema: format.strict },
          },
        }),
  });

  let text = '';
  let finish: { reason: FinishReason; usage: LanguageModelUsage } | undefined;
  let answered: { readonly model?: string } = {};
  for await (const part of stream) {
    limit.restartSilence();
    switch (part.type) {
      case 'text-delta':
        text += part.text;
        if (text.length > MAX_ANSWER_LENGTH) throw endless(address, text);
        if (part.text !== '') onText?.(part.text);
        break;
      case 'error':
        throw InvalidResponseDataError.isInstance(part.error) || JSONParseError.isInstance(part.error)
          ? brokenOff(address, text)
          : part.error;
      case 'abort':
        limit.signal.throwIfAborted();
        break;
      case 'finish-step':
        answered = { model: part.response.modelId };
        break;
      case 'finish':
        finish = { reason: part.finishReason, usage: part.totalUsage };
        break;
    }
  }
  limit.signal.throwIfAborted();
  if (finish === undefined || ['interrupted', 'error'].includes(finish.reason))
    throw brokenOff(address, text);
  const usage = usageOf(address, request, text, finish.usage);
  if (finish.reason === 'content-filter') return { text, finish: 'refused', usage, ...answered };
  if (text.trim() === '') throw finish.reason === 'length' ? cutOff(address, { usage }) : empty(address);
  return { text, finish: finish.reason === 'length' ? 'length' : 'stop', usage, ...answered };
}

function modelMessage({ role, text, images = [] }: LlmMessage): ModelMessage {
  if (role === 'assistant' || images.length === 0) return { role, content: text };
  const shown = images.map(({ mediaType, base64 }) => ({ type: 'file', data: base64, mediaType }) as const);
  return { role, content: [{ type: 'text', text }, ...shown] };
}

function isFormatRefused(
  error: unknown,
  { type }: RemoteAddress,
  { json }: LlmRequest,
  tookFormats: boolean,
): boolean {
  if (type !== 'compatible' || json === undefined || !tookFormats) return false;
  const status: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'statusCode');
  return status === 400 || status === 422 || status === 501;
}

function endless({ id }: RemoteAddress, text: string): ModelError {
  return new ModelError('model-cut-off', {
    summary: `${id} sent ${text.length} characters without an end; an answer may have ${MAX_ANSWER_LENGTH}.`,
    fix: 'Check that the URL is that of a model.',
  });
}

function brokenOff({ id }: RemoteAddress, text: string): ModelError {
  if (text === '') {
    return new ModelError('model-failed', {
      summary: `${id} sent something that is not an answer of a model.`,
      fix: 'Check that the URL is that of a model.',
    });
  }
  return new ModelError('model-unreachable', {
    summary: `The answer of ${id} broke off after ${text.length} characters.`,
    fix: 'Try again. If it happens again, check the network and the server.',
  });
}

function usageOf(
  { id }: RemoteAddress,
  { system = '', messages }: LlmRequest,
  text: string,
  usage: LanguageModelUsage,
): LlmUsage {
  const inputTokens =
    usage.inputTokens ||
    [system, ...messages.map((each) => each.text)].map(countTokens).reduce((a, b) => a + b);
  const outputTokens = usage.outputTokens || countTokens(text);
  const cached = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const cost = costOf(id, { input: inputTokens, cached, output: outputTokens });
  return { inputTokens, outputTokens, ...(cost === undefined ? {} : { cost }) };
}

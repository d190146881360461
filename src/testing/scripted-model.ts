import { ModelError, type ModelErrorCode } from '../model/error.ts';
import type { Llm, LlmAnswer, LlmRequest, LlmUsage } from '../model/llm.ts';
import { countTokens } from '../model/tokens.ts';
import { TestingError } from './error.ts';

/** What a scripted model does for one request: answer, fail, or hang until aborted. */
export type ScriptedStep =
  | string
  | {
      readonly text: string;
      readonly finish?: LlmAnswer['finish'];
      readonly usage?: LlmUsage;
      /** How the text is streamed; by default in one piece. */
      readonly pieces?: readonly string[];
    }
  | { readonly json: unknown }
  | { readonly error: ModelErrorCode | Error }
  | { readonly hang: true }
  | ((request: LlmRequest) => ScriptedStep);

/** A model that follows a test's script and records its requests. */
export interface ScriptedModel extends Llm {
  readonly requests: readonly LlmRequest[];
}

/** Replays the steps, one per request. A request without a step rejects with a `TestingError`. */
export function scriptedModel(
  steps: readonly ScriptedStep[],
  { id = 'scripted', demo = false }: { readonly id?: string; readonly demo?: boolean } = {},
): ScriptedModel {
  const requests: LlmRequest[] = [];
  return {
    id,
    demo,
    requests,
    async generate(request) {
      request.signal?.throwIfAborted();
      const step = steps[requests.length];
      requests.push(request);
      if (step === undefined) throw exhausted(steps.length, requests.length, request);
      return await play(step, id, request);
    },
  };
}

async function play(step: ScriptedStep, id: string, request: LlmRequest): Promise<LlmAnswer> {
  if (typeof step === 'function') return await play(step(request), id, request);
  if (typeof step === 'string') return answer({ text: step }, request);
  if ('text' in step) return answer(step, request);
  if ('json' in step) return answer({ text: JSON.stringify(step.json) }, request);
  if ('hang' in step) return await hang(request);
  throw typeof step.error === 'string' ? scriptedError(step.error, id) : step.error;
}

function answer(
  {
    text,
    finish = 'stop',
    usage,
    pieces = [text],
  }: Exclude<Extract<ScriptedStep, { readonly text: string }>, string>,
  request: LlmRequest,
): LlmAnswer {
  for (const piece of pieces) if (piece !== '') request.onText?.(piece);
  return { text, finish, usage: usage ?? countedUsage(text, request) };
}

function countedUsage(text: string, { system = '', messages }: LlmRequest): LlmUsage {
  const inputTokens = messages.reduce((sum, message) => sum + countTokens(message.text), countTokens(system));
  return { inputTokens, outputTokens: countTokens(text), cost: 0 };
}

function hang({ signal }: LlmRequest): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function scriptedError(code: ModelErrorCode, id: string): ModelError {
  return new ModelError(code, {
    summary: `${id} failed with the scripted fault ${code}.`,
    fix: 'It is part of the test.',
  });
}

function exhausted(count: number, number: number, { json, messages }: LlmRequest): TestingError {
  const question = messages.at(-1)?.text ?? '';
  const shown = question.length > 120 ? `${question.slice(0, 119)}…` : question;
  const wanted = json === undefined ? '' : ` for ${json.name} as JSON`;
  return new TestingError('script-exhausted', {
    expected: `${count} ${count === 1 ? 'request' : 'requests'}, one for each step of the script`,
    actual: `request ${number}${wanted}: ${JSON.stringify(shown)}`,
    fix: 'Add a step for it, or find out why the model is asked again.',
  });
}

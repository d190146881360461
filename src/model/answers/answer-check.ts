import { ModelError } from '../error.ts';
import type { Llm, LlmAnswer, LlmRequest, LlmUsage } from '../llm.ts';

/** Asks for text and accepts only a complete answer: a refused, truncated or blank one rejects with a `ModelError`. */
export async function generateText(
  llm: Llm,
  request: LlmRequest,
): Promise<{ readonly text: string; readonly usage: LlmUsage }> {
  const answer = await llm.generate(request);
  const { text, usage } = answer;
  if (answer.finish === 'refused') throw refused(llm, answer);
  if (answer.finish === 'length') throw cutOff(llm, answer);
  if (text.trim() === '') throw empty(llm);
  return { text, usage };
}

export function refused(llm: Pick<Llm, 'id'>, { text }: LlmAnswer): ModelError {
  return new ModelError('model-refused', {
    summary:
      text.trim() === ''
        ? `${llm.id} refused to answer.`
        : `${llm.id} refused: "${text.trim().slice(0, 200)}".`,
    fix: 'Rephrase the request, or use another model.',
  });
}

export function cutOff(llm: Pick<Llm, 'id'>, { usage }: Pick<LlmAnswer, 'usage'>): ModelError {
  return new ModelError('model-cut-off', {
    summary: `The answer of ${llm.id} was cut off after ${usage.outputTokens} tokens.`,
    fix: 'Raise maxOutputTokens, or ask for less.',
  });
}

export function empty(llm: Pick<Llm, 'id'>): ModelError {
  return new ModelError('model-empty', {
    summary: `${llm.id} sent an empty answer.`,
    fix: 'Try again. If it happens again, use another model.',
  });
}

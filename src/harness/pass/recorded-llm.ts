import type { Attachments } from '../../journal/attachments.ts';
import type { Clock } from '../../journal/clock.ts';
import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { Llm, LlmAnswer, LlmMessage, LlmRequest, LlmUsage } from '../../model/llm.ts';
import { HarnessError } from '../error.ts';

/** The hashes of a prompt and its answer, the model, and the usage. */
export interface LlmRecord {
  readonly prompt: string;
  readonly answer: string;
  readonly model: string;
  readonly usage: LlmUsage;
  readonly durationMs: number;
}

/** Where prompts and answers are stored, and the clock. */
export interface LlmRecorder {
  readonly attachments: Pick<Attachments, 'put'>;
  readonly clock: Clock;
}

/** Calls a model, and stores the prompt and its answer as attachments, for later inspection. */
export async function askAndRecord(
  llm: Llm,
  request: LlmRequest,
  { attachments, clock }: LlmRecorder,
): Promise<{ readonly answer: LlmAnswer; readonly record: LlmRecord }> {
  const began = clock.now();
  const answer = await llm.generate(request);
  const durationMs = Math.max(0, clock.now() - began);
  const { signal: _signal, onText: _onText, messages, ...prompt } = request;
  const keep = async (text: string) => (await attachments.put(new TextEncoder().encode(text))).sha256;
  const record = {
    prompt: await keep(
      canonicalJson({ model: llm.id, ...prompt, messages: messages.map(withoutBytes) }, 'prompt'),
    ),
    answer: await keep(answer.text),
    model: llm.id,
    usage: answer.usage,
    durationMs,
  };
  return { answer, record };
}

/** Images are attachments of the journal already: the stored prompt names them. */
function withoutBytes({ images, ...message }: LlmMessage): object {
  if (images === undefined) return message;
  const named = images.map(({ name, mediaType, base64 }) => ({
    name,
    mediaType,
    sha256: sha256(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))),
  }));
  return { ...message, images: named };
}

/** Wraps a model so that every prompt and answer is recorded with its usage, and stops with the pass. */
export function recordedLlm(
  llm: Llm,
  records: LlmRecord[],
  pass: Pick<AbortController, 'signal'>,
  keeping: LlmRecorder,
): Llm {
  return {
    id: llm.id,
    demo: llm.demo,
    async generate(request) {
      const signal = request.signal ? AbortSignal.any([request.signal, pass.signal]) : pass.signal;
      const { answer, record } = await askAndRecord(llm, { ...request, signal }, keeping);
      records.push(record);
      return answer;
    },
  };
}

/** The model of a harness without one: it throws when called. */
export const noModel: Llm = {
  id: 'none',
  demo: false,
  async generate() {
    throw new HarnessError('no-model', {
      summary: 'This harness has no language model.',
      fix: 'Pass options.llm to createHarness.',
    });
  },
};

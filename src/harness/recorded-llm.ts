import { canonicalJson } from '../journal/canonical-json.ts';
import { sha256 } from '../journal/sha256.ts';
import type { Llm } from '../model/llm.ts';
import { HarnessError } from './error.ts';

/** The hashes of a question to a model and of its answer. */
export interface LlmRecord {
  readonly prompt: string;
  readonly answer: string;
}

/** The same model, which notes the hash of every question and answer, and stops when the pass does. */
export function recordedLlm(llm: Llm, records: LlmRecord[], pass: AbortSignal): Llm {
  return {
    id: llm.id,
    demo: llm.demo,
    async generate(request) {
      const signal = request.signal ? AbortSignal.any([request.signal, pass]) : pass;
      const answer = await llm.generate({ ...request, signal });
      const { signal: _signal, onText: _onText, ...prompt } = request;
      records.push({
        prompt: sha256(canonicalJson({ model: llm.id, ...prompt }, 'prompt')),
        answer: sha256(answer.text),
      });
      return answer;
    },
  };
}

/** What a planner gets when the harness has no model: it says so when it is asked. */
export const noModel: Llm = {
  id: 'none',
  demo: false,
  async generate() {
    throw new HarnessError('no-model', {
      expected: 'a language model',
      actual: 'none: the harness was made without one',
      fix: 'Pass options.llm to createHarness.',
    });
  },
};

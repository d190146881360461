import { askAndRecord, type LlmRecorder } from '../harness/pass/recorded-llm.ts';
import type { ProposedFact } from '../journal/fact.ts';
import type { Llm } from '../model/llm.ts';

/** Wraps a model so that every answer is stored and its usage recorded; `work` is what it was for. */
export function meteredLlm(
  llm: Llm,
  work: string,
  { keeping, record }: { readonly keeping: LlmRecorder; record(fact: ProposedFact): Promise<void> },
): Llm {
  const { named } = llm;
  return {
    ...(named && {
      named: (name: string) => meteredLlm(named.call(llm, name), work, { keeping, record }),
    }),
    get id() {
      return llm.id;
    },
    get demo() {
      return llm.demo;
    },
    async generate(request) {
      const { answer, record: asked } = await askAndRecord(llm, request, keeping);
      await record({ type: 'model_used', work, ...asked });
      return answer;
    },
  };
}

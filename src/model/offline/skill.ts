import type { LlmRequest } from '../llm.ts';

/** Something the offline model can answer specially. It must give the same answer to the same request. */
export interface OfflineSkill {
  readonly name: string;
  /** The complete answer, or `undefined` to decline. */
  answers(request: LlmRequest): string | undefined;
}

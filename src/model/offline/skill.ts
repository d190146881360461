import type { LlmRequest } from '../llm.ts';

/** Something the offline model can answer better than by itself. It must give the same answer to the same request. */
export interface OfflineSkill {
  readonly name: string;
  /** The whole answer, or undefined for a request that is none of its business. */
  answers(request: LlmRequest): string | undefined;
}

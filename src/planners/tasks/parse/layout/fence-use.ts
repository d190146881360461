import type { Entry } from '../entries/entry.ts';
import { isWanted } from '../sentences/modality.ts';
import { isDeclarative } from '../sentences/mood.ts';
import { isQuestion } from '../sentences/question.ts';
import type { Fence } from './outline.ts';
import type { Role } from './section-roles.ts';
import { contentOf } from './shell-block.ts';

/** The purpose of a fenced block. */
export type FenceUse =
  | { readonly type: 'run'; readonly lines: readonly string[] }
  /** It belongs to the preceding piece. */
  | { readonly type: 'attach'; readonly to: Entry }
  /** It illustrates something and is not a task. */
  | { readonly type: 'evidence' }
  | { readonly type: 'task' };

/** The position of a block. */
export interface FencePlace {
  readonly role: Role | undefined;
  /** The introduction above it. */
  readonly lead: string;
  /** The preceding piece. */
  readonly before: Entry | undefined;
}

/** Determines the purpose of a block. Commands are tasks only if the preceding text does not merely report them. */
export function useOfFence(fence: Fence, { role, lead, before }: FencePlace): FenceUse {
  const content = contentOf(fence);
  const isShown = lead !== '' && role === undefined && isDeclarative(lead) && !isWanted(lead);
  const isEvidence = role === 'background' || role === 'notes' || content.type === 'transcript' || isShown;
  const statement = before?.type === 'background' || before?.type === 'acceptance' ? before : undefined;
  if (statement && (isEvidence || content.type !== 'commands')) return { type: 'attach', to: statement };
  if (isEvidence) return { type: 'evidence' };
  if (content.type === 'commands' && isMeantToRun(before)) return { type: 'run', lines: content.lines };
  const asked = before && ['task', 'fragment', 'aim', 'background', 'acceptance'].includes(before.type);
  return asked ? { type: 'attach', to: before } : { type: 'task' };
}

/** `I ran this:` reports commands, and a question asks about them. */
function isMeantToRun(before: Entry | undefined): boolean {
  if (before === undefined) return true;
  if (before.type === 'task') return !isQuestion(before.text);
  return before.type === 'fragment' || before.type === 'aim' || before.type === 'rule';
}

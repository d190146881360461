import type { TaskKind } from '../facts.ts';
import { type CodeSpan, codeSpans } from './code-spans.ts';
import { isCommandFence, isCommandSpan, isTypedCommand } from './commands.ts';
import { wordAt } from './connectors.ts';
import type { Fence } from './outline.ts';
import { type ProtectedSpan, protectedSpans } from './protected-spans.ts';
import { isToolVerb } from './tool-verbs.ts';

const ASKS =
  /^(?:ask|clarify|(?:double-?)?check with|confirm (?:with|whether|if|which|what|who|when|where|how)|(?:request|seek|get) clarification|find out from)(?![\p{L}\p{N}-])/iu;
const UNCERTAIN =
  /^(?:(?:i['’]?m |i am |we['’]?re |we are )?(?:not sure|unsure)|(?:it['’]?s |it is )?(?:unclear|not clear))(?![\p{L}\p{N}])/iu;
const OPEN_POINT = /\b(?:TBD|TBC)\b|\b(?:needs clarification|to be clarified|clarification needed)\b/;

const QUESTION_END = /[?？؟⁇⁈⁉\u037e][!?！？؟]*(?:[\s)\]）】*_~]|\p{Extended_Pictographic}|\u200d|\ufe0f)*$/u;
/** Questions that the writer left the mark off. */
const QUESTION_FORM =
  /^(?:(?:should|shall|can|could|would|will) (?:we|i|it|they|there|these|those)|(?:do|does|did|is|are) (?:we|i|you|they|there)|is (?:it|this|that)|(?:which|what|who|where|why|how)\b.{0,120}?\b(?:should|do|does|did|can|could|would|shall|is|are) (?:we|i|you|it|they|the|this|that))\b/iu;
const POLITE_REQUEST = /^(?:can|could|would|will) you (?:please|kindly)\s+(?:also\s+)?/i;
const PLEASE = /^(?:please|kindly)[\s,]+/i;

/** The kind of a step by its own words, without the context it stands in. A question wins over a tool. */
export function classify(text: string, fence?: Fence): TaskKind {
  const words = text.replace(/^[*_~\s]{1,9}/, '');
  const request = words.replace(POLITE_REQUEST, '');
  const isRequest = request !== words;
  const order = isRequest ? request : words.replace(PLEASE, '');
  if (ASKS.test(order) || UNCERTAIN.test(order) || (!isRequest && isQuestion(words))) return 'Clarification';
  const codes = codeSpans(text);
  if (OPEN_POINT.test(blanked(text, codes))) return 'Clarification';
  if (
    isToolVerb(wordAt(order, 0)) ||
    isTypedCommand(order) ||
    codes.some((span) => isCommandSpan(text, span))
  )
    return 'ToolCall';
  return fence && isCommandFence(fence.language, fence.code) ? 'ToolCall' : 'Processing';
}

/** Whether a sentence asks something; a question mark inside code, a URL or a quoted string asks nothing. */
export function isQuestion(text: string): boolean {
  const spans = protectedSpans(text);
  if (QUESTION_END.test(ending(text, spans))) return true;
  return QUESTION_FORM.test(text) && !/[.!:]\s*$/.test(text);
}

/** The text's last words, without a closing remark in parentheses unless that asks: `Which one? (A; B)`. */
function ending(text: string, spans: readonly ProtectedSpan[]): string {
  const end = text.trimEnd().length;
  const last = spans.at(-1);
  const isRemark =
    last?.type === 'parentheses' && last.end === end && !/[?？؟]\s*[)）]$/.test(text.slice(end - 8, end));
  const words = text.slice(0, isRemark ? last.start : end).trimEnd();
  const before = isRemark ? spans.at(-2) : last;
  const from = before && before.type !== 'parentheses' ? before.end : 0;
  return words.slice(Math.max(from, words.length - 80));
}

function blanked(text: string, spans: readonly CodeSpan[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start));
    at = end;
  }
  return [...parts, text.slice(at)].join(' ');
}

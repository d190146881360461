import type { TaskKind } from '../../facts.ts';
import type { Fence } from '../layout/outline.ts';
import { type CodeSpan, codeSpans } from '../spans/code-spans.ts';
import { isCommandFence, isCommandSpan, isTypedCommand } from './commands.ts';
import { wordAt } from './connectors.ts';
import { asksForWork } from './embedded-requests.ts';
import { isQuestion } from './question.ts';
import { isToolVerb } from './tool-verbs.ts';

const ASKS =
  /^(?:ask|clarify|(?:double-?)?check with|confirm (?:with|whether|if|which|what|who|when|where|how)|(?:request|seek|get) clarification|find out from)(?![\p{L}\p{N}-])/iu;
const UNCERTAIN =
  /^(?:(?:i['’]?m |i am |we['’]?re |we are )?(?:not sure|unsure)|(?:it['’]?s |it is )?(?:unclear|not clear))(?![\p{L}\p{N}])/iu;
const OPEN_POINT = /\b(?:TBD|TBC)\b|\b(?:needs clarification|to be clarified|clarification needed)\b/;

const POLITE_REQUEST = /^(?:can|could|would|will) you (?:please|kindly)\s+(?:also\s+)?/i;
const PLEASE = /^(?:please|kindly)[\s,]+/i;

/** The kind of a step by its own text, without its context. A question takes precedence over a tool call. */
export function classify(text: string, fence?: Fence, isAsked?: boolean): TaskKind {
  if (isAsked === true && !asksForWork(text)) return 'Clarification';
  const words = text.replace(/^[*_~\s]{1,9}/, '');
  const request = words.replace(POLITE_REQUEST, '');
  const isRequest = request !== words;
  const order = isRequest ? request : words.replace(PLEASE, '');
  if (
    ASKS.test(order) ||
    UNCERTAIN.test(order) ||
    (isAsked === undefined && !isRequest && isQuestion(words) && !asksForWork(words))
  )
    return 'Clarification';
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

function blanked(text: string, spans: readonly CodeSpan[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start));
    at = end;
  }
  return [...parts, text.slice(at)].join(' ');
}

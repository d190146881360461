import { capitalised } from '../sentences/connectors.ts';
import { attachmentsIn } from '../spans/attachments.ts';
import { protectedSpans } from '../spans/protected-spans.ts';

/** The headings above a step, as a prefix of its text; empty if there are none. */
export type Context = string;

/** The maximum length of a step's prefix. */
export const MAX_CONTEXT = 200;

/** Words that announce a list but say nothing about its content. */
const EMPTY_WORDS = new Set(
  (
    'a an and as be below can could do for have here heres i id im in is it items like list me my need needs of on our please ' +
    'should so some stuff that the thing things this these those to todo todos tasks task up us want we were what would you your ' +
    'steps step plan checklist action actions following follow follows next now work agenda instructions requirements ' +
    'overview hi hello there will wed lets let s ll d re ve thanks also then first goals goal details description'
  ).split(' '),
);

const ANNOUNCES_CODE =
  /^(?:please )?(?:then )?(?:run|execute|do|use|try|type|enter) (?:the following|this|these|those|them)(?: (?:commands?|steps?|lines?|script))?(?: in (?:this|that) order)?\W*$/i;

/** Whether a heading or an introduction says anything about the work. */
export function saysSomething(text: string): boolean {
  if (ANNOUNCES_CODE.test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !EMPTY_WORDS.has(word)) || attachmentsIn(text).length > 0;
}

/** The meaningful part of an introduction: `Here is the plan for the release:` is about the release. */
export function announced(introduction: string): string {
  let start = 0;
  for (const { 0: word, index } of introduction.matchAll(/[\p{L}\p{N}]+/gu)) {
    start = index;
    if (!EMPTY_WORDS.has(word.toLowerCase())) break;
  }
  const around = protectedSpans(introduction).find((span) => span.start <= start && start < span.end);
  start = around?.start ?? start;
  return start === 0 ? introduction : capitalised(introduction.slice(start));
}

/** The context extended by an introduction, and whether all of it fits. */
export function contextUnder(outer: Context, introduction: string): { context: Context; isWhole: boolean } {
  if (!saysSomething(introduction)) return { context: outer, isWhole: true };
  const own = introduction.replace(/[\s.,;:：。]{1,9}$/u, '');
  const joined = inContext(outer, own);
  if (joined.length <= MAX_CONTEXT) return { context: joined, isWhole: true };
  return { context: shortened(own), isWhole: false };
}

/** The text of a step after its context: `Login page: add a form`. */
export function inContext(context: Context, text: string): string {
  return context === '' ? text : `${context}: ${text}`;
}

/** Cuts at a space, and never inside a link or code. */
function shortened(text: string): string {
  if (text.length <= MAX_CONTEXT) return text;
  const span = protectedSpans(text).find(({ start, end }) => start < MAX_CONTEXT && end >= MAX_CONTEXT);
  const room = text.slice(0, span?.start ?? MAX_CONTEXT);
  const words = span ? room : room.slice(0, Math.max(room.lastIndexOf(' '), 0));
  return words.trim() === '' ? '' : `${words.trim()} …`;
}

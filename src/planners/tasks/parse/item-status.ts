import { isOrderAt } from './mood.ts';
import type { Item } from './outline.ts';

const STRUCK =
  /^[\s"'(]*(?:~~|<(?:s|del|strike)>)(.+)(?:~~|<\/(?:s|del|strike)>)(?:[\s"').,;!✔✅✓☑👍🎉]|\ufe0f)*$/u;
const TICKED_AT_END = /[\s–—:(-]+(?:✔️?|✅|✓|☑️?|\[[xX]\]|\([xX]\))(?:\s+\d[\p{L}\p{N}.:/ -]{0,20})?[\s.)]*$/u;
const DONE_AT_END =
  /(?:[:–—-]\s*|\(\s*|\[\s*|,\s*|→\s*|=>\s*|\s[*_]+\(?)(?:100 ?%|(?:(?:already|all|now|is)\s+)*(?:done|finished|completed?|merged|shipped|fixed|deployed|resolved|released|live)(?:,?\s+(?:already|yesterday|today|\d{1,2}\.? \p{L}{3,9}|see \S+|last week|in v?\d[\w.]*|by (?!(?:mon|tue|wed|thu|fri|sat|sun|tomorrow|tonight|noon|end|next|the)\p{L}*)\p{Lu}\p{L}+|on \p{Lu}?\p{L}+|in #\d+|in pr #?\d+|✅|✔))*)[\s)\].!*_]*$/iu;
const DROPPED_AT_END =
  /(?:[:–—,-]\s*|\(\s*|\[\s*)(?:(?:\p{Lu}\p{L}+|he|she|they|somebody|someone|i|ops|another team)(?:['’]ll| will)?\s+(?:does|do|takes care of|handles?|takes|has)\s+(?:it|this|that)\b.*|(?:please )?(?:ignore|skip)(?: (?:it|this|that))?|won['’]?t (?:fix|do)|wont ?fix|obsolete|n\/a|not ours|not (?:needed|necessary|relevant|required|for us)(?: any ?more)?|cancell?ed|dropped|descoped|postponed|rejected|duplicate|cannot reproduce.*|can['’]?t reproduce.*|by design|closed)[\s)\].!]*$/iu;

const MARKED =
  /^(?:\*\*|__)?(?:\[?(?:DONE|FINISHED|COMPLETED?)\]?|[[(](?:[Dd]one|[Ff]inished|[Cc]ompleted?)[\])]|✓|✔️?|✅|☑️?|(?:[Aa]lready )?(?:[Dd]one|[Ff]inished|[Cc]ompleted)(?:\s*[:–—-]|(?=\*\*|__)))(?:\*\*|__)?[\s:–—-]+(?=\S)/u;
const STRUCK_FIRST =
  /^~~[^~]+~~\s*(?=$|[(–—:,.-]|(?:done|merged|fixed|shipped|by|in|on|see|was|were|is|are|has|already|no longer|not needed)\b)/i;
/** `(done, arrived today)` and `— DONE (we take Klaro)` */
const DONE_REMARK =
  /(?:[([]\s*(?:already (?:done|finished)|(?:done|finished)(?! (?:by|until|till|before|when|if|once|in|after|with|for)\b))\b[^()[\]]{0,40}[)\]]|\s[–—-]+\s*DONE\b[^–—]{0,60})[\s.!]*$/iu;
/** `Cold room: ~~defrost the freezer~~ did it on Monday` */
const STRUCK_INSIDE = /^(?:[\p{L}\d][\p{L}\d -]{0,20}[:\s]\s*)?~~([^~]{3,200})~~(.{0,80})$/u;
/** `TODO write it`, as outlines mark it. */
const TO_DO =
  /^(?:[[(](?:open|todo|pending|wip|next|in progress)[\])]\s+|(?:\*\*|\[)?(?:TODO|TO DO|NEXT|WIP|OPEN|PENDING|IN PROGRESS|DOING)(?:\*\*|\])?[\s:–—-]+(?=\S))/;

/** `position: fixed` names a value. */
const NAMES_VALUE = /:\s*(?:fixed|live|merged)[.!]?$/i;
const TELLS_STATE = /\b(?:is|are|was|were|has been|have been)\s/i;

/** `interviews done`, and not `get it done`. */
const ENDS_DONE =
  /^(?!.*\b(?:get|getting|be|until|when|if|once|not|isn['’]t|after|before|as soon as|unless|while|till|that|what|which|whose|who|as|to|have|keep|nearly|almost|half|partly|draft|first|then|it['’]s|\d+ ?%)\b).{3,80}\s(?:done|finished|completed)(?:\s+(?:already|yesterday|today|last \p{L}+|by \p{L}+))?[.!]?$/iu;

/** Whether an item has to be done, is done, or is there only to be told that nobody does it. */
export function itemStatus({ text, box }: Pick<Item, 'text' | 'box'>): 'open' | 'done' | 'dropped' {
  const end = text.slice(-120);
  if (
    /^[[(](?:won['’]?t ?(?:fix|do)|cancell?ed|dropped|obsolete|skipped|n\/a|rejected|postponed)[\])]/i.test(
      text,
    ) ||
    /^[*_[(]{0,3}(?:WON['’]?T ?FIX|CANCELL?ED|DROPPED|OBSOLETE|SKIP(?:PED)?|N\/A|REJECTED|POSTPONED)[\])*_]{0,3}[\s:–—-]/.test(
      text,
    )
  )
    return 'dropped';
  if (box === 'ticked' || STRUCK.test(text) || STRUCK_FIRST.test(text) || isStruck(text)) return 'done';
  // An open box is plainer than a sign in the words beside it.
  const hasSign = MARKED.test(text) || TICKED_AT_END.test(end);
  if (hasSign && box === undefined) return 'done';
  if (DROPPED_AT_END.test(end)) return 'dropped';
  if ((DONE_AT_END.test(end) && !NAMES_VALUE.test(text)) || DONE_REMARK.test(end)) return 'done';
  const isTold = ENDS_DONE.test(text) && !(TELLS_STATE.test(text) && isOrderAt(text));
  return isTold ? 'done' : 'open';
}

/** Whether most of an item is struck, and the rest is a remark: `~~Tuesday~~ Wednesday` puts one for the other. */
function isStruck(text: string): boolean {
  const [, struck = '', rest = ''] = STRUCK_INSIDE.exec(text) ?? [];
  const words = rest.replace(/^[\s→>=–—:,.-]+/u, '');
  const isRemark =
    /^\s*(?:→|=>|->|(?:did|was|were|is|yes|no|cancell?ed|moved|obsolete|not needed)\b)/i.test(rest) ||
    struck.length * 1.2 > words.length;
  return /\S\s\S/.test(struck) && isRemark && !isOrderAt(words);
}

/** The words of an item that is done, without the signs that say so. */
export function withoutStatus(text: string, status: ReturnType<typeof itemStatus>): string {
  if (status !== 'done') return text.replace(TO_DO, '');
  return text
    .replace(TO_DO, '')
    .replace(MARKED, '')
    .replace(TICKED_AT_END, '')
    .replace(STRUCK, '$1')
    .replaceAll('~~', '')
    .trim();
}

/** `14:05 Bob restarted the pod` tells what happened. */
const TOLD_AT =
  /^\d{1,2}[:.]\d{2}\s[^(`]{0,40}?\b(?:\p{L}{2,}ed|was|were|is|are|went|got|came|began|fell|saw)(?=\s|$)/u;
/** `Mon: Ines` tells who, and not what. */
const ROSTER = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{L}*:?\s+\p{Lu}\p{Ll}+$/u;

/** Whether an item tells what happened, or who has a day, and asks for nothing. */
export function isOnlyTold(text: string): boolean {
  return TOLD_AT.test(text) || ROSTER.test(text);
}

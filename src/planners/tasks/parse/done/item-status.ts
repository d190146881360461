import type { Block, Item } from '../layout/outline.ts';
import { roleNamed } from '../layout/section-roles.ts';
import { isOrderAt } from '../sentences/mood.ts';
import { doneMark, isTitleDone, type Status, wantsMore } from './done-marks.ts';

const STRUCK =
  /^[\s"'(]*(?:~~|<(?:s|del|strike)>)(.+)(?:~~|<\/(?:s|del|strike)>)(?:[\s"').,;!✔✅✓☑👍🎉]|\ufe0f)*$/u;
const STRUCK_FIRST =
  /^~~[^~]+~~\s*(?=$|[(–—:,.-]|(?:done|merged|fixed|shipped|by|in|on|see|was|were|is|are|has|already|no longer|not needed)\b)/i;
const DROPPED_AT_END =
  /(?:[:–—,-]\s*|\(\s*|\[\s*)(?:(?:\p{Lu}\p{L}+|he|she|they|somebody|someone|i|ops|another team)(?:['’]ll| will)?\s+(?:does|do|takes care of|handles?|takes|has)\s+(?:it|this|that)\b.*|(?:please )?(?:ignore|skip)(?: (?:it|this|that))?|won['’]?t (?:fix|do)|wont ?fix|obsolete|n\/a|not ours|not (?:needed|necessary|relevant|required|for us)(?: any ?more)?|cancell?ed|dropped|descoped|postponed|rejected|duplicate|cannot reproduce.*|can['’]?t reproduce.*|by design|closed)[\s)\].!]*$/iu;

/** `Cold room: ~~defrost the freezer~~ did it on Monday` */
const STRUCK_INSIDE = /^(?:[\p{L}\d][\p{L}\d -]{0,20}[:\s]\s*)?~~([^~]{3,200})~~(.{0,80})$/u;
/** `TODO write it`, as in outlines. */
const TO_DO =
  /^(?:[[(](?:open|todo|pending|wip|next|in progress)[\])]\s+|(?:\*\*|\[)?(?:TODO|TO DO|NEXT|WIP|OPEN|PENDING|IN PROGRESS|DOING)(?:\*\*|\])?[\s:–—-]+(?=\S))/;

const TELLS_STATE = /\b(?:is|are|was|were|has been|have been)\s/i;

/** `interviews done`, but not `get it done`. */
const ENDS_DONE =
  /^(?!.*\b(?:get|getting|gets|be|until|when|if|once|not|isn['’]t|after|before|as soon as|unless|while|till|that|what|which|whose|who|have|keep|nearly|almost|half|partly|mostly|draft|first|then|it['’]s|never|nobody|only|\d+\/\d+(?=\s+(?:done|finished|completed)))\b)(?!.*(?<!\d)(?!100 ?%)\d+(?:[.,]\d+)? ?%).{3,80}\s(?:done|finished|completed)(?:\s+(?:already|yesterday|today|last \p{L}+|by \p{Lu}\p{L}+))?[.!\s👍🎉]*$/iu;

/** The status of list items. Items below a done item, or below a label such as "Done", are done too. */
export function itemStatuses(blocks: readonly Block[]): ReadonlyMap<Block, Status> {
  const statuses = new Map<Block, Status>();
  const closed = new Set<Block>();
  for (const block of blocks) {
    if (block.type !== 'item') continue;
    const own = itemStatus(block);
    const isUnder = block.parent !== undefined && closed.has(block.parent);
    const isOpen = own === 'open' && (block.box === 'open' || TO_DO.test(block.text));
    const status = isUnder && !isOpen && own !== 'dropped' ? 'done' : own;
    statuses.set(block, status);
    const named = block.hasChildren ? roleNamed(block.text) : undefined;
    const isSure = isUnder || block.box !== undefined || isStruck(block.text);
    const isTitle = isTitleDone(block.text) || (named === 'done' && !isOpen);
    if (isTitle || (status === 'done' && isSure && named === undefined)) closed.add(block);
  }
  return statuses;
}

/** The status of a list item. */
function itemStatus({ text, box }: Pick<Item, 'text' | 'box'>): Status {
  if (
    /^[[(](?:won['’]?t ?(?:fix|do)|cancell?ed|dropped|obsolete|skipped|n\/a|rejected|postponed)[\])]/i.test(
      text,
    ) ||
    /^[*_[(]{0,3}(?:WON['’]?T ?FIX|CANCELL?ED|DROPPED|OBSOLETE|SKIP(?:PED)?|N\/A|REJECTED|POSTPONED)[\])*_]{0,3}[\s:–—-]/.test(
      text,
    )
  )
    return 'dropped';
  if (box === 'ticked' || isStruck(text)) return 'done';
  const mark = doneMark(text);
  // An open box outweighs a symbol in the text.
  if (mark?.isSign && box === undefined) return 'done';
  if (DROPPED_AT_END.test(text.slice(-120))) return 'dropped';
  if (mark && !mark.isSign) return 'done';
  return endsDone(text) ? 'done' : 'open';
}

/** Whether a line ends in the word without a separator. */
export function endsDone(text: string): boolean {
  if (!ENDS_DONE.test(text) || (TELLS_STATE.test(text) && isOrderAt(text))) return false;
  const before = text.slice(
    0,
    text.search(/\s\S*(?:done|finished|completed)(?!.*(?:done|finished|completed))/i),
  );
  return !wantsMore(before) || TELLS_STATE.test(`${before.slice(-10)} `);
}

/** Whether a line is struck out. `~~Tuesday~~ Wednesday` is a replacement. */
export function isStruck(text: string): boolean {
  if (STRUCK.test(text) || STRUCK_FIRST.test(text)) return true;
  const [, struck = '', rest = ''] = STRUCK_INSIDE.exec(text) ?? [];
  const words = rest.replace(/^[\s→>=–—:,.-]+/u, '');
  const isRemark =
    /^\s*(?:→|=>|->|(?:did|was|were|is|yes|no|cancell?ed|moved|obsolete|not needed)\b)/i.test(rest) ||
    struck.length * 1.2 > words.length;
  return /\S\s\S/.test(struck) && isRemark && !isOrderAt(words);
}

/** The text of a done item, without its marks. */
export function withoutStatus(text: string, status: Status): string {
  const words = text.replace(TO_DO, '');
  if (status !== 'done') return words;
  const mark = doneMark(words);
  return (mark?.isSign ? mark.words : words).replace(STRUCK, '$1').replaceAll('~~', '').trim();
}

/** `14:05 Bob restarted the pod` reports an event. */
const TOLD_AT =
  /^\d{1,2}[:.]\d{2}\s[^(`]{0,40}?\b(?:\p{L}{2,}ed|was|were|is|are|went|got|came|began|fell|saw)(?=\s|$)/u;
/** `Mon: Ines` names a person and no task. */
const ROSTER = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{L}*:?\s+\p{Lu}\p{Ll}+$/u;

/** Whether an item only reports an event or a person on duty, and requests nothing. */
export function isReportItem(text: string): boolean {
  return TOLD_AT.test(text) || ROSTER.test(text);
}

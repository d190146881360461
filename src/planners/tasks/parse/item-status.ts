import type { Item } from './outline.ts';

const STRUCK = /^[\s"'(]*~~(.+)~~(?:[\s"').,;!✔✅✓☑👍🎉]|\ufe0f)*$/u;
const TICKED_AT_END = /[\s–—-]+(?:✔️?|✅|✓|☑️?)[\s.]*$/u;
const DONE_AT_END =
  /(?:[:–—-]\s*|\(\s*|\[\s*|,\s*|→\s*|=>\s*)(?:(?:already|all|now|is)\s+)*(?:done|finished|completed?|merged|shipped|fixed|deployed|resolved|released|live)(?:\s+(?:already|yesterday|today|last week|in v?\d[\w.]*|by \p{Lu}\p{L}+|on \p{Lu}?\p{L}+|in #\d+|in pr #?\d+|✅|✔))*[\s)\].!]*$/iu;
const DROPPED_AT_END =
  /(?:[:–—,-]\s*|\(\s*|\[\s*)(?:(?:\p{Lu}\p{L}+|he|she|they|somebody|someone|i|ops|another team)(?:['’]ll| will)?\s+(?:does|do|takes care of|handles?|takes|has)\s+(?:it|this|that)\b.*|(?:please )?(?:ignore|skip)(?: (?:it|this|that))?|won['’]?t (?:fix|do)|wont ?fix|obsolete|n\/a|not ours|not (?:needed|necessary|relevant|required|for us)(?: any ?more)?|cancell?ed|dropped|descoped|postponed|rejected|duplicate|cannot reproduce.*|can['’]?t reproduce.*|by design|closed)[\s)\].!]*$/iu;

const MARKED =
  /^(?:\*\*|__)?(?:\[?(?:DONE|FINISHED|COMPLETED?)\]?|[[(](?:[Dd]one|[Ff]inished|[Cc]ompleted?)[\])]|✓|✔️?|✅|☑️?|done\s*[:–—-]|finished\s*[:–—-])(?:\*\*|__)?[\s:–—-]+(?=\S)/u;
const STRUCK_FIRST =
  /^~~[^~]+~~\s*(?=$|[(–—:,.-]|(?:done|merged|fixed|shipped|by|in|on|see|was|were|is|are|has|already|no longer|not needed)\b)/i;
/** `TODO write it`, as outlines mark it. */
const TO_DO =
  /^(?:[[(](?:open|todo|pending|wip|next|in progress)[\])]\s+|(?:\*\*|\[)?(?:TODO|TO DO|NEXT|WIP|OPEN|PENDING|IN PROGRESS|DOING)(?:\*\*|\])?[\s:–—-]+(?=\S))/;

/** `interviews done`, and not `get it done`. */
const ENDS_DONE =
  /^(?!.*\b(?:get|getting|be|until|when|if|once|not|isn['’]t|after|before|as soon as|unless|while|till)\b).{3,80}\s(?:done|finished|completed)[.!]?$/i;

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
  if (box === 'ticked' || STRUCK.test(text) || STRUCK_FIRST.test(text) || MARKED.test(text)) return 'done';
  if (DROPPED_AT_END.test(end)) return 'dropped';
  return TICKED_AT_END.test(end) || DONE_AT_END.test(end) || ENDS_DONE.test(text) ? 'done' : 'open';
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

/** The status of a line: open, done, or dropped, which means that nobody will do it. */
export type Status = 'open' | 'done' | 'dropped';

const FINISHED =
  'done|finished|completed|erledigt|fertig|abgeschlossen|terminé|terminée|terminado|hecho|fatto|gedaan|完了|済み?|已?完成';
/** Words that may also be a value or a property: `position: fixed`. */
const REACHED = 'complete|merged|shipped|deployed|resolved|released|fixed|live|closed|delivered';
const OPENS =
  "(?:(?:status|state)\\s*[:=]?\\s*)?(?:(?:(?:it|that)['’]s|it|this|that|these|both|all|is|are|was|were|has|have|been|already|now|just|finally|yes|ok|okay|100 ?%|[✓✔✅☑👍🎉]\\ufe0f?)[\\s,:]*)*";
const STATE = new RegExp(
  `^${OPENS}(?:(${FINISHED})|(${REACHED}))(?![\\p{L}\\p{N}_-])([\\s,;.!:–—-]*)(.*)$`,
  'iu',
);
const DID =
  /^(?:(?:i|we|he|she|they|\p{L}{2,20})\s+)?(?:(?:already|have|has|just)\s+|['’]ve\s+)*(?:did|took care of|handled|dealt with)\s+(?:it|this|that|so|these|those|them)(?![\p{L}])(.*)$/iu;
const HUNDRED = /^100 ?%[\s.!]*$/;

/** Words that follow and negate the status, or set a time for it. */
const NOT_YET =
  /^\W*(?:by (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|tonight|noon|eod|eow|end|next|the|today|then|a |this|\d)|until|till|before|when|if|once|after|with|for|means?|is\b|are\b|=|but|except|only|mostly|partly|wrong|badly|properly|soon|tomorrow|later|next|(?:on )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\?|in \d+ (?:min|hour|day|week|month)|or\b|not\b|as\b|to\b|and (?!dusted|merged|deployed|shipped|tested|dusted|released|live|closed|checked|paid))|\b(?:now|next|then|please|open|(?<!nothing )left|rest|remaining|needs?|want|must|should|will|(?:can|could) you|re-?opened|reverted|rolled back|undone|do it again|again|redo|not yet|missing|pending|still|todo|broken?|[?？])/iu;
/** Words that may follow directly: in `finished goods` it is not a status. */
const REMARK =
  /^(?:$|[(✓✅✔☑👍🎉]|(?:already|yesterday|today|this morning|last \p{L}+|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{Ll}*$|\d|see |in (?:v?\d|#|pr|!|\p{Lu})|by \p{Lu}|on \p{L}|since |with #|via #|#))/u;

/** Whether words state that the preceding text is done: `already done`, `done by Kim`, `status: done`. */
export function isDoneState(words: string): boolean {
  return doneState(words) !== undefined;
}

/** Whether the words state it plainly, or with a word that may also be a value. */
function doneState(words: string): 'plain' | 'reached' | undefined {
  const phrase = words
    .replace(/^[\s*_~([{]+/u, '')
    .replace(/(?:[\s*_~)\]}.!✓✔✅☑👍🎉]|\ufe0f)+$/u, '')
    .slice(0, 120);
  if (/["`“”„?？]/u.test(phrase)) return undefined;
  if (HUNDRED.test(phrase)) return 'plain';
  const [, did] = DID.exec(phrase) ?? [];
  if (did !== undefined) return NOT_YET.test(did) ? undefined : 'plain';
  const [found, finished, reached, divider = '', remark = ''] = STATE.exec(phrase) ?? [];
  if (found === undefined || remark.length > MAX_REMARK_LENGTH || NOT_YET.test(remark)) return undefined;
  const isApart = finished !== undefined && divider.trim() !== '';
  if (!isApart && !REMARK.test(remark)) return undefined;
  return reached === undefined || /already/i.test(found) ? 'plain' : 'reached';
}

const MAX_REMARK_LENGTH = 60;

const SIGN = '[✔✅✓☑]\\ufe0f?';
const BOLD = '(?:\\*\\*|__)?';
const FIRST: readonly RegExp[] = [
  new RegExp(`^${BOLD}${SIGN}${BOLD}[\\s:–—-]+(?=\\S)`, 'u'),
  new RegExp(`^${BOLD}\\[?(?:DONE|FINISHED|COMPLETED?)\\]?${BOLD}[\\s:–—-]+(?=\\S)`, 'u'),
  new RegExp(`^${BOLD}[[({](?:already )?(?:${FINISHED}|complete)[\\])}]${BOLD}[\\s:–—-]*(?=\\S)`, 'iu'),
  new RegExp(
    `^${BOLD}(?:already )?(?:${FINISHED})(?: (?:already|yesterday|today|last \\p{L}+|so far))?(?:${BOLD}\\s*[:–—-]+${BOLD}\\s+|(?:\\*\\*|__)\\s+)(?=\\S)`,
    'iu',
  ),
  // `x 2024-05-01 write it`, the format of todo.txt.
  /^x\s+(?:\d{4}-\d{2}-\d{2}\s+)*(?=\p{L}{2,}\s+\p{L})(?!(?:axis|axes|coordinates?|values?|position|direction|and|or|is|button|times|team|marks?)\b)/u,
];
const SIGN_LAST = new RegExp(
  `(?:[\\s–—:(|-]+(?:${SIGN}|\\[[xX]\\]|\\([xX]\\))+|\\s[#@]done(?:\\([^)]*\\))?)(?:\\s+\\d[\\p{L}\\p{N}.:/ -]{0,20})?[\\s.)|]*$`,
  'iu',
);
/** `Week 1 (done): write it` */
const LABEL_DONE = new RegExp(
  `^([\\p{L}\\p{N}][^:()\\[\\]]{0,30}?)\\s*[([](?:already |all )?(?:${FINISHED})[)\\]](?=\\s*[:–—-]\\s*\\S)`,
  'iu',
);
const BRACKETED = /[\s*_]*[([{]([^()[\]{}]{2,90})[)\]}][\s.!*_]*$/u;
/** Separators between a line and its status. A comma, the end of a sentence or a space separates loosely. */
const DIVIDES =
  /\s*(?:->|=>|→|\.{2,}|[:=–—…|;]|(?<=\s)\/(?=\s)|\/\/)[\s*_>|-]*|\s-{1,3}\s*|\t\s*|\s{2,}|,\s+|[.!]\s+|\s(?=[*_👍])/gu;
const LOOSE = /^(?:,\s+|[.!]\s+|\s)$/;
const WANTS_MORE =
  /(?:^|[\s(])(?:to|as|is|are|was|be|been|until|till|of|than|or|and|that|it['’]?s|get|getting|when|if|once|called|named|says?|with|for|the|a|an|in|on|not|nearly|almost|half|partly|mostly|never|\p{L}+n['’]t)[\s*_:=]*$/iu;
const SUBORDINATE = /^(?:when|once|if|after|until|as soon as|unless|while|before|since)\b/i;
const NAMES_IT =
  /^(?:please )?(?:mark|label|flag|tag|call|set|show|consider|declare)\s+(?:it|this|that|them|all)\b/i;
const NAMES_VALUE = /^\W*(?:live|fixed|complete|closed)\b/i;
const MAX_DIVIDERS = 6;
const MAX_MARK_LENGTH = 120;

/** Whether words require a complement, so that the following text belongs to the task: `set it to` */
export function wantsMore(words: string): boolean {
  return WANTS_MORE.test(words.slice(-40));
}

const AT_END = new RegExp(`(?:${FINISHED})[^\\p{L}\\p{N}]*$|[✔✅✓☑]\\ufe0f?\\s*$`, 'iu');

/**
 * Whether a title, or a line before a list, says that everything below is done: `Week 1 (done)`, but not `✅ Checklist`.
 */
export function isTitleDone(title: string): boolean {
  const name = title.slice(0, 160).replace(/[\s:：*_]+$/u, '');
  return AT_END.test(name) && doneMark(name)?.strength === 'plain';
}

/** A mark that a line is done. */
export interface DoneMark {
  /** The line without the mark. */
  readonly words: string;
  /**
   * The confidence: `loose` if only a comma or a space precedes the word, and `value` if the word may also be a value,
   * as in "fixed".
   */
  readonly strength: 'plain' | 'loose' | 'value';
  /** Whether the mark is a symbol, not a word. */
  readonly isSign: boolean;
}

/** Finds the mark that a line is done: before it, after it, or after its label. */
export function doneMark(text: string): DoneMark | undefined {
  const mark = (words: string, strength: DoneMark['strength'] = 'plain', isSign = false) => ({
    words: words.trim(),
    strength,
    isSign,
  });
  const first = FIRST.find((pattern) => pattern.test(text));
  if (first) return mark(text.replace(first, ''), 'plain', true);
  if (NAMES_IT.test(text)) return undefined;
  if (LABEL_DONE.test(text)) return mark(text.replace(LABEL_DONE, '$1'));
  const tail = Math.max(0, text.length - MAX_MARK_LENGTH);
  const last = text.slice(tail);
  const before = (end: number) => text.slice(0, tail + end);
  const signed = SIGN_LAST.exec(last);
  if (signed && says(before(signed.index)) && !wantsMore(before(signed.index)))
    return mark(before(signed.index), 'plain', true);
  const bracketed = BRACKETED.exec(last);
  const inside = bracketed ? doneState(bracketed[1] ?? '') : undefined;
  if (bracketed && inside && says(before(bracketed.index)))
    return mark(before(bracketed.index), inside === 'reached' ? 'loose' : 'plain');
  for (const { 0: divider, index } of [...last.matchAll(DIVIDES)].slice(-MAX_DIVIDERS).reverse()) {
    const words = last.slice(index + divider.length);
    const state = doneState(words);
    if (state === undefined || !says(before(index)) || wantsMore(last.slice(0, index))) continue;
    const isDashed = /^\s*[–—-]{1,3}\s*$/.test(divider);
    // In `position: fixed` and `staging → live` it is a value.
    if (state === 'reached' && (NAMES_VALUE.test(words) ? !isDashed : /^\s*[:=]/.test(divider)))
      return undefined;
    const isLoose = LOOSE.test(divider) && !/^(?:[*_]|DONE\b|[Aa]lready\b)/.test(words);
    if (isLoose && SUBORDINATE.test(text)) return undefined;
    const reached = isDashed ? 'loose' : 'value';
    return mark(before(index), state === 'reached' ? reached : isLoose ? 'loose' : 'plain');
  }
  return undefined;
}

function says(words: string): boolean {
  return /\p{L}{2}|\p{Lo}/u.test(words);
}

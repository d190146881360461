/** The requirements for a draft. */
export interface DraftDemands {
  /** 0 for any length. */
  readonly targetWords: number;
  /** The last message that was sent, which should not be repeated. */
  readonly lastSent?: string | undefined;
}

const MAX_DRAFT_LENGTH = 20_000;
/** Short targets are easily missed by a few words. */
const MIN_SLACK_WORDS = 20;

/** Talk about a message instead of the message itself. */
const META_TALK: readonly RegExp[] = [
  /^(?:sure|certainly|of course|absolutely|okay|ok|great)\b[,!.:]*\s+(?:here|below|i['’]ll|i will|let me)\b/i,
  /^(?:here|below|this|the following)(?:['’]s| is| are)?\b[^.!?\n]{0,60}\b(?:draft|message|reply|response|version)\b[^.!?\n]{0,60}:/i,
  /^(?:draft|message|reply|response|answer|next message)(?: \d+)?\s*:/i,
  /\bas an? (?:ai|artificial intelligence|(?:large )?language model)\b/i,
  /\bi(?:['’]m| am) (?:just |only )?an? (?:ai|(?:large )?language) (?:model|assistant)\b/i,
  /\b(?:let me know|tell me) if you(?:['’]d| would)? (?:like|want) (?:me to )?(?:\w+ )?(?:changes?|adjust|revise|rewrite|shorten|another (?:draft|version))\b/i,
];

const PROMPT_TAGS = /<\/?(?:conversation|guidance|rejected)>/i;
const BLANKS =
  /\[(?:your|my|their|insert|recipient|sender|name|date|time|company|phone|address|email)\b[^\]\n]{0,40}\]|\{\{[^{}\n]*\}\}/i;

/** Why a draft cannot be sent, for the model that wrote it; `undefined` if it can. */
export function problemWith(draft: string, { targetWords, lastSent }: DraftDemands): string | undefined {
  const text = draft.trim();
  if (text === '') return 'It was empty.';
  if (META_TALK.some((pattern) => pattern.test(text)))
    return 'It talks about a message instead of being one.';
  if (PROMPT_TAGS.test(text)) return 'It repeats the marks that the conversation was shown in.';
  const blank = BLANKS.exec(text)?.[0];
  if (blank !== undefined) return `It has a blank to be filled in: ${blank}.`;
  if (isWrapped(text)) return 'It stands in quotation marks or a code block.';
  if (lastSent !== undefined && text === lastSent.trim()) return 'It is what was sent before.';
  return lengthProblem(text, targetWords);
}

function isWrapped(text: string): boolean {
  return /^```.*```$/s.test(text) || /^(?:"[^"]*"|“[^“”]*”|„[^„“]*“|«[^«»]*»)$/.test(text);
}

function lengthProblem(text: string, targetWords: number): string | undefined {
  if (text.length > MAX_DRAFT_LENGTH)
    return `It has ${text.length} characters; at most ${MAX_DRAFT_LENGTH} are sent.`;
  if (targetWords === 0) return undefined;
  const words = wordCount(text);
  const most = Math.max(targetWords * 2, targetWords + MIN_SLACK_WORDS);
  const fewest = Math.ceil(targetWords / 3);
  if (words > most) return `It is far too long: ${words} words, where about ${targetWords} are wanted.`;
  if (words < fewest) return `It is far too short: ${words} words, where about ${targetWords} are wanted.`;
  return undefined;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Also for languages without spaces between words. */
export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}

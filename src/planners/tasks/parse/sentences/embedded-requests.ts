import { readingOf } from './mood.ts';

const ASKS_INSIDE =
  /(?:[,;:—–]|\s-)\s*(?:(?:so|and|but|sorry|English)[\s,:]+)*(?=(?:please |pls )?(?:can|could|would|will) (?:you|u|someone|somebody)\b)/iu;

/** The index in a sentence where a request starts after an introduction. */
export function askedInside(sentence: string): number | undefined {
  const found = ASKS_INSIDE.exec(sentence.slice(0, 2000));
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  return readingOf(sentence.slice(start)).mood === 'request' ? start : undefined;
}

/** A sentence without the question mark of its polite phrase. */
export function withoutMark(sentence: string): string {
  return sentence.replace(/\s*[?？]+((?:[\s)!.]|\p{Extended_Pictographic}|\ufe0f)*)$/u, '$1').trimEnd();
}

const ASKS_FOR_WORK =
  /(?:^|[^\p{L}])(?:(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody|(?:one|two|three|some)(?: or \p{L}+)? of you|we (?:please )?get)\b(?! (?:(?:please|maybe|also|both) )*(?:tell|explain|know|say|confirm|remember|clarify|recall|think|remind|accept|rather|let (?:me|us) know|trust|prefer|recommend|suggest|see|imagine|describe|give (?:me|us) (?:an|a) (?:idea|opinion))\b)|would it be possible to |would (?:you|u) mind \p{L}+ing\b)|\s(?:pls|please|plz) ?\?\s*$/iu;
const ASKS_TO_KNOW =
  /\b(?:what|which|who|whom|how|when|where|why|whether)\b[^,;:.?]{0,60}\b(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody|we)\b/i;

/** `Can the export run at night?` is a request: a yes would not fulfil it. */
const ASKS_FOR_THING =
  /^(?!.*\bor\b)(?:(?:and|also|then|maybe|so|hmm)[\s,]+)*(?:(?:can|could) (?:it|this|that|they|the|these|those|our|my|there)|(?:can|could|may|might) (?:i|we) (?:please |just |also )*(?:get|have|ask (?:you |someone |somebody )?for)|(?:is|would) it (?:be )?possible (?:that|for|if|to))\b/iu;

/** Whether a question requests work, which an answer would not complete. */
export function asksForWork(question: string): boolean {
  const words = question.slice(0, 600);
  return (ASKS_FOR_WORK.test(words) && !ASKS_TO_KNOW.test(words)) || ASKS_FOR_THING.test(words);
}

const LOOK_INTO =
  /(?<![\p{L}-])(?:(?:double-?)?check(?:s|ing)?(?! with)|check-?list|verify|review|inspect|audit|QA|find out(?! from)|look (?:at|into)|investigate|figure out|go through)(?![\p{L}-])/iu;

/** Whether questions below an introduction are to be investigated, not asked: `Check on staging: does it redirect?` */
export function isToLookInto(introduction: string): boolean {
  return LOOK_INTO.test(introduction) && !/\bquestions?\b/i.test(introduction);
}

import { readingOf } from './mood.ts';

const ASKS_INSIDE =
  /(?:[,;:—–]|\s-)\s*(?:(?:so|and|but|sorry|English)[\s,:]+)*(?=(?:please |pls )?(?:can|could|would|will) (?:you|u|someone|somebody)\b)/iu;

/** Where, in a sentence that begins otherwise, somebody is asked to do something. */
export function askedInside(sentence: string): number | undefined {
  const found = ASKS_INSIDE.exec(sentence.slice(0, 2000));
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  return readingOf(sentence.slice(start)).mood === 'request' ? start : undefined;
}

/** A sentence without the question mark that its polite part had. */
export function withoutMark(sentence: string): string {
  return sentence.replace(/\s*[?？]+((?:[\s)!.]|\p{Extended_Pictographic}|\ufe0f)*)$/u, '$1').trimEnd();
}

const ASKS_FOR_WORK =
  /(?:^|[^\p{L}])(?:(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody|(?:one|two|three|some)(?: or \p{L}+)? of you|we (?:please )?get)\b(?! (?:(?:please|maybe|also|both) )*(?:tell|explain|know|say|confirm|remember|clarify|recall|think|remind|accept|rather|let (?:me|us) know|trust|prefer|recommend|suggest|see|imagine|describe|give (?:me|us) (?:an|a) (?:idea|opinion))\b)|would it be possible to |would (?:you|u) mind \p{L}+ing\b)|\s(?:pls|please|plz) ?\?\s*$/iu;
const ASKS_TO_KNOW =
  /\b(?:what|which|who|whom|how|when|where|why|whether)\b[^,;:.?]{0,60}\b(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody|we)\b/i;

/** Whether a question asks for something to be done: its answer would not be that. */
export function asksForWork(question: string): boolean {
  const words = question.slice(0, 600);
  return ASKS_FOR_WORK.test(words) && !ASKS_TO_KNOW.test(words);
}

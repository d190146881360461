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

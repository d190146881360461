import { protectedSpans } from '../spans/protected-spans.ts';

const MIN_WORDS = 25;
const ONSET =
  /\s+(?=(?:(?:oh |and |but |so )+(?:after that|afterwards|then|when|once|also|finally|lastly|please|do not|don['’]?t|never|make sure|we (?:need|have|should|must)|you (?:need|have|should|must)|next|first|second|third)|oh|after that|afterwards|then|and also|please|finally|next we|next you|first we|first you|also (?:we|you|please|make|add|do))\b)/giu;

/** Splits a dictated sentence without punctuation where the speaker starts again. Other sentences stay whole. */
export function withoutRunOns(sentence: string): string[] {
  if (sentence.length < 100 || sentence.length > 5_000) return [sentence];
  const spans = protectedSpans(sentence);
  const outside = spans.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    sentence,
  );
  if (/[,;:—–]/.test(outside.slice(0, -1)) || outside.split(/\s+/).length < MIN_WORDS) return [sentence];
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: space, index } of sentence.matchAll(ONSET)) {
    if (spans.some(({ start, end }) => start <= index && index < end) || index - from < 20) continue;
    pieces.push(sentence.slice(from, index));
    from = index + space.length;
  }
  return [...pieces, sentence.slice(from)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

import type { CutPlace } from '../entries/cuts.ts';
import { clausesOf } from '../sentences/clauses.ts';
import { isOrderAt, readingOf } from '../sentences/mood.ts';
import { isNounToo, isVerb } from '../sentences/verbs.ts';
import { shapeOf } from './word-shape.ts';

const WORD = /[\p{L}\p{N}'’_-]+|[`"(#@]/gu;
const AROUND = 60;

/** The features of a possible cut, and the verdict of the rules. */
export interface CutSigns {
  readonly names: readonly string[];
  readonly isRuled: boolean;
}

/** The features of a cut, for each position of a sentence. */
export function cutFeatures(sentence: string, places: readonly CutPlace[], isItem: boolean): CutSigns[] {
  const ruled = cutsByRule(sentence, isItem);
  let nextRuled = 0;
  const opening = wordsIn(sentence.slice(0, AROUND)).slice(0, 2);
  const isAsking = /\?\s*$/.test(sentence);
  const whole = readingOf(sentence).mood;
  return places.map(({ index, end, sign }, at) => {
    const start = places[at - 1]?.end ?? 0;
    const stop = places[at + 1]?.index ?? sentence.length;
    const left = sentence.slice(start, index);
    const from = /^\p{L}/u.test(sign) && !/^(?:and|but|so|oh|also|then)$/.test(sign) ? index : end;
    const right = sentence
      .slice(from, stop)
      .trim()
      .replace(/^(?:(?:and|but|so|oh|also|then|please|pls)[\s,]+)+/i, '');
    const rest = sentence
      .slice(from, from + 300)
      .trim()
      .replace(/^(?:(?:and|but|so|oh|also|then|please|pls)[\s,]+)+/i, '');
    const [first = '', second = '', third = ''] = wordsIn(rest.slice(0, AROUND));
    const before = wordsIn(left.slice(-AROUND)).reverse();
    const leftOpening = wordsIn(left.slice(0, AROUND));
    const joined =
      /^\s*(?:and|but|so|oh|also|then|please|pls)\b/i.exec(sentence.slice(end))?.[0].trim().toLowerCase() ??
      '';
    const mark = `${sign}${joined === '' ? '' : `+${joined}`}`;
    const verb = isVerb(first) ? (isNounToo(first) ? 'either' : 'verb') : 'no';
    const isOrder = isOrderAt(rest);
    const isAfterOrder = isOrderAt(left.replace(/^(?:(?:and|but|so|oh|also|then|please|pls)[\s,]+)+/i, ''));
    while (nextRuled < ruled.length && (ruled[nextRuled] ?? 0) < index) nextRuled += 1;
    const isRuled = (ruled[nextRuled] ?? Number.POSITIVE_INFINITY) <= end + 24;
    const [leftMood, rightMood] = [readingOf(left.trim()).mood, readingOf(right).mood];
    const depth = depthAt(sentence, index);
    const many = Math.min(6, wordsIn(right.slice(0, 200)).length);
    const few = Math.min(6, wordsIn(left.slice(-200)).length);
    const names = [
      'bias',
      `s=${mark}`,
      `r=${isRuled}`,
      `s,r=${mark} ${isRuled}`,
      `o=${isOrder} ${isAfterOrder}`,
      `s,o=${mark} ${isOrder} ${isAfterOrder}`,
      `s,o,i=${mark} ${isOrder} ${isAfterOrder} ${isItem}`,
      `v=${verb}`,
      `s,v=${mark} ${verb} ${isItem}`,
      `m=${leftMood} ${rightMood}`,
      `s,m=${mark} ${leftMood} ${rightMood}`,
      `s,rm=${mark} ${rightMood} ${isItem}`,
      `s,lm=${mark} ${leftMood}`,
      `w=${whole}`,
      `w,s=${whole} ${mark}`,
      `w,rm=${whole} ${rightMood}`,
      `n1=${first}`,
      `n2=${first} ${second}`,
      `n3=${first} ${second} ${third}`,
      `s,n1=${mark} ${first}`,
      `2=${second}`,
      `p1=${before[0] ?? ''}`,
      `p2=${before[1] ?? ''} ${before[0] ?? ''}`,
      `lo=${leftOpening[0] ?? ''}`,
      `s,lo=${mark} ${leftOpening[0] ?? ''}`,
      `so=${opening[0] ?? ''}`,
      `i=${isItem}`,
      `s,i=${mark} ${isItem}`,
      `q=${isAsking} ${mark}`,
      `d=${depth} ${mark}`,
      `many=${many}`,
      `few=${few}`,
      `s,few=${mark} ${few}`,
      `s,many=${mark} ${many}`,
      `at=${Math.min(at, 3)}`,
      `last=${at === places.length - 1}`,
      `shape=${shapeOf(rest)}`,
      `s,shape=${mark} ${shapeOf(rest)}`,
      `next=${places[at + 1]?.sign ?? 'end'}`,
      `suffix=${first.slice(-3)}`,
    ];
    return { names, isRuled };
  });
}

/** Whether an index is inside parentheses; nesting is ignored. */
function depthAt(sentence: string, index: number): number {
  const before = sentence.slice(Math.max(0, index - 200), index + 1);
  return before.lastIndexOf('(') > before.lastIndexOf(')') ? 1 : 0;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** The cuts that the rules make. */
function cutsByRule(sentence: string, isItem: boolean): number[] {
  let from = 0;
  return clausesOf(sentence, isItem).flatMap(({ text }, at) => {
    const found = sentence.indexOf(text.slice(0, 40), from);
    if (found >= 0) from = found + text.length;
    return at === 0 || found < 0 ? [] : [found];
  });
}

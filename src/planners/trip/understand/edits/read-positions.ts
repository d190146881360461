import type { StayReader } from '../dates/read-stays.ts';
import { type Phrases, readPlace } from '../places/place-phrases.ts';
import { NUMBER, numberOf } from '../text/working-text.ts';

const COUNT = new RegExp(`^(?:${NUMBER})$`, 'i');
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** Where in a trip something goes: "between Lyon and Nice", "after Verona", "at the end", "on day 2". */
export function readPosition(phrases: Phrases, at: number, stays: StayReader): number | undefined {
  const words = phrases.tokens.slice(at, at + 6).map((token) => token.toLowerCase());
  const [token = '', next = '', third = ''] = words;
  if (token === 'between') return readBetween(phrases, at, stays);
  if (/^(?:after|before|behind|following)$/.test(token)) {
    const place = readPlace(phrases, at + (/^(?:visiting|seeing|the)$/.test(next) ? 2 : 1));
    if (!place?.isKnown) return undefined;
    stays.place(token === 'before' ? { before: place.name } : { after: place.name }, at);
    return place.next;
  }
  const phrase = words.join(' ');
  const end = /^(?:at|in|towards|near|to) the (?:very )?(end|beginning|start|front|middle)\b/.exec(
    phrase,
  )?.[1];
  if (end !== undefined) {
    stays.place({ at: end === 'end' ? 'end' : end === 'middle' ? 'middle' : 'start' }, at);
    return at + (third === 'very' ? 4 : 3);
  }
  if (/^(?:halfway|midway)$/.test(token)) {
    stays.place({ at: 'middle' }, at);
    return at + 1;
  }
  if (/^(?:first|last)$/.test(token) && /^(?:stop|place|city)$/.test(next)) {
    stays.place({ at: token === 'first' ? 'start' : 'end' }, at);
    return at + 2;
  }
  const day = /^(?:on |for )?(?:the )?day (\S+)/.exec(phrase)?.[1];
  if (day !== undefined && COUNT.test(day)) {
    stays.place({ day: numberOf(day) }, at);
    return at + phrase.slice(0, phrase.indexOf(day)).trim().split(' ').length + 1;
  }
  const nth = ORDINALS.indexOf(third);
  if (token === 'on' && next === 'the' && (nth >= 0 || third === 'last') && words[3] === 'day') {
    stays.place({ day: nth >= 0 ? nth + 1 : -1 }, at);
    return at + 4;
  }
  return undefined;
}

function readBetween(phrases: Phrases, at: number, stays: StayReader): number | undefined {
  const from = readPlace(phrases, at + 1);
  if (from === undefined || !/^(?:and|&)$/i.test(phrases.tokens[from.next] ?? '')) return undefined;
  const to = readPlace(phrases, from.next + 1);
  if (to === undefined) return undefined;
  stays.place({ after: from.name, before: to.name }, at);
  return to.next;
}

/** Reads forgotten stops, and visits without a night. */
export function readOrder(phrases: Phrases, at: number, stays: StayReader): number | undefined {
  const words = phrases.tokens.slice(at, at + 7).map((token) => token.toLowerCase());
  const phrase = words.join(' ');
  const [token = ''] = words;
  // "Go to Seattle instead" is about where the trip leads.
  const isElsewhere = /^go to\b.*\binstead\b(?! of\b)/.test(phrase);
  const forgotten =
    !isElsewhere &&
    /^(?:forgot|missing|forgotten|want to see|want to go to|would like to see|like to see|go to|via)\b/.exec(
      phrase,
    )?.[0];
  if (typeof forgotten === 'string') return stays.takeNamed(at + forgotten.split(' ').length);
  if (
    /^(?:no|without(?: an)?) (?:overnight|night there|sleeping)/.test(phrase) ||
    /^(?:just )?for (?:lunch|dinner|a coffee|an hour|a few hours|the afternoon|the day)\b/.test(phrase)
  ) {
    stays.mark({ isDayTrip: true });
    return at + (token === 'no' ? 2 : /^for (?:a|an|the)\b/.test(phrase) ? 3 : 2);
  }
  return undefined;
}

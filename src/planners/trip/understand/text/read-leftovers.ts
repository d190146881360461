import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { StayReader } from '../dates/read-stays.ts';
import { isFiller, isSign, isVerb, readPlace } from '../places/place-phrases.ts';
import { isCommonWord } from './common-words.ts';

/** Less known, a word that is nearly a name is rather a word. */
const KNOWN_FAR = 55;
const MIN_LENGTH = 6;

/**
 * Where nothing else was named, a clause that is a known place and nothing else is one, however it is written; failing that, a word
 * that is nearly the name of a well-known place.
 */
export function readLeftovers(unread: string[], places: PlaceKnowledge, stays: StayReader): void {
  const phrases = { tokens: unread, places };
  let isFound = false;
  for (let at = 0; at < unread.length; at++) {
    const place = at > 0 && !isSign(unread[at - 1]) ? undefined : readPlace(phrases, at);
    if (!place?.isKnown || !isSign(unread[place.next])) continue;
    stays.push({ name: place.name, cue: 'visit' }, at);
    isFound = true;
    at = place.next;
  }
  if (!isFound) readMisspelled(unread, places, stays);
}

/** "amsterdamn". */
function readMisspelled(unread: string[], places: PlaceKnowledge, stays: StayReader): void {
  for (const [at, word] of unread.entries()) {
    if (!canBeMisspelled(word)) continue;
    const [found] = places.resolve(word, { limit: 1 });
    if (found === undefined || (found.renown ?? 0) < KNOWN_FAR) continue;
    unread[at] = '|';
    stays.pushMeant(word, found.name, at);
    return;
  }
}

function canBeMisspelled(word: string): boolean {
  return (
    word.length >= MIN_LENGTH &&
    /^\p{L}+$/u.test(word) &&
    !isCommonWord(word) &&
    !isFiller(word) &&
    !isVerb(word)
  );
}

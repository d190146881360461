import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { isKnownPlace } from '../places/place-phrases.ts';
import { isCommonWord } from '../text/common-words.ts';
import type { WorkingText } from '../text/working-text.ts';

const THING = "(?<what>[\\p{L}][\\p{L}'’-]*(?: [\\p{L}][\\p{L}'’-]*){0,4}?)";
const DATE =
  '(?<date> (?:on )?(?:20\\d{2}-\\d{2}-\\d{2}|\\p{Lu}\\p{L}{2,8} \\d{1,2}|\\d{1,2}(?:st|nd|rd|th)? \\p{L}{3,9}))?';
const END = '(?=\\s*(?:[,.;!?|)]|$))';

/** What has to be in the trip, in the ways that people say so. */
const MUSTS: readonly RegExp[] = [
  new RegExp(
    `(?<=^ ?|[,.;!?|:] ?)(?:the )?${THING}${DATE} (?:must|has to|have to|needs to|should) be (?:in(?: it| there| the (?:trip|plan))?|included|part of it)\\b`,
    'giu',
  ),
  new RegExp(
    `(?<=^ ?|[,.;!?|:] ?)(?:an? |the )?${THING}${DATE}(?: (?:is|are))?(?: an?)?(?: absolute)? (?:must(?:-?(?:see|do))?s?|obligatory|mandatory)${END}`,
    'giu',
  ),
  new RegExp(
    `\\b(?:must[\\s-](?:see|do|visit)|(?:we |i )?(?:have to|need to|gotta|really want to) (?:see|visit))s?:? (?:the )?${THING}${DATE}${END}`,
    'giu',
  ),
];
/** "Harry Potter studio": a name before such a word is something to see, and no town. */
const SIGHT =
  /(?<=^ ?|[,.;!?|:] ?)(?:the )?(?<what>(?:\p{Lu}[\p{L}'’]+ ){1,3}(?:studios?|museum|tour|factory|stadium|zoo|festival|concert|show|brewery|distillery|exhibition|theme park|aquarium))(?= (?:on the way|en route|too|as well|please)|\s*(?:[,.;!?|)]|$))(?: (?:on the way|en route|too|as well|please))?/gu;
const MAX_WORDS = 5;

/**
 * Takes what must be seen out of a text. A place that is known is visited; anything else is something to see, in the words
 * of the traveller.
 */
export function takeMusts(text: WorkingText, places: PlaceKnowledge): string[] {
  const found: string[] = [];
  const take = (phrase: string, what: string, date: string): string => {
    const [first = '', ...others] = what.split(/,? and (?=\p{Lu})/u);
    if (others.length > 0 && /^\p{Lu}/u.test(first))
      return [first, ...others].map((each) => take('', each, '')).join('') + date;
    // What the hotel must have is nothing to see.
    if (
      /^(?:an? )?(?:lifts?|elevators?|pools?|breakfast|parking|bath(?:tub)?|shower|kitchen|balcony|crib|cot|wi-?fi|air ?con\w*|lodging|quiet room)$/i.test(
        what.trim(),
      )
    )
      return phrase;
    const words = what.trim().split(' ');
    if (words.length > MAX_WORDS || words.every((word) => isCommonWord(word) && !isFacility(word)))
      return phrase;
    const name = words.map((word) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())).join(' ');
    if (isKnownPlace(name, places) && isWorthVisiting(name, places)) return ` | visit ${name} |${date} `;
    found.push(what.trim());
    return ` |${date} | `;
  };
  for (const pattern of MUSTS) {
    text.reword(pattern, (phrase, what = '', date?: string) =>
      take(phrase, what, typeof date === 'string' ? date : ''),
    );
  }
  text.reword(SIGHT, (phrase, what = '') => {
    const [first = ''] = what.split(' ');
    return isKnownPlace(first, places) && isWorthVisiting(first, places) ? phrase : take(phrase, what, '');
  });
  return found;
}

const WORTH_VISITING = 20;
const SIZEABLE = 5000;

function isWorthVisiting(name: string, places: PlaceKnowledge): boolean {
  // A railway beside other places is something to do.
  if (places.route?.(name)?.kind === 'train') return false;
  const [found] = places.resolve(name, { limit: 1, typos: false });
  return found !== undefined && ((found.renown ?? 0) >= WORTH_VISITING || found.population >= SIZEABLE);
}

function isFacility(word: string): boolean {
  return /^(?:houseboat|safari|hammam|museum|castle|palace|boat|cruise|market|opera|train|railway|cable)$/i.test(
    word,
  );
}

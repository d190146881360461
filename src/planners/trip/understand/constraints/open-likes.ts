import { isFiller, isVerb } from '../places/place-phrases.ts';
import { isCommonWord } from '../text/common-words.ts';
import type { WorkingText } from '../text/working-text.ts';

/** Tells whether a word or a name is that of a place. */
export type IsPlace = (name: string) => boolean;

/** What is no thing to like or to avoid. */
export const NO_THING =
  /^(?:limit.*|sleep(?:ing)?(?: .*)?|more|less|problem|idea|rush|hurry|stress|thanks?|need|one|matter|worries|plans?|preference|particular.*|overnight|changes?|other.*|longer.*|stops?|detours?|flights?|flying|planes?|drive|to .*|it|that|this|them|going|go .*|too .*|very .*|origin|start.*|way|time.*|relax.*|exciting|interesting|fun|packed|slow.*|expensive|cheap.*|days?|nights?|weeks?|money|people|variety)$/i;

const WHO = '(?:(?:[Ww]e|I|i|[Tt]hey|[Ss]he|[Hh]e|kids?)(?: (?:really|all|both|also|just))? )?';
const LIKING =
  "(?:love[sd]?|enjoys?|adores?|(?:am|are|is|'re|'m) (?:really |very |all |big |totally )?(?:into|fond of|keen on|obsessed with)|(?:big |huge )?fans? of|crazy about|mad about|interested in|keen on|fond of|can'?t get enough of|here for|(?:it'?s )?all about|(?<=(?:^|[,;.|])\\s*|\\band )[Mm]ore)";
const ITEM = "\\p{L}[\\p{L}'’-]*(?: [\\p{L}'’-]+){0,2}?";
const END = '(?=\\s*(?:[,.;:|!?)(]|$|please\\b|and\\b|but\\b|or\\b|because\\b))';
const LIKED = new RegExp(
  `(?<![\\p{L}'])${WHO}${LIKING} (?:the |a good |good |some |lots of )?(?<what>${ITEM})${END}`,
  'u',
);
/** What a list of things goes on with. */
const MORE = new RegExp(`^(?<joint>\\s*(?:,\\s*(?:and |or )?|and |or |& ))(?<what>${ITEM})${END}`, 'u');

/** "Big Harry Potter fans". */
const FANS =
  /(?<=^ ?|[,.;|!?] ?|\b(?:we are|we're|i am|i'm|is) )(?:an? |all )?(?:(?:big|huge|massive|keen|real) )?(?<what>[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}?) (?:fans?|lovers?|nerds?|geeks?|enthusiasts?|buffs?|freaks?|addicts?|nuts?)(?=\s*(?:[,.;|!?)]|$|and\b|travel|here))/u;

/** "Where they shot Breaking Bad". */
const FILMED =
  /(?:(?:to )?(?:see |visit )?(?:the )?(?:places? )?where (?:they|it was|he|she) (?:shot|filmed|made|set)|(?:the )?(?:film(?:ing)?|movie|shooting) (?:locations?|sets?|places) (?:of|for|from)) (?<what>[^.;!?|,]{2,80})/iu;

/** Takes the films whose places somebody wants to see out of a text, before their titles are read as names. */
export function takeFilms(text: WorkingText): string[] {
  const found: string[] = [];
  text.take(FILMED, ({ groups = {} }) => {
    found.push((groups.what ?? '').trim().toLowerCase());
  });
  return found;
}

/** "We love ramen, old trams and bookshops": what nobody has a word for is liked in the traveller's own. */
export function takeLiked(text: WorkingText, isPlace: IsPlace): string[] {
  const found: string[] = [];
  const isLiked = (what: string) => {
    const words = what.split(' ');
    return (
      !NO_THING.test(what) &&
      !words.some((word) => isFiller(word) || isVerb(word)) &&
      (/^\p{Ll}/u.test(what) ||
        (!isPlace(what) && (isCommonWord(words[0] ?? '') || !isPlace(words[0] ?? ''))))
    );
  };
  text.take(FANS, ({ groups = {} }) => {
    if (/^(?:train|car)$/i.test(groups.what ?? '')) return false;
    found.push((groups.what ?? '').toLowerCase());
    return true;
  });
  let rest: string | undefined;
  text.take(LIKED, ({ groups = {}, input, index, 0: words }) => {
    if (!isLiked(groups.what ?? '')) return false;
    found.push((groups.what ?? '').toLowerCase());
    rest ??= input.slice(index + words.length);
    return true;
  });
  for (let at = 0; rest !== undefined && at < MAX_ITEMS; at++) {
    const match = MORE.exec(rest);
    const what = match?.groups?.what ?? '';
    if (match === null || !isLiked(what) || isPlace(what) || isCommonWord(what)) break;
    found.push(what.toLowerCase());
    const before = text.text.lastIndexOf(rest);
    if (before < 0) break;
    text.cut(before, before + match[0].length);
    rest = rest.slice(match[0].length);
  }
  return found;
}

const MAX_ITEMS = 8;

const SIGNS = /[.;:!?|()]/;
const JOINT = /,|\b(?:and|or|plus)\b|&/;

/**
 * "Bière, BD, châteaux": beside what is known to be liked in an enumeration, a word that names no place is liked, too.
 * `isInterest` tells what is known.
 */
export function takeSiblings(
  text: WorkingText,
  isPlace: IsPlace,
  isInterest: (item: string) => boolean,
): string[] {
  const found: string[] = [];
  for (const clause of text.text.split(SIGNS)) {
    const items = clause
      .split(JOINT)
      .map((item) => item.trim())
      .filter((item) => item !== '');
    if (items.length < 2 || !items.some(isInterest)) continue;
    const begin = clause.trim();
    for (const item of items) {
      const isFirst = begin.startsWith(item);
      if (
        isInterest(item) ||
        !isUnnamedThing(item, {
          isFirst,
          isTranslated: text.isTranslated,
          hasCapitalNouns: text.hasCapitalNouns,
        })
      )
        continue;
      if (isPlace(item) || isCommonWord(item)) continue;
      const at = text.text.indexOf(item);
      text.cut(at, at + item.length);
      found.push(item.toLowerCase());
    }
  }
  return found;
}

/** A word in small letters is read with the leftovers; with a capital it is a thing in German, or where a sentence begins. */
function isUnnamedThing(
  item: string,
  {
    isFirst,
    isTranslated,
    hasCapitalNouns,
  }: { readonly isFirst: boolean; readonly isTranslated: boolean; readonly hasCapitalNouns: boolean },
): boolean {
  if (isFiller(item) || isVerb(item)) return false;
  if (/^\p{Lu}{2,4}$/u.test(item)) return isTranslated;
  return /^\p{Lu}\p{Ll}{2,}$/u.test(item) && isTranslated && (isFirst || hasCapitalNouns);
}

const NEED =
  /\b(?:we|i|she|he|they|grandma|kids?)(?:'ll| will| would)?(?: also| all)? (?:need|require|must have|can'?t do without|insist on)s? (?:an? |the |some )?(?<what>[\p{Ll}-]+(?: (?:an? )?[\p{Ll}-]+){0,4}?)(?=\s*(?:[,.;|!?)]|$|because\b|as\b|since\b|so\b|in (?:the|every|each|our)\b|and (?:we|i|the|a)\b))/u;
const NO_NEED =
  /\b(?:plans?|planning|itinerary|trip|tour|route|travel|person|people)\b|^(?:to|your|you|help(?!.*\bwith)|advice|ideas?|suggestions?|break|rest|time|more|less|days?|nights?|weeks?|be|it|that|this|someone|somewhere|something|places?|rooms?|hotels?|accommodations?|visas?|vacation|holiday|idea|flights?|car|trains?|bus)\b/i;

/** "My wife is coeliac", "I get seasick". */
const HEALTH =
  /\b(?:(?:my|our|the|one|i|we|he|she|they) ?(?:\p{Ll}+ )?(?:am|is|are|'m|gets?|suffers? from|has|have) )?(?:(?:a |an |very |severely |badly )*)(?<what>(?:coeliac|celiac|diabetic|gluten[- ]free|lactose[- ]intolerant|pregnant|deaf|blind|claustrophobic|allergic(?: to \p{Ll}+)?|(?:car|sea|motion|travel)[- ]?sick(?:ness)?|altitude sickness|vertigo|asthma|(?:nut |food |dog |cat )?allerg(?:y|ies)))\b(?: easily| badly| quickly)?/iu;

/** "We need a crib": what a traveller cannot do without is kept in mind, whatever it is. */
export function takeNeeds(text: WorkingText): string[] {
  const found: string[] = [];
  text.take(HEALTH, ({ groups = {} }) => {
    text.noted.push((groups.what ?? '').toLowerCase());
  });
  text.take(NEED, ({ groups = {} }) => {
    const what = groups.what ?? '';
    if (NO_NEED.test(what) || /§/.test(what)) return false;
    found.push(what);
    return true;
  });
  return found;
}

import type { DayRate } from '../../requirements/constraints.ts';
import { NUMBER, numberOf, type WorkingText } from '../text/working-text.ts';

/** Words for anything to see or do. */
const ANYTHING =
  'sights?|sightseeings?|things?(?: to (?:see|do|visit|see (?:and|or) do))?|activit(?:y|ies)|attractions?|visits?|points? of interest|excursions?|items?|outings?|programm?e? (?:points?|items?)|sightseeing (?:stops?|things?|spots?|activit(?:y|ies))';
/** Words for kinds of things to see or do, and the name that each goes by. */
const KINDS: readonly (readonly [words: string, what: string])[] = [
  [
    '(?:(?:art|history|science|modern art) )?(?:museums?|musems?|musuems?|museeums?|muesums?)|museos?|musées?',
    'museum',
  ],
  ['(?:art )?galler(?:y|ies)', 'gallery'],
  ['church(?:es)?|cathedrals?', 'church'],
  ['temples?|shrines?|pagodas?', 'temple'],
  ['mosques?', 'mosque'],
  ['monaster(?:y|ies)|abbeys?', 'monastery'],
  ['castles?|palaces?|ch[âa]teau[xs]?|fort(?:resse)?s', 'castle'],
  ['beach(?:es)?', 'beach'],
  ['hik(?:es?|ing)|long walks?', 'hike'],
  ['markets?', 'market'],
  ['(?:national )?parks?|playgrounds?', 'park'],
  ['gardens?', 'garden'],
  ['viewpoints?|lookouts?', 'viewpoint'],
  ['monuments?|landmarks?', 'monument'],
  ['ruins?|(?:archaeological|ancient|historic(?:al)?) sites?', 'ruin'],
  ['waterfalls?', 'waterfall'],
  ['lakes?', 'lake'],
  ['caves?', 'cave'],
  ['zoos?', 'zoo'],
  ['winer(?:y|ies)|vineyards?', 'winery'],
];
const ONLY_ANYTHING = new RegExp(`^(?:${ANYTHING})?$`, 'i');
const WORDS = `(?:${[...KINDS.map(([words]) => words), ANYTHING].join('|')})`;

const DAY =
  '(?:(?:a|per|each|every|any|on (?:any|each|every)(?: (?:single|one|given))?|in any one|for (?:each|every))[\\s-]+(?:single )?day|\\/\\s?day|daily)(?![\\p{L}])(?! (?:trips?|tours?|out|in|later|earlier|before|after|more|less|longer|or two)\\b)';
const LESS = '(?:less|fewer) than';
const MOST =
  '(?:(?:(?:not|no|never|nothing) (?:more|over)(?: than)?|at (?:the )?(?:very )?most|max(?:imum|\\.)?(?: of)?|up to|only|just|not over|limit(?:ed)?(?: it)? to|keep (?:it )?(?:to|at|under))(?: of)?)';
const LEAST = '(?:at (?:the )?(?:very )?least|min(?:imum|\\.)?(?: of)?|no (?:less|fewer) than)';
const BOUND = `(?:(?<bound>${MOST}|${LESS}|${LEAST}|about|around|roughly|exactly|ideally|say|maybe|always|like)\\s+)?`;
const COUNT = `(?<![\\d.,])(?:(?<low>${NUMBER})\\s*(?:-|to|or|\\/)\\s*)?(?<count>${NUMBER})`;
const ADJECTIVES =
  '(?:(?:big|main|major|small|famous|different|good|nice|great|proper|single|important|touristy?|tourist|cultural|short|long|easy|real|outdoor|indoor|kid-friendly|family|planned|paid|organi[sz]ed|top|must-see|interesting|little|guided|historic|old|pretty|beautiful|local|sightseeing|fun|solid),? ){0,2}';
const THING = `(?<what>${WORDS})(?![\\p{L}])`;
const AFTER =
  '(?<after>\\s*,?\\s*\\(?(?:max(?:imum)?|at (?:the )?most|tops|or (?:less|fewer)|(?:is|are|will be|would be|seems?|sind|ist|sont|est|son|es)(?: (?!not\\b)\\p{L}+){0,2} (?:plenty|enough|ok(?:ay)?|fine|gut|in ordnung|bien|the (?:most|limit|max(?:imum)?))|at least|or more|min(?:imum)?)\\b\\)?)?';
/** "and one beach". */
const ALSO = `(?<also>(?:\\s*(?:,|\\band\\b|\\bplus\\b|&|\\+)\\s*(?:${NUMBER}) ${ADJECTIVES}${WORDS}(?![\\p{L}]))*)`;
/** Only a rate begins with it. */
const FIRST_DAY = `(?:(?:(?:on )?(?:each|every|any)|per|for each) (?:single )?day|daily|a day(?=\\s+(?:${MOST}|${LEAST})\\s))`;
const FOR_US = '(?: (?:for|with) (?:us|me|the (?:kids|children)|them))?';

const RATES: readonly RegExp[] = [
  // "no more than two sights on the same day", "never two museums in one day"
  new RegExp(
    `\\b(?<never>(?:not|never|no|avoid|without|don'?t (?:want|put|plan|do|like|visit|see)|do not (?:want|put|plan|do))(?: to (?:see|do|visit|have))?(?<more> more than)?) (?:see |do |visit |have |put )?${COUNT} ${ADJECTIVES}${THING} (?:on|in|into|within) (?:the same|one|a single|a|any one|any) day\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?<never>no) (?:single )?day (?:should have |has |have )?(?:with )?(?<more>more than )?${COUNT} ${ADJECTIVES}${THING}`,
    'iu',
  ),
  // "two museums in one day is too much"
  new RegExp(
    `(?<![\\p{L}])${COUNT} ${ADJECTIVES}${THING} (?:on|in|a|per|each|every) (?:the same |one |a single |a )?day (?:is|are|would be) (?:way |far |a bit |just )?(?<toomuch>too (?:much|many))${FOR_US}`,
    'iu',
  ),
  // "per day at most two sights"
  new RegExp(
    `(?<![\\p{L}])${FIRST_DAY}(?:\\s*[,:]|\\s+there (?:should|must|can) be|\\s+we (?:want|need|do|can do|like))?\\s+${BOUND}${COUNT} ${ADJECTIVES}${THING}${ALSO}${AFTER}`,
    'iu',
  ),
  // "one museum a day", "two temples a day max"
  new RegExp(
    `(?<![\\p{L}])${BOUND}${COUNT} ${ADJECTIVES}${THING}${ALSO}${FOR_US}(?<mid>\\s*,?\\s*\\(?(?:max(?:imum)?|at most|tops|or less|min(?:imum)?|at least)\\)?)?(?:\\s*,)?\\s*${DAY}${AFTER}`,
    'iu',
  ),
  // "museums: only one a day", "we like museums but max two a day"
  new RegExp(
    `(?<![\\p{L}])${THING}(?:\\s*[,:(-]+\\s*|\\s+)(?:but |and |please |though )*${BOUND}${COUNT}(?: of (?:them|those|these))?(?<mid>\\s+(?:max(?:imum)?|at most|tops))?\\s+${DAY}${AFTER}`,
    'iu',
  ),
];
/** "3 a day is ok", where one kind was spoken of before. */
const BARE = new RegExp(
  `(?<![\\p{L}\\d$€£])${BOUND}${COUNT}(?: of (?:them|those|these))?(?<mid>\\s+(?:max(?:imum)?|at most|tops))?\\s+${DAY}${AFTER}(?=\\s*(?:[,.;!?|)]|$|please\\b|and\\b|now\\b|for us\\b))`,
  'iu',
);
const NEXT = new RegExp(`(?:,|\\band\\b|\\bplus\\b|&|\\+)\\s*${COUNT} ${ADJECTIVES}${THING}`, 'giu');

/** Takes how many things to see or do there should be each day out of a text. */
export function takeRates(
  text: WorkingText,
  { known = [] }: { readonly known?: readonly DayRate[] } = {},
): { readonly perDay?: DayRate[] } {
  const found = new Map<string, DayRate>();
  const liked: string[] = [];
  const keep = (words: string | undefined, rate: Omit<DayRate, 'what'>): boolean => {
    const { least = 1, most = least } = rate;
    if (!(least >= 1 && most >= 1 && most <= MAX_RATE)) return false;
    const what = kindOf(words ?? '');
    found.set(what ?? '', { ...(what !== undefined && { what }), ...rate });
    return true;
  };
  for (const pattern of RATES) {
    text.take(pattern, ({ 0: matched, groups = {} }) => {
      const { what, count = '', low, also = '' } = groups;
      if (/^another$/i.test(count)) return false;
      // Who wants one museum a day and says so of all museums likes them.
      if (
        matched
          .trimStart()
          .toLowerCase()
          .startsWith((what ?? '').toLowerCase()) &&
        kindOf(what ?? '')
      )
        liked.push(what ?? '');
      const isKept = keep(
        what,
        rateOf(groups, numberOf(count), low === undefined ? undefined : numberOf(low)),
      );
      for (const { groups: other = {} } of also.matchAll(NEXT))
        keep(other.what, rateOf(groups, numberOf(other.count ?? ''), undefined));
      return isKept;
    });
  }
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0 && found.size === 0) {
    text.take(BARE, ({ groups = {} }) => {
      const { what = '' } = only;
      return keep(what, rateOf(groups, numberOf(groups.count ?? ''), undefined));
    });
  }
  for (const { what = '', least = 1, most = least } of known) {
    text.take(
      new RegExp(`\\b(?:fewer|less) (?<what>${WORDS})(?:(?: (?:a|per|each|every)) day)?(?![\\p{L}])`, 'iu'),
      ({ groups = {} }) => {
        if ((kindOf(groups.what ?? '') ?? '') !== what || most < 2) return false;
        return keep(what, { most: most - 1 });
      },
    );
  }
  for (const words of liked) text.append(words);
  return found.size === 0 ? {} : { perDay: [...found.values()] };
}

const MAX_RATE = 20;

function rateOf(
  { bound = '', mid = '', after = '', never, more, toomuch }: Readonly<Record<string, string | undefined>>,
  count: number,
  low: number | undefined,
): Omit<DayRate, 'what'> {
  if (never !== undefined) return { most: more === undefined ? count - 1 : count };
  if (toomuch !== undefined) return { most: count - 1 };
  const words = `${bound} ${mid} ${after}`;
  if (new RegExp(LESS, 'i').test(words) && !/no (?:less|fewer)/i.test(words)) return { most: count - 1 };
  if (/least|\bmin|or more|no (?:less|fewer)/i.test(words)) return { least: count };
  const isMost =
    new RegExp(`\\b${MOST}`, 'i').test(words) ||
    /tops|or less|or fewer|plenty|enough|ok|fine|gut|ordnung|bien|the (?:most|limit|max)/i.test(words);
  if (isMost) return { most: count };
  return { least: low ?? count, most: count };
}

/** The name of a kind of things, undefined for anything to see or do. Any other word is its own name. */
export function kindOf(words: string): string | undefined {
  const word = words.trim().toLowerCase();
  if (ONLY_ANYTHING.test(word)) return undefined;
  return KINDS.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(word))?.[1] ?? word;
}

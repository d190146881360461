import type { TripConstraints } from '../../requirements/constraints.ts';
import type { WorkingText } from '../text/working-text.ts';
import { takeNeeds } from './open-likes.ts';

/** The lodging, as read from a text. */
export type LodgingReading = NonNullable<TripConstraints['lodging']>;

const ROOMS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:not|no|non-?|isn'?t|don'?t|other than|avoid)(?: want| like| need)?(?: a| any)? ?shared rooms?\b|\b(?:rooms?|accommodations?) (?:should|must|may|can|are|is)(?:n'?t| not)(?: be)? shared\b|\brooms? that (?:are|is)n'?t shared\b/i,
    'not shared room',
  ],
  [
    /\bentire (?:rooms?|homes?|houses?|apartments?|places?)\b|\b(?:a |the )?(?:whole|own) (?:apartment|house|home|place)\b/i,
    'entire room',
  ],
  [/\bprivate rooms?\b/i, 'private room'],
  [/\bshared rooms?\b|\bdorms?\b|\bdormitor(?:y|ies)\b/i, 'shared room'],
  [/\b(?:youth )?hostels?\b/i, 'hostel'],
  [
    /\bcasas? particular(?:es)?\b|\bguest ?houses?\b|\bb&bs?\b|\bbed and breakfasts?\b|\bhomestays?\b/i,
    'guest house',
  ],
  [/\bholiday (?:flats?|apartments?|homes?)\b|\bairbnbs?\b/i, 'apartment'],
  [
    /\b(?:5|five|4|four|3|three)[\s-]stars?(?: hotels?)?\b|\bluxury hotels?\b|\bmid[\s-]?range(?: hotels?)?\b|\bcheap hotels?\b/i,
    'hotel',
  ],
];

const FEATURE =
  '(?:lifts?|elevators?|(?:private |roll-in |walk-in )?(?:pools?|balcon(?:y|ies)|terraces?|kitchens?|bathrooms?|showers?|sauna|jacuzzi|fireplace|garden|parking|bath(?:tub)?|steps?)|(?:baby |travel )?(?:cribs?|cots?)|high ?chairs?|washing machines?|(?:ev |car )?charg(?:ing|er)(?: point| station)?s?|ground floor|twin beds|breakfast(?: included)?|sea ?views?|(?:a |sea |ocean |mountain |lake )views?|air[\\s-]?con(?:ditioning)?|wi-?fi|half board|full board)';
const SLEEPS =
  '(?:cottages?|cabins?|villas?|apartments?|flats?|chalets?|bungalows?|(?:guest|farm|boat|tree|holiday) ?houses?|houseboats?|lodges?|inns?|riads?|ryokans?|resorts?|motels?|yurts?|gers?|tents?|huts?|(?:ger |yurt |bedouin |desert |safari |tented |small |glamping )?camps?|campsites?|camp ?grounds?|paradore?s?|agriturismos?|pensions?|suites?|(?:quiet|peaceful) hotels?|(?:ground[\\s-]floor|twin|double|single|family|connecting|adjoining|accessible|quiet|separate|non-?smoking|triple) rooms?|sleepers?|couchettes?|berths?)';
const KIND =
  '(?:(?:small|cheap|nice|good|quiet|cosy|cozy|family|boutique|luxury|simple|basic|rustic|sleeper|little|holiday|mountain|beach|private|self-catering|serviced|rented) )*';
/** Anything else that one sleeps in, and what it should have, in the words of the traveller. */
const OWN_WORDS = [
  new RegExp(
    `\\b(?<what>${KIND}(?:${SLEEPS}|hotels?(?= with))(?: (?:with|and|or) (?:an? )?(?:${FEATURE}|${SLEEPS})(?:(?:,| and| or)+ (?:an? )?${FEATURE})*)?)\\b(?! (?:site|fire|country))`,
    'iu',
  ),
  new RegExp(
    `\\b(?:(?:we|i) need |with |and |or )?(?:an? )?(?<what>${FEATURE}(?: without (?:an? )?(?:step|threshold|shower)s?)?)(?: (?:(?:(?:is|are|would be) )?(?:essential|a must|needed|required|please|nice|great|wonderful|lovely|good|perfect|ideal|appreciated|fantastic)|if (?:at all )?possible))*(?=\\s*(?:[,.;|!?)]|$|and\\b|or\\b))`,
    'iu',
  ),
];
/** Words before an unwanted feature. */
const UNWANTED = /\b(?:no|not|without|avoid|hate|don'?t (?:like|want)|anything but)(?: \p{Ll}+){0,2} ?$/iu;

/** House rules: the name, its phrasings, and the words before "friendly" and "free". */
const HABITS: readonly (readonly [string, string, string])[] = [
  ['pets', '(?:our |my |the |a |small )*(?:pets?|dogs?|cats?)', '(?:pet|dog|cat)s?'],
  ['smoking', '(?:smoking|smokers|to smoke|smoke)', '(?:smok(?:e|ing)|smokers?)'],
  ['parties', '(?:a |to |hosting )*part(?:y|ies)', 'party'],
  [
    'children under 10',
    '(?:young |small )?(?:children|kids) (?:under|below|younger than) (?:the age of )?(?:10|ten)',
    '(?:child|kid)s?',
  ],
  ['visitors', '(?:visitors|outside guests)', 'visitor'],
];
const ALLOWS =
  '(?:allow(?:s|ing)?|permit(?:s|ting)?|accept(?:s|ing)?|welcom(?:e|es|ing)|(?:ok(?:ay)?|fine) with|suitable for|accommodat(?:e|es|ing)|host(?:s|ing)?|where (?:we|i) (?:can|may)(?: (?:have|bring|host|take))?|(?:we|i) (?:want|need|would like|like) to)';
const BE = '(?:are |is |to |be |has |have |must |should |needs? |can |may |being )*';
const ALLOWED = '(?:allowed|permitted|welcome|accepted|ok(?:ay)?|possible)';
const HOUSE = '(?:rooms?|hotels?|places?|accommodations?|lodgings?|apartments?|houses?|stays?)';

/** The rules of a house that must forbid something, and of one that has to allow it. */
const RULES: readonly (readonly [RegExp, string])[] = HABITS.flatMap(([name, phrase, stem]) => {
  const forbidden = [
    `(?:non|no)[\\s-]${stem}(?: ${HOUSE})`,
    `non-${phrase}`,
    `${stem}-free`,
    `(?:no|not ${ALLOWS}|(?:don't|doesn't|do not|does not) (?:want )?(?:${ALLOWS} )?)(?:any )? ?${phrase}(?: ${BE}${ALLOWED})?(?=\\s*(?:[,.;!?|)]|$|and\\b|or\\b|please))`,
    `${phrase} ${BE}(?:not (?:be )?${ALLOWED}|forbidden|prohibited)`,
  ];
  const house = name === 'children under 10' ? ` ${HOUSE}` : `(?: ${HOUSE})?`;
  const allowed = [
    `${stem}[\\s-]friendly${house}`,
    `${ALLOWS}(?: (?:for|us to (?:have|bring)))? ${phrase}`,
    `${phrase},? ${BE}${ALLOWED}`,
    ...(name === 'smoking' ? ['smoking rooms?'] : []),
    ...(name === 'children under 10' ? [phrase] : []),
  ];
  return [
    [new RegExp(`\\b(?:${forbidden.join('|')})\\b`, 'i'), `no ${name}`],
    [new RegExp(`\\b(?:${allowed.join('|')})\\b`, 'i'), name],
  ];
});

/** "dorm" is a shared room, and stays what it was called. */
function inOwnWords(name: string, words: string): string {
  const own = words.toLowerCase().trim();
  return own.includes(name) || /^(?:not|hotel|entire)/.test(name) ? name : `${name} (${own})`;
}

/** Takes the room and the rules of the house out of a text. */
export function takeLodging(text: WorkingText): LodgingReading | undefined {
  let room: string | undefined;
  const rules = new Set<string>();
  // "lodges over chain hotels"
  text.reword(
    new RegExp(
      `\\b(${SLEEPS}) (?:over|rather than|instead of|not|and not) ((?:big |large |chain |modern |ugly )+hotels?)\\b`,
      'giu',
    ),
    '$1, no $2',
  );
  for (const [pattern, name] of ROOMS) {
    text.take(pattern, ({ input, index, 0: words }) => {
      if (UNWANTED.test(input.slice(0, index)) && !name.startsWith('not')) return false;
      room ??= inOwnWords(name, words);
      return true;
    });
  }
  for (const [pattern, name] of RULES) {
    text.take(pattern, () => {
      rules.add(name);
    });
  }
  for (const pattern of OWN_WORDS) {
    text.take(pattern, ({ input, index, groups = {}, 0: words }) => {
      const [before, after] = [input.slice(0, index), input.slice(index + words.length)];
      const isBegin = /(?:^|[.!?|])\s*$/.test(before);
      const isName = /^ (?:de |del )?\p{Lu}/u.test(after) || /\p{Lu}/u.test(isBegin ? words.slice(1) : words);
      if (isName || UNWANTED.test(before)) return false;
      const own = (groups.what ?? '').toLowerCase();
      room = room === undefined ? own : `${room}, ${own}`;
      // Who wants a yurt or a desert camp wants to see it, too.
      return !/(?:camp|yurt|ger|houseboat|hut|tent|onsen|ryokan|riad|sauna|garden|pool|spa)s?\b/.test(own);
    });
  }
  for (const need of takeNeeds(text)) room = room === undefined ? need : `${room}, ${need}`;
  if (room === undefined && rules.size === 0) return undefined;
  text.take(
    /\b(?:our |the |my )?(?:accommodations?|lodgings?|rooms?|hotels?|stay)(?: preferences?| should(?: be)?| must(?: be)?| needs? to(?: be)?| is| are| that| which)*(?=\s*\|)/i,
    () => undefined,
  );
  return { ...(room !== undefined && { room }), ...(rules.size > 0 && { rules: [...rules] }) };
}

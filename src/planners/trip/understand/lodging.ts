import type { TripConstraints } from '../constraints.ts';
import type { WorkingText } from './working-text.ts';

/** Where one sleeps, by what was said. */
export type SaidLodging = NonNullable<TripConstraints['lodging']>;

const ROOMS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:not|no|non-?|isn'?t|other than)(?: a| any)? ?shared rooms?\b|\brooms? that (?:are|is)n'?t shared\b/i,
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
  [/\bcampsites?\b|\bcamp ?grounds?\b/i, 'campsite'],
  [
    /\b(?:5|five|4|four|3|three)[\s-]stars?(?: hotels?)?\b|\bluxury hotels?\b|\bmid[\s-]?range(?: hotels?)?\b|\bcheap hotels?\b/i,
    'hotel',
  ],
];

/** What a house allows or forbids: its name, how people say it, and what stands before "friendly" and "free". */
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
  '(?:allow(?:s|ing)?|permit(?:s|ting)?|accept(?:s|ing)?|welcom(?:e|es|ing)|(?:ok(?:ay)?|fine) with|suitable for|accommodat(?:e|es|ing)|host(?:s|ing)?|where (?:we|i) (?:can|may)(?: have)?)';
const BE = '(?:are |is |to |be |has |have |must |should |needs? |can |may |being )*';
const ALLOWED = '(?:allowed|permitted|welcome|accepted|ok(?:ay)?|possible)';
const HOUSE = '(?:rooms?|hotels?|places?|accommodations?|lodgings?|apartments?|houses?|stays?)';

/** The rules of a house that must forbid something, and of one that has to allow it. */
const RULES: readonly (readonly [RegExp, string])[] = HABITS.flatMap(([name, said, stem]) => {
  const forbidden = [
    `(?:non|no)[\\s-]${stem}(?: ${HOUSE})`,
    `non-${said}`,
    `${stem}-free`,
    `(?:no|not ${ALLOWS}|(?:don't|doesn't|do not|does not) (?:want )?(?:${ALLOWS} )?)(?:any )? ?${said}(?: ${BE}${ALLOWED})?(?=\\s*(?:[,.;!?|)]|$|and\\b|or\\b|please))`,
    `${said} ${BE}(?:not (?:be )?${ALLOWED}|forbidden|prohibited)`,
  ];
  const house = name === 'children under 10' ? ` ${HOUSE}` : `(?: ${HOUSE})?`;
  const allowed = [
    `${stem}[\\s-]friendly${house}`,
    `${ALLOWS}(?: (?:for|us to (?:have|bring)))? ${said}`,
    `${said},? ${BE}${ALLOWED}`,
    ...(name === 'smoking' ? ['smoking rooms?'] : []),
    ...(name === 'children under 10' ? [said] : []),
  ];
  return [
    [new RegExp(`\\b(?:${forbidden.join('|')})\\b`, 'i'), `no ${name}`],
    [new RegExp(`\\b(?:${allowed.join('|')})\\b`, 'i'), name],
  ];
});

/** Takes the room and the rules of the house out of a text. */
export function takeLodging(text: WorkingText): SaidLodging | undefined {
  let room: string | undefined;
  const rules = new Set<string>();
  for (const [pattern, name] of ROOMS) {
    text.take(pattern, () => {
      room ??= name;
    });
  }
  for (const [pattern, name] of RULES) {
    text.take(pattern, () => {
      rules.add(name);
    });
  }
  if (room === undefined && rules.size === 0) return undefined;
  text.take(
    /\b(?:our |the |my )?(?:accommodations?|lodgings?|rooms?|hotels?|stay)(?: preferences?| should(?: be)?| must(?: be)?| needs? to(?: be)?| is| are| that| which)*(?=\s*\|)/i,
    () => undefined,
  );
  return { ...(room !== undefined && { room }), ...(rules.size > 0 && { rules: [...rules] }) };
}

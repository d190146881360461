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

const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:pet|dog)s?[\s-]friendly\b|\b(?:allow(?:s|ing)?|permit(?:s|ting)?|accept(?:s|ing)?|welcom(?:e|es|ing)|suitable for) (?:our |my |the )?(?:pets?|dogs?|cats?)\b|\bpets? (?:(?:are|is|to be) )?(?:allowed|welcome|permitted)\b/i,
    'pets',
  ],
  [
    /\b(?:allow(?:s|ing)?|permit(?:s|ting)?|suitable for) smoking\b|\bsmoking (?:(?:is|to be) )?(?:allowed|permitted|room)\b|\bsmoking[\s-]friendly\b|\bwhere we can smoke\b/i,
    'smoking',
  ],
  [
    /\b(?:allow(?:s|ing)?|permit(?:s|ting)?|suitable for|host(?:ing)?) (?:a )?part(?:y|ies)\b|\bparties (?:(?:are|to be) )?(?:allowed|permitted)\b|\bparty[\s-]friendly\b/i,
    'parties',
  ],
  [
    /\b(?:allow(?:s|ing)?|permit(?:s|ting)?|welcom(?:e|es|ing)|suitable for|accommodat(?:e|es|ing)|friendly (?:to|for)) (?:young )?children(?: under (?:the age of )?(?:10|ten))?\b|\bchildren under (?:the age of )?(?:10|ten)(?: (?:are |to be )?(?:allowed|welcome))?\b|\bchild[\s-]friendly (?:accommodation|lodging|hotel)s?\b/i,
    'children under 10',
  ],
  [
    /\b(?:allow(?:s|ing)?|permit(?:s|ting)?|welcom(?:e|es|ing)|suitable for) visitors\b|\bvisitors (?:(?:are|to be) )?(?:allowed|welcome|permitted)\b|\bvisitor[\s-]friendly\b/i,
    'visitors',
  ],
];

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
    /\b(?:our |the |my )?(?:accommodations?|lodgings?|rooms?|hotels?|stay)(?: preferences?| should(?: be)?| must(?: be)?| needs? to(?: be)?| is| are| that)*(?=\s*\|)/i,
    () => undefined,
  );
  return { ...(room !== undefined && { room }), ...(rules.size > 0 && { rules: [...rules] }) };
}

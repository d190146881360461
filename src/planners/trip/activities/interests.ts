import type { SightKind } from './sight.ts';

/** Words for interests, with the matching kinds of sights. */
const KINDS: readonly (readonly [words: RegExp, kinds: readonly SightKind[]])[] = [
  [/museum|art|galler|culture|scien/i, ['MUSEUM']],
  [/histor|heritage|castle|archaeolog|ruin|old town/i, ['HISTORIC', 'RELIGIOUS']],
  [/church|temple|mosque|cathedral|religio|spiritual/i, ['RELIGIOUS']],
  [
    /nature|hik|outdoor|wildlife|mountain|national park|landscape|waterfall/i,
    ['NATURE', 'PARK', 'VIEWPOINT'],
  ],
  [/park|garden/i, ['PARK', 'NATURE']],
  [/beach|swim|surf|coast|sea\b|ocean/i, ['BEACH']],
  [/food|eat|restaurant|cuisine|culinary|market|shopping|\bshop/i, ['MARKET', 'NEIGHBOURHOOD']],
  [/nightlife|music|show|theatre|theater|fun|kid|family|amusement|theme park|zoo/i, ['ENTERTAINMENT']],
  [/view|photo|scenic|panoram|sunset/i, ['VIEWPOINT', 'NATURE']],
  [/architect|landmark|icon|sight|monument|route 66/i, ['LANDMARK', 'HISTORIC']],
  [/neighbo|stroll|walk|city life|street/i, ['NEIGHBOURHOOD']],
];

/** The kinds of sights for interests in plain words; empty if none is recognized. */
export function kindsOfInterest(interests: Iterable<string>): SightKind[] {
  const found = Array.from(interests).flatMap((interest) =>
    KINDS.flatMap(([words, kinds]) => (words.test(interest) ? kinds : [])),
  );
  return [...new Set(found)];
}

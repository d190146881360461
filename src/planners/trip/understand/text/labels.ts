import { NUMBER, type WorkingText } from './working-text.ts';

const BEGIN = '(?<=^\\s*|[.,;|!?(]\\s*|\\s-\\s)';
const MARK = '\\s*(?::|=)\\s*';

/** What is filled in behind a label, as in a form, and the plain words for it. */
const LABELS: readonly (readonly [string, string])[] = [
  [
    `(?:(?:number|no\\.?|#) of )?(?:travell?ers?|people|persons|pax|guests|party(?: size)?|group(?: size)?|who|us)${MARK}(?=(?:${NUMBER})\\s*(?:[.,;|)]|$))(${NUMBER})`,
    '$1 people',
  ],
  [`(?:(?:number|no\\.?) of )?adults?${MARK}(${NUMBER})`, '$1 adults'],
  [
    `(?:(?:number|no\\.?) of )?(?:children|kids?)${MARK}(${NUMBER})(?=\\s*(?:[.;|(]|$|,\\s*\\p{L}))`,
    '$1 children',
  ],
  [`(?:(?:number|no\\.?) of )?nights${MARK}(${NUMBER})`, '$1 nights'],
  [`(?:(?:number|no\\.?) of |total )?days${MARK}(${NUMBER})`, '$1 days'],
  [`(?:duration|length|how long|trip length)${MARK}`, ''],
  [`(?:where(?: to)?|going to|to|place|city|country|region)${MARK}`, 'to '],
  [
    `(?:from|where from|origin|starting point|start(?: city)?|departure(?: city)?|home)${MARK}(?=\\p{Lu})`,
    'from ',
  ],
  [
    `(?:when|dates?|travel dates?|period|who|party|travell?ers?|people|group|us|wishes|notes?|trip|plan|itinerary|route)${MARK}`,
    '',
  ],
  [`name${MARK}[^,;|\\n]{1,40}?(?=\\s*(?:[,;|\\n]|\\. |$))`, ''],
  [`(?:transport(?:ation)?|mode|travel(?:ling)?|by|getting around|how)${MARK}(?:by )?`, 'by '],
  [`(?:interests?|likes?|we like|i like|loves?)${MARK}`, 'we love '],
  [`(?:dislikes?|avoid|not|don'?t (?:like|want)|hates?|no-?gos?)${MARK}(?:no )?`, 'no '],
  [`(?:money|price|cost|spend)${MARK}`, 'budget '],
  [`pace${MARK}(\\p{L}+)(?: pace)?`, '$1 pace'],
];
const PATTERNS = LABELS.map(([pattern, plain]) => [new RegExp(`${BEGIN}${pattern}`, 'giu'), plain] as const);

/** Turns filled-in forms into sentences: "Travellers: 2", "When: 4-9 March". */
export function rewordLabels(text: WorkingText): void {
  for (const [pattern, plain] of PATTERNS) text.reword(pattern, plain);
}

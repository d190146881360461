import type { TripStops } from './trip-stops.ts';

const NAME =
  "(?:the )?\\p{Lu}[\\p{L}'’.-]*(?: (?:(?:de|del|la|le|of|the|am|an|im|auf|sur|do|da|dos) )*\\p{Lu}[\\p{L}'’.-]*)*";

/** Words that say where something goes. */
const PLACED = /(?<!\p{L})(?:am Ende|nach|hinter|vor|zwischen|am Anfang)(?!\p{L})/iu;

/** Ways of saying what one word says, and that word: the places in them are told apart by where they stand. */
const PARAPHRASES: readonly (readonly [RegExp, string | ((words: string, what: string) => string)])[] = [
  // "for Alghero read Bosa", "where you have Wilderness put Oudtshoorn"
  [
    new RegExp(
      `\\b(?:[Ff]or|[Ww]here (?:you|it|the plan|we) (?:have|has|says?|put|wrote)) (${NAME}),? (?:read|put|write|take|use) (${NAME})`,
      'giu',
    ),
    'replace $1 with $2',
  ],
  // "I wrote Memphis but it's Nashville we want"
  [
    new RegExp(
      `\\b(?:[Ii]|[Ww]e) (?:wrote|said|typed|put|had) (${NAME}),? but (?:it(?:'s| is| was)|(?:i|we) (?:meant|mean|want(?:ed)?)|that(?:'s| is)) (${NAME})(?: (?:that )?(?:i|we) (?:want(?:ed)?|mean(?:t)?))?`,
      'giu',
    ),
    'replace $1 with $2',
  ],
  // "Hue out, Ninh Binh in"
  [
    new RegExp(
      `(?<=^|[.;,!] ?)(${NAME}) (?:out|raus)(?: and|,| und) (${NAME}) (?:in|rein)(?=\\s*(?:[.,;!?]|$))`,
      'gu',
    ),
    'replace $1 with $2',
  ],
  // "Lübeck kennen wir schon, lieber Schwerin", "Odda scheint langweilig, lieber zwei Nächte in Rosendal"
  [
    new RegExp(
      `(?<=^|[.;!] ?)(${NAME}) (?:[\\p{Ll}]+ ){1,5}?[\\p{Ll}]+,? (?:lieber|dann lieber|plutôt|mejor|rather) ((?:[\\p{L}\\d]+ (?:Nächte?|Tage?|nuits?|noches?|nights?|days?) (?:in|à|en|at) )?${NAME})(?=\\s*(?:[.!?]|$))`,
      'gu',
    ),
    '$2 instead of $1',
  ],
  [
    /,? (?:before (?:we|i) (?:fly|go|head|drive|travel)(?: back)? home|bevor (?:wir|ich) (?:nach hause|heim)\p{L}*(?: fliegen| fahren)?|avant de rentrer(?: (?:à la maison|chez nous))?|antes de volver a casa)(?=\s*(?:[.,;!?]|$))/giu,
    '',
  ],
  [
    /\b(?:avoid|without|(?:we |i )?(?:don['’]t|do not|won['’]t) (?:want to |need to )?)(?: ?(?:go(?:ing)?|com(?:e|ing)|travel(?:l?ing)?|return(?:ing)?|hav(?:e|ing) to go))? back to\b/giu,
    'never back to',
  ],
  [/\bdecided against\b/giu, 'drop'],
  [/\b(?:is|are)(?:n['’]t| not) (?:needed|necessary|wanted)(?: any ?more)?\b/giu, 'can go'],
  [
    /\b(?:kick|throw|leave|take|cut|cross) (?:it|that|this|them) (?:out|off)\b|\bout with (?:it|that|them)\b/giu,
    'drop it',
  ],
  // "stick it on Busan": what was taken is given.
  [/\b(?:stick|put|tack|add|give|hang) (?:it|them|that|those) (?:on to|onto|on|to|in)\b/giu, 'give it to'],
  [/\b(?:d[áa]se?l[ao]s?|dásel[ao]s?|dárselas?) a\b/giu, 'use the time for'],
  [/\b(?:its|their|those|the|these|the saved|the freed) nights? (?:go )?to\b/giu, 'give the time to'],
  [/\bdie (?:\p{L}+ )?(?:Nächte?|Tage?) (?:nach|für)\b/giu, 'die Zeit für'],
  [/\b(?:ganz )?hinten(?: ?dran)?\b/giu, 'am Ende'],
  [
    /\bh[äa]ng(?:e|en|t)? (.+?)\s*\bdran\b/giu,
    (_, what: string) => (PLACED.test(what) ? `füge ${what}` : `füge ${what} am Ende`),
  ],
  [
    /^(.*?)\s*\b(?:dranhängen|dranhäng)\b/giu,
    (_, what: string) => (PLACED.test(what) ? `${what} hinzufügen` : `${what} am Ende hinzufügen`),
  ],
];

/** Another place where there is only one: "mach Alicante draus", "Nashville instead". */
const OTHER_PLACE = new RegExp(
  `^(?:(?:no|wait|actually|nein|ach|non|ok|lieber|doch|bitte|please)[ ,]+)*(?:mach(?:e|en wir)? (?<draus>${NAME}) (?:draus|daraus)|(?:make (?:it|that) |let'?s (?:do|go to) |do |go to )?(?<other>${NAME}) (?:instead|stattdessen|à la place))(?=\\s*(?:[.,;!?]|$))`,
  'iu',
);

/** "Not Vilnius. Kaunas.": a sentence that is only a name says what to put there. */
const NOT_BUT = new RegExp(
  `(?<=^|[.;!] ?)(?:[Nn]ot?|[Nn]icht|[Pp]as) (${NAME})[.!;] (${NAME})(?=\\s*(?:[.!]|$))`,
  'gu',
);

/** Parentheses with which the sentence goes on: "add Siena (instead of Florence)". Others are asides. */
const GOES_ON =
  /\s*\(((?:(?:and|instead of|rather than|und|statt|anstatt|et|au lieu de|y|en vez de)(?!\p{L})|au lieu d['’])[^()]{2,40})\)/giu;
const ASIDE = /\s*\([^()\d]{3,40}\)/gu;

const COUNTS = '(?:two|2|zwei|beiden|deux|dos)';
const SIDES: readonly (readonly [RegExp, (stops: TripStops) => readonly (string | undefined)[]])[] = [
  [
    new RegExp(
      `\\b(?:the|die|den|les|las|los|l) (?:(?:first|ersten|premi[eè]r(?:e|s|es)?|primer[ao]s?) ${COUNTS}|${COUNTS} (?:first|ersten|premi[eè]r(?:e|s|es)?|primer[ao]s?))(?: stops?| places| cities| Stopps| Orte| étapes| paradas)?(?! ?(?:nights?|days?|nächte|tage|nuits?|jours?|noches|días))`,
      'giu',
    ),
    (stops) => [stops.nth(0), stops.nth(1)],
  ],
  [
    new RegExp(
      `\\b(?:the|die|den|les|las|los|l) (?:(?:last|letzten|derni[eè]r(?:e|s|es)?|últim[ao]s?) ${COUNTS}|${COUNTS} (?:last|letzten|derni[eè]r(?:e|s|es)?|últim[ao]s?))(?: stops?| places| cities| Stopps| Orte| étapes| paradas)?(?! ?(?:nights?|days?|nächte|tage|nuits?|jours?|noches|días))`,
      'giu',
    ),
    (stops) => [stops.nth(-2), stops.nth(-1)],
  ],
];
/** "the two", where there are no others. */
const BOTH =
  /(?<=\b(?:swap|switch|exchange|flip|tausche?|vertausche?|inverse[rz]?|échange[rz]?|intercambia|invierte|cambia) )(?:the two|both|them|die beiden|beide|les deux|las dos|los dos)(?: of them)?(?=\s*(?:[.,;!?]|a?round|order|$))/giu;

const TIMES = new RegExp(
  `\\b([Dd]ouble|[Tt]wice|[Hh]alve|[Hh]alf) (?:the |our )?(?:time|days?|nights?|stay)(?: (?:that )?we (?:have|spend))? (?:in|at) (${NAME})`,
  'gu',
);

/** A message in plainer words, with the names of stops for "the first two". */
export function inPlainWords(text: string, stops: TripStops): string {
  const both = (names: readonly (string | undefined)[], words: string) =>
    names.every((name) => name !== undefined) ? names.join(' & ') : words;
  const [only, other] = [stops.nth(0), stops.nth(1)];
  let plain =
    only !== undefined && other === undefined
      ? text.replace(OTHER_PLACE, (words, draus?: string, instead?: string) => {
          const name = draus ?? instead;
          return name === undefined || !/^\p{Lu}/u.test(name) ? words : `replace ${only} with ${name}`;
        })
      : text;
  for (const [pattern, words] of PARAPHRASES)
    plain = typeof words === 'string' ? plain.replaceAll(pattern, words) : plain.replaceAll(pattern, words);
  plain = plain.replaceAll(TIMES, (words, how: string, name: string) => {
    const days = stops.daysAt(stops.named(name) ?? '');
    return days === 0
      ? words
      : `${/^hal/i.test(how) ? Math.max(Math.round(days / 2), 1) : days * 2} days in ${name}`;
  });
  plain = plain.replaceAll(GOES_ON, ' $1').replaceAll(ASIDE, '');
  plain = plain.replaceAll(NOT_BUT, (words, out: string, into: string) => {
    const isOther = stops.named(out) !== undefined && stops.named(into) === undefined;
    return isOther ? `replace ${out} with ${into}` : words;
  });
  for (const [pattern, of] of SIDES) plain = plain.replaceAll(pattern, (words) => both(of(stops), words));
  return stops.nth(2) === undefined
    ? plain.replaceAll(BOTH, (words) => both([stops.nth(0), stops.nth(1)], words))
    : plain;
}

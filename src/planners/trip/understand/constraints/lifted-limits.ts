import type { TripConstraints } from '../../requirements/constraints.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import type { WorkingText } from '../text/working-text.ts';
import { kindOf } from './take-rates.ts';

/** The limits that a traveller can set and lift again. */
export const LIFTABLE = [
  'driving',
  'budget',
  'rest',
  'perDay',
  'pace',
  'mobility',
  'lodging',
  'cities',
  'bases',
  'carUntilDay',
  'arrival',
  'departure',
  'way',
] as const;

/** A limit that a traveller can set and lift again. */
export type Liftable = (typeof LIFTABLE)[number];

const LIFT =
  "(?:forget(?: about)?|drop|remove|ignore|lift|scrap|skip|cancel|lose|delete|no (?:more|longer)|without|never mind|don'?t (?:worry about|mind|need)|we (?:can|could) (?:forget|drop)|there(?:'s| is) no|no)";
const OWN = '(?:the |that |this |our |my |any |a )*(?:[\\p{L}\\d-]+ ){0,2}?';
const NOUNS: readonly (readonly [Liftable, string])[] = [
  [
    'driving',
    '(?:driving |hours? |daily |km |distance |drive )*(?:limit|cap|maximum|restriction)(?: (?:on|of|for) (?:the )?driving| again)*',
  ],
  ['budget', '(?:budget|price|money|spending)(?: limit| cap)?'],
  ['rest', '(?:rest days?|days? of rest)'],
  ['pace', '(?:slow|slower|relaxed|easy|fast|faster) pace'],
];
const OTHERWISE: readonly (readonly [Liftable, RegExp])[] = [
  [
    'budget',
    /\b(?:money|(?:the )?(?:budget|price|cost)) (?:is no object|does(?:n't| not) matter|is not important)\b/iu,
  ],
  [
    'budget',
    /\b(?:the |das |unser |le |el )?(?:budget|presupuesto)(?: \p{L}+){0,4} (?:forget|forgotten|vergessen|egal|oublier|olvidar|no longer matters|no longer counts)\b/iu,
  ],
  [
    'driving',
    /\b(?:longer|long) (?:drives?|days? (?:of driving|in the car)) (?:is|are) (?:ok(?:ay)?|fine|no problem)\b/iu,
  ],
];

/** Takes what no longer holds out of a text: limits, things a day and dislikes. */
export function takeLifted(text: WorkingText, requirements: TripRequirements): TripRequirements {
  const unlimited = withoutRates(text, requirements);
  return takeAllowed(text, withoutLifted(unlimited, takeLimits(text, unlimited)));
}

/** Takes the limits out of a text that it says do not hold any longer: "forget the 3 hour limit", "drop the budget". */
function takeLimits(text: WorkingText, { constraints = {} }: TripRequirements): readonly Liftable[] {
  const lifted: Liftable[] = [];
  const take = (field: Liftable, pattern: RegExp) =>
    text.take(pattern, () => {
      // What was never set cannot be lifted: the words mean something else then.
      if (constraints[field] === undefined) return false;
      lifted.push(field);
      return true;
    });
  for (const [field, noun] of NOUNS) {
    take(field, new RegExp(`(?<![\\p{L}])${LIFT} ${OWN}${noun}(?![\\p{L}\\d])(?! of)`, 'iu'));
  }
  for (const [field, pattern] of OTHERWISE) take(field, pattern);
  return lifted;
}

const THINGS = '(?<what>\\p{L}+(?: (?!(?:a|per|each|every|as|is|are)\\b)\\p{L}+)?)';
const RATE_LIFTED: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}])${LIFT} ${OWN}(?:daily |day )?(?:limit|cap|maximum|restriction|rule)s? (?:on|of|for|to) (?:the )?(?:number of |how many )?${THINGS}(?: (?:a|per|each|every) day)?(?![\\p{L}])`,
    'iu',
  ),
  new RegExp(
    `(?<![\\p{L}])as many ${THINGS} as (?:you|we|i|they) (?:like|want|can|wish|please)(?: (?:a|per|each|every) day)?(?![\\p{L}])`,
    'iu',
  ),
  new RegExp(
    `(?<![\\p{L}])${LIFT} ${OWN}(?:one|two|three|\\d{1,2}|a)[ -]${THINGS}[ -](?:a|per|each|every)[ -]day(?:[ -](?:limit|rule|thing|cap))?(?![\\p{L}])`,
    'iu',
  ),
  new RegExp(
    `(?<![\\p{L}])more than (?:one|two|three|\\d{1,2}) ${THINGS} (?:a|per|each|every) day (?:is|are|would be) (?:ok(?:ay)?|fine|good|no problem|all right|alright)(?![\\p{L}])`,
    'iu',
  ),
];

/** Takes the things a day out of a text that it says are not limited any longer: "no limit on museums". */
function withoutRates(text: WorkingText, requirements: TripRequirements): TripRequirements {
  const { constraints } = requirements;
  let perDay = constraints?.perDay ?? [];
  if (perDay.length === 0) return requirements;
  for (const pattern of RATE_LIFTED) {
    text.take(pattern, ({ groups = {} }) => {
      const what = kindOf(groups.what ?? '');
      const kept = what === undefined ? [] : perDay.filter((rate) => rate.what !== what);
      if (kept.length === perDay.length) return false;
      perDay = kept;
      return true;
    });
  }
  return perDay === constraints?.perDay
    ? requirements
    : { ...requirements, constraints: { ...constraints, perDay: perDay.length > 0 ? perDay : undefined } };
}

/** Requirements without the limits that were lifted. */
export function withoutLifted(requirements: TripRequirements, lifted: readonly Liftable[]): TripRequirements {
  if (lifted.length === 0) return requirements;
  const kept = Object.entries(requirements.constraints ?? {}).filter(
    ([field]) => !lifted.some((gone) => gone === field),
  );
  return { ...requirements, constraints: Object.fromEntries(kept) as TripConstraints };
}

const ALLOWED =
  '(?:is|are|would be|sind|ist|wären|sont|est|son|están?|estaría[n]?)(?: \\p{L}+){0,2} (?:fine|ok(?:ay)?|good|great|allowed|welcome|in ordnung|erlaubt|gut|bien|vale|possibles?|posibles?)';
const AGAIN = '(?: (?:after all|again|now|too|with (?:us|me)|doch|wieder|finalement|al final))*';

/** Takes lifted dislikes out of a text: "museums are fine after all", "we don't mind museums". */
function takeAllowed(text: WorkingText, requirements: TripRequirements): TripRequirements {
  const { constraints } = requirements;
  const dislikes = constraints?.dislikes ?? [];
  const kept = dislikes.filter((dislike) => {
    const what = `(?:the )?${dislike.replace(/s$/, '').replaceAll(/[^\p{L}\p{N} ]/gu, '.')}s?`;
    let isAllowed = false;
    const patterns = [
      `${what}(?: \\p{L}+)? ${ALLOWED}${AGAIN}`,
      `(?:(?:we|i) )?(?:don'?t|do not|wouldn'?t) mind (?:a |some |any )?${what}${AGAIN}`,
      `(?:(?:we|i)(?: do|'d| would)? (?:want|like|love)(?: to see)? |with |add |include )?(?:some |a few )?${what} (?:after all|again|doch)${AGAIN}`,
    ];
    text.take(new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})(?!\\p{L})`, 'iu'), () => {
      isAllowed = true;
    });
    return !isAllowed;
  });
  return kept.length === dislikes.length
    ? requirements
    : { ...requirements, constraints: { ...constraints, dislikes: kept.length > 0 ? kept : undefined } };
}

import type { WorkingText } from '../text/working-text.ts';

/** Adult relatives and friends, and the number of people in each word. */
const ADULTS: Readonly<Record<string, number>> = {
  'husband|hubby|wife|wifey|missus|partner|spouse|fianc[ée]e?|girlfriend|boyfriend|gf|bf|better half|other half': 1,
  'mother|father|mum|mom|dad|brother|sister|aunt|uncle|cousin|friend|colleague|buddy|mate|best friend|roommate|carer|nanny|assistant|guide': 1,
  'mother-in-law|father-in-law|sister-in-law|brother-in-law': 1,
  'parents|in-laws': 2,
};
const SENIORS: Readonly<Record<string, number>> = {
  'grandma|grandmother|granny|grandpa|grandfather|granddad|gran|nan': 1,
  grandparents: 2,
};

/** "Mum, dad and nan", "me, hubby": a list of people is all who travel. Children are counted on their own. */
export function takeListed(text: WorkingText): number {
  const word = `(?:my |our |the )?(?:${Object.keys({ ...ADULTS, ...SENIORS }).join('|')})(?: \\([^()|]{1,30}\\))?`;
  const self = '(?:me|myself|i)';
  const joint = '\\s*(?:,\\s*and|,|and|&|\\+)\\s*';
  let count = 0;
  text.take(
    new RegExp(
      `\\b(?:(?:for|with)\\s+)?(?<list>(?:${self}|${word})(?:${joint}(?:${self}|${word}))+)\\b(?!['’])`,
      'i',
    ),
    ({ groups = {}, 0: matched }) => {
      const people = (groups.list ?? '')
        .replaceAll(/\([^)]*\)/g, '')
        .split(new RegExp(joint, 'i'))
        .filter((each) => each !== '');
      if (!people.some((each) => !/^(?:me|myself|i)$/i.test(each))) return false;
      // "with mum and dad": who speaks comes along.
      const own =
        /^with\b/i.test(matched.trim()) && !people.some((each) => /^(?:me|myself|i)$/i.test(each)) ? 1 : 0;
      count += people.reduce((sum, each) => sum + headsIn(each), own);
      return true;
    },
  );
  return count;
}

/** How many grown-ups a relative or several are: "my parents" are two, and a stranger none. */
export function headsOf(people: string): number {
  const bare = people.replace(/^(?:my|our|the)\s+/i, '').trim();
  const found = Object.entries({ ...ADULTS, ...SENIORS }).find(([words]) =>
    new RegExp(`^(?:${words})$`, 'i').test(bare),
  );
  return found?.[1] ?? 0;
}

function headsIn(person: string): number {
  return headsOf(person) || 1;
}

/** The relatives of who speaks. */
export interface Kin {
  readonly count: number;
  /** Whether one of them is a partner, whom nobody names without coming along. */
  readonly hasPartner: boolean;
  readonly seniors: number;
  /** Whether they are named beside who speaks. */
  readonly isBesideSelf: boolean;
}

/** Takes relatives out of a text. */
export function takeKin(text: WorkingText): Kin {
  let [count, seniors, isBesideSelf, hasPartner] = [0, 0, false, false];
  let [parents, single] = [0, 0];
  for (const [isSenior, table] of [
    [false, ADULTS],
    [true, SENIORS],
  ] as const) {
    for (const [words, each] of Object.entries(table)) {
      const pattern = new RegExp(
        `(?<!\\b(?:visit|visiting|see|seeing|meet|meeting|to|from|at|near|of) )(?<lead>\\b(?:with|and|me and|me,|plus|for)\\s+)?(?:\\b(?:my|our|her|his)\\s+|(?<=\\b(?:with|plus|and) )(?=grand|mum|mom|dad)|(?<=^ ?|[,.;|(] ?)(?=(?:wife|husband|hubby|girlfriend|boyfriend|partner|gf|bf)\\b)|(?<=[(,] ?)(?=grandparents|parents|grandma|grandpa|mum|mom|dad)(?=\\p{L}+\\s*[,)]))(?:best |old |elderly |dear )?(?:${words})\\b(?!['’])(?:\\s*\\((?<note>[^)|]{1,30})\\))?(?:,?\\s+and (?:i|me|myself)\\b)?`,
        'iu',
      );
      text.take(pattern, ({ groups = {}, 0: matched }) => {
        count += each;
        if (/^parents/.test(words)) parents += each;
        if (/\b(?:mother|father|mum|mom|dad)\b/i.test(matched)) single += each;
        if (isSenior) seniors += each;
        if (/^husband/.test(words)) hasPartner = true;
        // A trip for somebody else is without who asks for it.
        if (!/^for\b/i.test(groups.lead ?? '') || /\b(?:i|me|myself)$/i.test(matched)) isBesideSelf = true;
      });
    }
  }
  text.take(
    /(?<=^ *|[.!?,;|] *)\b(?:(?:grand(?:ma|pa|mother|father)|gran(?:ny)?|mum|mom|dad)(?= (?:is|comes|joins|will|wants)\b)|Grand(?:ma|pa|mother|father)|Gran(?:ny)?|Mum|Mom|Dad)\b(?!['’])(?:\s*\((?<note>[^)|]{1,30})\))?/,
    ({ 0: matched }) => {
      count += 1;
      if (/^gran/i.test(matched.trim())) seniors += 1;
      isBesideSelf = true;
    },
  );
  // "With my parents. My father uses a wheelchair": he was counted.
  if (parents > 0) count -= Math.min(single, parents);
  return { count, seniors, isBesideSelf, hasPartner };
}

/** One more, where who speaks comes along. */
export function selfOf({ isBesideSelf }: Kin): number {
  return isBesideSelf ? 1 : 0;
}

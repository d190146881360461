import { NUMBER, numberOf, type WorkingText } from './working-text.ts';

/** Who travels, for how much, and what they like, by what was said. */
export interface SaidParty {
  readonly travellers?: number;
  readonly budget?: { readonly amount: number; readonly currency?: string };
  readonly interests?: readonly string[];
  /** What they do not like. */
  readonly dislikes?: readonly string[];
}

const PEOPLE =
  'people|persons?|adults?|travell?ers|friends|of us|guests|kids|children|bab(?:y|ies)|infants?|toddlers?|teen(?:ager)?s|seniors|grown-?ups';
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  dollars: 'USD',
  dollar: 'USD',
  bucks: 'USD',
  euros: 'EUR',
  euro: 'EUR',
  pounds: 'GBP',
};

/** What people say they like, and the word it is filed under. */
const INTERESTS: readonly (readonly [RegExp, string])[] = [
  [/\bhik(?:e|es|ing)\b/i, 'hiking'],
  [/\bmuseums?\b/i, 'museums'],
  [/\b(?:good )?food\b|\beating\b|\bcuisine\b|\brestaurants?\b/i, 'food'],
  [/\bwine(?:ries|ry)?\b|\bvineyards?\b/i, 'wine'],
  [/\bbeer\b|\bbrewer(?:y|ies)\b/i, 'beer'],
  [/\bbeach(?:es)?\b/i, 'beaches'],
  [/\bhistor(?:y|ic(?:al)?)(?: sites| places)?\b/i, 'history'],
  [/\barchitecture\b/i, 'architecture'],
  [/\b(?:modern |contemporary |street )?art\b(?:\s+galler(?:y|ies))?|\bgaller(?:y|ies)\b/i, 'art'],
  [/\b(?:live )?music\b|\bjazz\b/i, 'music'],
  [/\bnightlife\b|\bbars\b|\bclubbing\b/i, 'nightlife'],
  [/\bnational parks?\b/i, 'national parks'],
  [/\bnature\b|\bscenery\b|\bmountains\b|\boutdoors\b/i, 'nature'],
  [/\bphotograph(?:y|ing)\b/i, 'photography'],
  [/\bshopping\b|\bmarkets\b/i, 'shopping'],
  [/\bwildlife\b|\bbird[\s-]?watching\b/i, 'wildlife'],
  [/\bski(?:ing)?\b/i, 'skiing'],
  [/\bsurf(?:ing)?\b/i, 'surfing'],
  [/\bcycling\b|\bbik(?:e|ing)\b/i, 'cycling'],
  [/\bcamping\b/i, 'camping'],
  [/\bcastles?\b/i, 'castles'],
  [/\bdiving\b|\bsnorkel(?:l)?ing\b/i, 'diving'],
  [/\btheme parks?\b/i, 'theme parks'],
  [
    /\bkids? (?:stuff|activities)\b|\b(?:family|kid)[\s-]friendly\b|\bwith (?:(?:the|our|my|small|young|little|whole) )*(?:kids|children|family)\b/i,
    'family',
  ],
];

/** Takes the travellers, the budget and the interests out of a text. `known` is how many travel by what was said before. */
export function takeParty(text: WorkingText, known?: number): SaidParty {
  const travellers = takeTravellers(text);
  return { ...takeBudget(text, travellers.travellers ?? known), ...travellers, ...takeInterests(text) };
}

const AMOUNT = '(?<amount>\\d[\\d,.]*)\\s?(?<k>k\\b)?';
const LEAD =
  '(?:(?:with |on |have |our |my |a |the )*budget(?: is| of| around| about|:)*|under|at most|max(?:imum|\\.)?|up to|no more than|less than|around|about|spend(?:ing)?(?: at most| up to| about)?|for)';
const EACH = '(?:\\s*(?:budget|in total|total|(?<each>each|per (?:person|head)|a head|pp\\b|apiece)))?';
const CODES = 'usd|eur|gbp|dollars?|bucks|euros?|pounds';

/** Amounts of money, the plainest way of writing first. */
const BUDGETS = [
  `(?:\\b${LEAD}\\s*)?(?<sign>[$€£])\\s?${AMOUNT}${EACH}`,
  `(?:\\b${LEAD}\\s*)?\\b${AMOUNT}\\s*(?<sign>[$€£]|(?:${CODES})\\b)${EACH}`,
  `\\b(?:with |on |have |our |my |a |the )*budget(?: is| of| around| about|:)*\\s*${AMOUNT}${EACH}`,
].map((pattern) => new RegExp(pattern, 'i'));

function takeBudget(text: WorkingText, travellers: number | undefined): SaidParty {
  let budget: SaidParty['budget'];
  for (const pattern of BUDGETS) {
    text.take(pattern, ({ groups = {}, 0: words }) => {
      const figure = groups.amount?.replace(/[,.](?=\d{3}\b)/g, '').replace(/[,.]$/, '');
      const value = Number(figure) * (groups.k ? 1000 : 1);
      if (!(value > 0)) return false;
      const currency = CURRENCIES[groups.sign?.toLowerCase() ?? ''];
      if (groups.each !== undefined && travellers === undefined)
        text.assumed.push(`"${words.trim()}" was read as the budget of the whole trip.`);
      const amount = groups.each === undefined ? value : value * (travellers ?? 1);
      budget = { amount, ...(currency !== undefined && { currency }) };
      return true;
    });
  }
  return budget ? { budget } : {};
}

function takeTravellers(text: WorkingText): SaidParty {
  let count = 0;
  let isWithoutSelf = false;
  text.take(new RegExp(`\\b(?:a )?(?:family|group|party) of (?<n>${NUMBER})\\b`, 'i'), ({ groups = {} }) => {
    count = numberOf(groups.n ?? '1');
  });
  const each = `(?:${NUMBER}) (?:${PEOPLE})\\b`;
  // "2 adults, 3 kids" are five; "4 of us, 2 adults and 2 kids" counts the same people again.
  const counted = new RegExp(
    `\\b(?:for |with |we are |there are |us )?(?:the )?${each}(?:(?: and|(?<=adults?|kids|children),(?: and)?) ${each})*`,
    'i',
  );
  const parts = new RegExp(`\\b(?<n>${NUMBER}) (?<who>${PEOPLE})\\b`, 'gi');
  text.take(counted, ({ 0: said }) => {
    const [first, ...others] = [...said.matchAll(parts)].map(({ groups = {} }) => groups);
    const isCompany = /^(?:friends|kids|children)$/i.test(first?.who ?? '');
    const self = isCompany && /\bwith\b/i.test(said) ? 1 : 0;
    count = [first, ...others].reduce((sum, part) => sum + numberOf(part?.n ?? '1'), self);
    isWithoutSelf = isCompany && self === 0;
  });
  text.take(/\b(?:travelling |traveling |going )?(?:solo|alone|by myself|on my own|just me)\b/i, () => {
    count = 1;
  });
  text.take(
    /\b(?:with |me and |me, |and )my (?:wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|mum|mom|dad|friend|brother|sister)\b|\b(?:the two of us|both of us|for two(?! (?:day|night|week|month|weekend|full))|as a couple|we(?:'re| are) a couple)\b/i,
    () => {
      count = count === 0 ? 2 : count + (isWithoutSelf ? 2 : 1);
      isWithoutSelf = false;
    },
  );
  text.take(/\b(?:my parents and (?:i|me)|me and my parents)\b/i, () => {
    count = 3;
  });
  return count > 0 ? { travellers: count } : {};
}

const DISLIKED =
  /\b(?:no|not|without|hate|dislike|avoid|skip|don'?t (?:like|want|need|care for))\s+(?:any |the |more |much |to )*$/i;

function takeInterests(text: WorkingText): SaidParty {
  const [interests, dislikes]: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (const [pattern, interest] of INTERESTS) {
    text.take(pattern, ({ input, index }) => {
      if (DISLIKED.test(input.slice(0, index))) dislikes.add(interest);
      else interests.add(interest);
    });
  }
  return {
    ...(interests.size > 0 && { interests: [...interests] }),
    ...(dislikes.size > 0 && { dislikes: [...dislikes] }),
  };
}

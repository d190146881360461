import { NUMBER, numberOf, type WorkingText } from './working-text.ts';

/** Who travels, for how much, and what they like, by what was said. */
export interface SaidParty {
  readonly travellers?: number;
  readonly budget?: { readonly amount: number; readonly currency?: string };
  readonly interests?: readonly string[];
}

const PEOPLE = 'people|persons?|adults?|travell?ers|friends|of us|guests|kids|children|grown-?ups';
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
  [/\bkids? (?:stuff|activities)\b|\bfamily[\s-]friendly\b/i, 'family'],
];

/** Takes the travellers, the budget and the interests out of a text. */
export function takeParty(text: WorkingText): SaidParty {
  return { ...takeBudget(text), ...takeTravellers(text), ...takeInterests(text) };
}

function takeBudget(text: WorkingText): SaidParty {
  let budget: SaidParty['budget'];
  const lead =
    '(?:(?:with |on |have |our |my |a |the )*budget(?: is| of| around| about|:)*|under|at most|max(?:imum)?|up to|no more than|less than|around|about|spend(?:ing)?(?: at most| up to| about)?|for)?';
  const amount = '(?<amount>\\d[\\d,.]*)\\s?(?<k>k\\b)?';
  const signed = new RegExp(
    `\\b${lead}\\s*(?<sign>[$€£])\\s?${amount}(?:\\s*(?:budget|in total|total|each|per person))?`,
    'i',
  );
  const worded = new RegExp(
    `\\b${lead}\\s*${amount}\\s*(?<sign>usd|eur|gbp|dollars?|bucks|euros?|pounds)\\b(?:\\s*(?:budget|in total|total))?`,
    'i',
  );
  const bare = new RegExp(
    `\\b(?:with |on |have |our |my |a |the )*budget(?: is| of| around| about|:)*\\s*${amount}`,
    'i',
  );
  for (const pattern of [signed, worded, bare]) {
    text.take(pattern, ({ groups = {} }) => {
      const value =
        Number(groups.amount?.replace(/[,.](?=\d{3}\b)/g, '').replace(/[,.]$/, '')) * (groups.k ? 1000 : 1);
      if (!(value > 0)) return false;
      const currency = CURRENCIES[groups.sign?.toLowerCase() ?? ''];
      budget = { amount: value, ...(currency !== undefined && { currency }) };
      return true;
    });
  }
  // Where a sentence begins with the sign there is no word boundary before it.
  text.take(new RegExp(`(?<sign>[$€£])\\s?${amount}`, 'i'), ({ groups = {} }) => {
    const value =
      Number(groups.amount?.replace(/[,.](?=\d{3}\b)/g, '').replace(/[,.]$/, '')) * (groups.k ? 1000 : 1);
    const currency = CURRENCIES[groups.sign ?? ''];
    if (value > 0) budget ??= { amount: value, ...(currency !== undefined && { currency }) };
  });
  return budget ? { budget } : {};
}

function takeTravellers(text: WorkingText): SaidParty {
  let count = 0;
  let isWithoutSelf = false;
  text.take(new RegExp(`\\b(?:a )?(?:family|group|party) of (?<n>${NUMBER})\\b`, 'i'), ({ groups = {} }) => {
    count = numberOf(groups.n ?? '1');
  });
  const counted = new RegExp(
    `\\b(?:for |with |we are |there are |us )?(?:the )?(?<n>${NUMBER}) (?<who>${PEOPLE})\\b(?: and (?<m>${NUMBER}) (?:${PEOPLE})\\b)?`,
    'i',
  );
  text.take(counted, ({ groups = {}, 0: said }) => {
    const isCompany = /^(?:friends|kids|children)$/i.test(groups.who ?? '');
    const self = isCompany && /\bwith\b/i.test(said) ? 1 : 0;
    count = numberOf(groups.n ?? '1') + (groups.m ? numberOf(groups.m) : 0) + self;
    isWithoutSelf = isCompany && self === 0;
  });
  text.take(/\b(?:travelling |traveling |going )?(?:solo|alone|by myself|on my own|just me)\b/i, () => {
    count = 1;
  });
  text.take(
    /\b(?:with |me and |me, |and )my (?:wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|mum|mom|dad|friend|brother|sister)\b|\b(?:the two of us|both of us|for two(?! (?:day|night|week|month|weekend|full))|as a couple)\b/i,
    () => {
      count = count === 0 ? 2 : count + (isWithoutSelf ? 2 : 1);
      isWithoutSelf = false;
    },
  );
  return count > 0 ? { travellers: count } : {};
}

function takeInterests(text: WorkingText): SaidParty {
  const found: string[] = [];
  for (const [pattern, interest] of INTERESTS) {
    text.take(pattern, () => {
      if (!found.includes(interest)) found.push(interest);
    });
  }
  return found.length > 0 ? { interests: found } : {};
}

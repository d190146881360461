import { type TextSign, weightOfSigns } from '../../harness/module/text-signs.ts';

const SIGNS: readonly TextSign[] = [
  [/\bscenarios?\b/i, 0.9],
  [/^\s*https?:\S+\.json\s*$/i, 0.8],
  [
    /(?<!\p{L})(?:negotiat\p{L}*|haggl\p{L}*|bargain\p{L}*|role[- ]?play\p{L}*|verhandel\p{L}*|verhandlung\p{L}*|feilsch\p{L}*|rollenspiel|négoci\p{L}*|marchand(?:er|age)|jeu de rôle|negoci\p{L}*|regate\p{L}*)(?!\p{L})/iu,
    0.6,
  ],
  [
    /\b(?:(?:mock|practi[cs]e|rehears\w+|simulat\w+|play through)\b.{0,40}\b(?:interview|negotiation|conversation|call|talk|pitch|trial|debate|meeting|sale))/i,
    0.75,
  ],
  [
    /\b(?:(?:two|both) (?:sides|parties|agents|bots)|bots?\s*:|my agent\b.{0,60}\bagents?|agents? (?:talk|argue|agree|settle|meet)|against each other|who wins|versus|\p{L}+ vs\.? \p{L}+)/iu,
    0.5,
  ],
  [
    /\b(?:you(?:['’]re| are| play|\s*=)\s*.{1,60}\b(?:i(?:['’]m| am| play)|me\s*=)|(?:i(?:['’]m| am| play)|me\s*=)\s*.{1,60}\byou(?:['’]re| are| play|\s*=))/is,
    0.5,
  ],
  [
    /\b(?:(?:hidden|private|secret) (?:limits?|terms|goals?|budgets?)|walk away|asking price|(?:our|my|the) (?:cap|floor|ceiling|limit|maximum|minimum) is|(?:not|n['’]t|never) (?:want to )?(?:pay|go|take) (?:more|less|above|below|over|under)|settle (?:on|for)|agree on (?:a )?(?:price|date|terms)|get (?:them|him|her) (?:down|up) to|knock .{1,20} off|talk (?:them|him|her|the \p{L}+) (?:down|into))/iu,
    0.35,
  ],
  [
    /\b(?:get|have)\b.{0,30}\b(?:bill|rent|price|fee|rate|premium|quote)\b.{0,20}\b(?:lowered|reduced|down|cut)\b/i,
    0.4,
  ],
  [
    /\b(?:price|deal|discount|rent|salary|raise|licen[cs]e|contract|offer|severance|equity|vendor|seller|buyer)\b/i,
    0.1,
  ],
];

/** How much a text asks for a conversation of two sides, or names a scenario, from 0 to 1. */
export function looksLikeScenario(text: string): number {
  return weightOfSigns(text, SIGNS);
}

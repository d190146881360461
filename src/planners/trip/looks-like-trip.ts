import { type TextSign, weightOfSigns } from '../../harness/module/text-signs.ts';

/** Signs that a text is about a trip, with their weights. */
const SIGNS: readonly TextSign[] = [
  [
    /\b(?:road[\s-]?trips?|round[\s-]?trips?|day trips?|itinerar(?:y|ies)|vacations?|holidays?|honeymoon|getaway|sightseeing|city break|interrail|backpacking)\b/i,
    0.6,
  ],
  [/\b(?:trips?|tour|travel(?:ling|ing)?|journey|visit(?:ing)?)\b/i, 0.4],
  [/\b(?:driv(?:e|ing)|fly(?:ing)?|flights?|by (?:car|plane|train|rv|camper(?:van)?))\b/i, 0.25],
  [/\b(?:from|between)\s+\p{Lu}[\p{L}.'-]*(?:\s+\p{Lu}[\p{L}.'-]*)*,?.{0,40}?\s(?:to|and)\s+\p{Lu}/u, 0.35],
  [/^\s*\p{Lu}[\p{L}.'-]*(?:[\s,]+\p{Lu}[\p{L}.'-]*)*\s+to\s+\p{Lu}\p{L}+/u, 0.35],
  [/\b(?:via|stopping in|stops? (?:in|at|along)|overnight in)\s+\p{Lu}/u, 0.2],
  [/\b(?:to|in|around|through|across|visit)\s+\p{Lu}\p{L}+/u, 0.15],
  [
    /\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|long)[\s-](?:days?|nights?|weeks?|weekends?)\b/i,
    0.2,
  ],
  // The same in German, French and Spanish.
  [
    /(?<!\p{L})(?:roadtrip|rundreise|städte(?:reise|trip)|urlaub(?:sreise)?|flitterwochen|kurztrip|wochenendtrip|vacances|escapade|lune de miel|itinéraire|vacaciones|escapada|luna de miel|itinerario)(?!\p{L})/iu,
    0.6,
  ],
  [/(?<!\p{L})(?:reise|verreisen|voyage|séjour|visiter|viaje|viajar|visitar|recorrer)(?!\p{L})/iu, 0.4],
  [
    /(?<!\p{L})(?:mit (?:dem (?:auto|zug|wohnmobil|bus)|der bahn)|mietwagen|en (?:voiture|train|avion|camping-car|coche|tren|autobús|avión))(?!\p{L})/iu,
    0.25,
  ],
  [
    /(?<!\p{L})(?:[Vv]on|[Aa]b|[Dd]e|[Dd]esde)\s+\p{Lu}[\p{L}.'-]*,?.{0,40}?\s(?:nach|bis|à|a|jusqu'à|hasta)\s+\p{Lu}/u,
    0.35,
  ],
  [/(?<!\p{L})(?:nach|über|via|à|en|por|vía)\s+\p{Lu}\p{L}+/u, 0.15],
  [
    /(?<!\p{L})(?:\d+|ein(?:e[nr]?)?|zwei|drei|vier|fünf|une?|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)\s+(?:tagen?|tage?|nächten?|wochen?|wochenende|jours?|nuits?|semaines?|week-end|días?|noches?|semanas?)(?!\p{L})/iu,
    0.2,
  ],
  [
    /\b(?:day out|days? off in|weekend (?:away|in)|(?:bike|cycling|hiking|walking|wine|train|sailing) (?:tour|holiday|trip)|cruise|sabbatical|safari)\b/i,
    0.5,
  ],
  [
    /\b(?:rental car|hire car|camper(?:van)?s?|motorhome|camping|ferr(?:y|ies)|airport|layover|sleeper train|eurail|b&bs?|hostels?|airbnb)\b/i,
    0.2,
  ],
  [
    /\b(?:where (?:should|shall|could|can) (?:we|i) (?:go|stay)|somewhere (?:warm|quiet|sunny|nice|new)|how do (?:i|we) get (?:a?round|there|from|to))\b/i,
    0.4,
  ],
  [/\p{L}\s*(?:->|→|–>)\s*\p{L}/u, 0.15],
  [
    /(?<!\p{L})(?:[Dd]ays?|[Nn]ights?|[Ww]eeks?|[Tt]age|[Nn]ächte|[Jj]ours|[Nn]uits|[Dd]ías|[Nn]oches)(?: in)?\s+\p{Lu}\p{L}+/u,
    0.25,
  ],
  [
    /\b(?:hotels?|beach(?:es)?|museums?|hik(?:e|ing)|ski(?:ing)?|snorkell?ing|national parks?|lakes?|islands?|coast|mountains|sights)\b/i,
    0.1,
  ],
];

/** Subjects that travellers do not write about. */
const ELSEWHERE =
  /\b(?:function|class|code|repo(?:sitory)?|commits?|refactor\w*|bugs?|tests?|api|deploy\w*|e-?mail|invoice|database|migrat\w+)\b|[{}<>]|=>|\w\(\)/i;

/** How likely a text is to request a trip, from 0 to 1. No place is looked up. */
export function looksLikeTrip(text: string): number {
  const sure = Math.min(1, weightOfSigns(text, SIGNS) + (namesCountry(text) ? 0.4 : 0));
  return sure * (ELSEWHERE.test(text) ? 0.3 : 1);
}

/** Whether a country is named, in any language that requests may have. */
function namesCountry(text: string): boolean {
  return countryNames().test(text);
}

let names: RegExp | undefined;

function countryNames(): RegExp {
  if (names !== undefined) return names;
  const found = ['en', 'de', 'fr', 'es'].flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return COUNTRY_CODES.flatMap((code) => display.of(code) ?? []);
  });
  const words = [...new Set(found)].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  names = new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
  return names;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every pair of letters: those that are not a country have no name. */
const COUNTRY_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));

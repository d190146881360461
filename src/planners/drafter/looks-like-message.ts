import { type TextSign, weightOfSigns } from '../../harness/module/text-signs.ts';

const SIGNS: readonly TextSign[] = [
  // A message to answer.
  [
    /^\s*(?:hello|hi|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen)|bonjour|hola)\b/i,
    0.7,
  ],
  // A request for words to somebody.
  [
    /(?:^|[.!?\n]\s*|\b(?:please|help me|i (?:need|want|have) to|can you|could you)\s+)(?:reply|respond|answer|apologi[sz]e|complain|thank|congratulate|invite|decline|turn down|remind|text|message|e-?mail|write to|write back|tell)\b/i,
    0.45,
  ],
  [
    /\b(?:write|draft|compose|word|phrase|answer|reply|respond|need|want|send)\b.{0,50}\b(?:reply|answer|response|e-?mail|mail|message|letter|note|text|apology|complaint|invitation|speech|toast|post|counter[- ]?offer|resignation|condolences)\b/is,
    0.6,
  ],
  [
    /(?:^|[.!?\n]\s*)(?:an? )?(?:short |quick |polite |formal |friendly |follow-up |thank[- ]you |cover |cancellation |reference |complaint )*(?:e-?mail|mail|letter|message|note|reply|answer|response|apology|complaint|invitation|reminder|thank[- ]you|condolences|counter[- ]?offer|toast|speech)\b(?! (?:server|client|queue|broker|service))/i,
    0.75,
  ],
  [
    /\b(?:write|tell|ask|thank|text|message|answer|remind)\s+(?:my|our|the|his|her)\s+(?:\p{L}+\s)?(?:landlord|land?lady|boss|manager|team|colleagues?|client|customer|supplier|recruiter|neighbou?rs?|teacher|school|sister|brother|mother|father|parents|mum|mom|dad|aunt|uncle|friend|babysitter|nanny|doctor|dentist|tenant|airline|bank|insurance|insurer|council|editor|professor|investors?|guests?|plumber|vendor|buyer|seller|hotel|host)\b/iu,
    0.5,
  ],
  [
    /\b(?:reply|respond|answer|apology|complain(?:t)?|letter|e-?mail|note) (?:to|at) (?:my|our|the|this|these|an?)\b/i,
    0.35,
  ],
  [
    /\b(?:politely|polite|friendly|firm(?:ly)?|formal(?:ly)?|honest|warm|sincere|grovel\w*|the tone|in my name|on my behalf)\b/i,
    0.15,
  ],
  // The same in German, French and Spanish.
  [
    /(?<!\p{L})(?:schreib(?:e|en)?\s+(?:an|de[mnr]|mein(?:e[mnr]?)?|unser(?:e[mnr]?)?|ein(?:e[nr]?)?\s+(?:\p{L}+\s)?(?:mail|brief|nachricht|antwort))|(?:be)?antworte?n?|(?:brief|mail|nachricht|antwort|absage) an|entschuldig\p{L}*|beschwer\p{L}*|bedank\p{L}*|absagen|kündigung(?:sschreiben)?)(?!\p{L})/iu,
    0.55,
  ],
  [
    /(?<!\p{L})(?:écri(?:re|s|vez|vons) (?:à|au|aux|une?)|répond(?:re|s|ez) (?:à|au|aux)|remerci\p{L}*|s['’]excus\p{L}*|réclamation|lettre (?:de|à|au)|(?:mail|courriel|message|mot) (?:à|au|pour))(?!\p{L})/iu,
    0.55,
  ],
  [
    /(?<!\p{L})(?:escrib(?:e|ir|irle|ile) (?:a|al|una?)|respond(?:e|er|erle) (?:a|al)|contest(?:a|ar|arle) (?:a|al)|agradec\p{L}*|disculp\p{L}*|pedir perdón|carta (?:a|al|de|para)|(?:correo|mensaje) (?:a|al|para))(?!\p{L})/iu,
    0.55,
  ],
  // Text for machines and readers is work to be done.
  [
    /\b(?:unit tests?|tests? for|docs?|documentation|readme|changelog|endpoint|function|script|migration|template engine|e-?mail (?:service|worker|queue|validation))\b/i,
    -0.6,
  ],
];

/** How much a text reads like a message to be answered, or a request for words to somebody, from 0 to 1. */
export function looksLikeMessage(text: string): number {
  return weightOfSigns(text, SIGNS);
}

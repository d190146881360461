import type { Contents } from './segments.ts';

/** "no", "no wait", "nein, doch nicht": only a retraction of the previous words. */
export function isTakenBack({ places, lengths, positions, means, unknown, roles }: Contents): boolean {
  const others = [...roles].filter((role) => role !== 'neg' && role !== 'filler' && role !== 'rather');
  return places + lengths + positions + means + unknown + others.length === 0 && roles.has('neg');
}

/** How somebody gets home says nothing about how they travel. */
export const GOES_HOME =
  /^(?=\D*$)(?=.*(?<!\p{L})(?:fl(?:y|ies|ying|ight|ieg\p{L}*|ug)|vol(?:er|amos)?|avion|avión|vuelo|train|zug|drive|fahren)(?!\p{L})).*(?<!\p{L})(?:home|heim|nach hause|zurück|chez nous|maison|casa)(?!\p{L})/iu;

const REASON =
  /^(?:because|since|as|too |it(?:'s| is| was)|that(?:'s| is| was|\s+\p{L}+ (?:is|was))|we(?:'ve| have| know| were| did| already| found| heard| saw| thought)|i(?:'ve| have| know| was| heard| found| saw| thought)|they|been |already|weil|da |denn|zu \p{L}+$|schon|war(?:en)?|kennen|parce|car |trop|on (?:a|conna[iî]t|l'a)|d[ée]j[àa]|porque|ya |demasiad|es |est[áa])/iu;

/** Whether words only tell why. */
export function isReason(words: string): boolean {
  return REASON.test(words.trim()) && !/\d/.test(words);
}

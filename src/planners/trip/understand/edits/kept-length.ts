import type { TripEdit } from './trip-edit.ts';

/** Words that the trip is to take as long as it does, whatever else changes. */
const KEEPS_LENGTH =
  /\bwithout (?:(?:making|having|letting) (?:it|the (?:whole )?(?:trip|thing)|us)\b.*\blonger|(?:extending|lengthening|prolonging|adding to) (?:it|the (?:whole )?trip)|(?:the trip|it) getting (?:any )?longer|changing (?:the|our) (?:total|overall|length))|\b(?:same|keep (?:the|our)) (?:total|overall)(?: (?:length|number|days))?\b|\b(?:trip|total|overall length) (?:should |must |has to |is to )?(?:stays?|remains?) (?:the same|as (?:long|it is))|\bohne (?:die reise|den urlaub|es|dass)\b.*\b(?:länger|verläng)|\b(?:gesamtdauer|gesamtlänge|reisedauer) (?:bleibt|soll)|\bsans (?:r?allonger|prolonger|que (?:le voyage|ça) (?:dure|soit) plus|changer la durée)|\bmême durée(?: totale)?\b|\bsin (?:alargar|prolongar|que se alargue|cambiar la duración)|\bmisma duración\b/iu;

/** Edits that leave the trip as long as it is where a text says so. */
export function withKeptLength(edits: readonly TripEdit[], text: string): readonly TripEdit[] {
  if (!KEEPS_LENGTH.test(text)) return edits;
  return edits.map((edit) => {
    if (edit.type !== 'stay') return edit;
    const { grows: _, ...stay } = edit.stay;
    return { ...edit, stay };
  });
}

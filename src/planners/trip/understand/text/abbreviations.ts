/** Common abbreviations in the supported languages, and their full forms. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  // Between two figures a dash is one, however long it is.
  [/(?<=\d\.?)\s?[–—]\s?(?=\d)/g, '-'],
  [/\b(\d{1,3})\s?wks?\b\.?/gi, '$1 weeks'],
  [/\b(an?|one|two|three|four)\s+wks?\b\.?/gi, '$1 week'],
  [/\b(\d{1,3})(?:\s?nts?\b\.?|n\b)/gi, '$1 nights'],
  [/\b(\d{1,2})\s?y\/?\.?o\b\.?/gi, '$1-year-old'],
  [/\b(\d{1,3})\s?yrs?\b\.?(?=\s+olds?\b)/gi, '$1 year'],
  [/\b(\d{1,3})\s?hrs?\b\.?/gi, '$1 hours'],
  [/(?<=\b\d{1,2}) 1\/2(?= ?(?:h|days?|weeks?|Stunden?|heures?|horas?|Tage|jours|semaines))/gi, '.5'],
  [/(?<=\s|^)w\/o(?=\s)/gi, 'without'],
  [/(?<=\s|^)w\/\s?(?=\p{L}|\d)/giu, 'with '],
  [/\bthru\b/gi, 'through'],
  [/\bnites?\b/gi, 'night'],
  [/\bariv(?=e|ing)/gi, 'arriv'],
  [/(?<=\b(?:to|in|from) )(?:ny|NY)(?=\s|[,.]|$)/g, 'New York'],
  [/\bdef(?:initely)?(?= \p{L})/giu, 'definitely'],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/\b(\d{1,2}|we|the)\s?ppl\b/gi, '$1 people'],
  [/\bad(?= \p{Lu}\p{Ll})/gu, 'add'],
  [/\bb\/c\b/gi, 'because'],
  [/\bbtwn\b/gi, 'between'],
  // "2A 2C", "2 ad + 1 ch"
  [/\b(\d{1,2})\s?(?:A|ad)\b[\s,+/&]*(?:and\s)?(\d{1,2})\s?(?:C|K|ch)\b/g, '$1 adults, $2 children'],
  // "3 boys 6/9/12" are ages, and no date.
  [
    /\b((?:kids?|child(?:ren)?|boys?|girls?|sons?|daughters?|teens?|Kinder|enfants|niñ[oa]s)\s*\(?(?:aged?\s|ages\s)?\s*)(\d{1,2})\/(\d{1,2})(?:\/(\d{1,2}))?(?!\d)/gi,
    '$1$2, $3, $4',
  ],
  [/(\d), (?=[.,;)]|$)/g, '$1'],
  [/\bxmas\b/gi, 'christmas'],
  [/\bStdn?\./g, 'Stunden'],
  [/\bStd\b/g, 'Stunden'],
  [/\bErw\./g, 'Erwachsene'],
  [/\bPers\./g, 'Personen'],
  [/\bKi\./g, 'Kinder'],
  [/\bÜN\b/g, 'Übernachtungen'],
  [/\bTg\./g, 'Tage'],
  [/\b(\d{1,3})\s?j\b(?!\.?\s?\d)/g, '$1 jours'],
  [/\bpers\.(?=\s|,|$)/g, 'personnes'],
];

/** A text with its abbreviations spelled out. */
export function spelledOut(text: string): string {
  return ABBREVIATIONS.reduce((phrase, [pattern, words]) => phrase.replaceAll(pattern, words), text);
}

import type { PlaceCandidate } from '../places/place-candidate.ts';

const MIN_SPELLING_LENGTH = 4;
/** Names that differ from those on a map only as a misspelling would, and are right in English or French. */
const OWN_SPELLINGS: ReadonlySet<string> = new Set(['Hanover', 'Venise']);

/** How a traveller wrote a name that has several: "Cologne" and not "Köln". A short form or a code is written in full. */
export function spelledAs(
  written: string,
  { name, match, shown = name }: Pick<PlaceCandidate, 'name' | 'match' | 'shown'>,
): string {
  const own = (written.split(',')[0] ?? '').trim();
  if (own.length < MIN_SPELLING_LENGTH || own === own.toUpperCase()) return name;
  if (match === 'typo' || match === 'code') return name;
  if (OWN_SPELLINGS.has(own)) return own;
  if (soundOf(own) === soundOf(name)) return name;
  // "Rainier" is a part of the name in full, "Antwerp" another name than "Antwerpen".
  const isPart = ` ${name.toLowerCase()} `.includes(` ${own.toLowerCase()} `);
  return isPart ? name : (shown.split(',')[0] ?? shown).trim();
}

/** A name without what people get wrong in writing: "San Fransisco". */
function soundOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/c(?=[eiy])|s/g, 's')
    .replaceAll(/(?<=s)[sc]|c(?=s)/g, 's')
    .replaceAll(/(\p{L})\1/gu, '$1');
}

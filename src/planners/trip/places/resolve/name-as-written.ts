import type { PlaceMatch } from '../place-candidate.ts';

const SMALL_WORDS = new Set(
  'of the de del della di da do dos das la le les el los las am an im auf zu and und et y i'.split(' '),
);

/**
 * The displayed name of a place: as the user wrote it ("Cologne", not "Köln"), with capitals if there are none; its own
 * name if the query was a code or a typo.
 */
export function writtenAs(written: string, name: string, match: PlaceMatch): string {
  const text = written.trim().replace(/\s+/g, ' ');
  if (match === 'code' || match === 'typo' || text === '') return name;
  if (text === text.toLowerCase()) {
    return text.toLowerCase() === name.toLowerCase() ? name : capitalized(text);
  }
  const isShouted = text === text.toUpperCase() && text.length > 4;
  return isShouted ? capitalized(text.toLowerCase()) : text;
}

function capitalized(text: string): string {
  return text
    .split(' ')
    .map((word, at) =>
      at > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}

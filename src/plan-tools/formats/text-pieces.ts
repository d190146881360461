import type { LocatedText } from '../plan/plan-draft.ts';
import { MAX_TITLE } from '../plan/text-rules.ts';

/** The text in pieces of limited length, split at line ends or spaces if possible. */
export function textPieces(text: LocatedText | undefined, most: number): LocatedText[] {
  if (text === undefined) return [];
  const { place } = text;
  const found: LocatedText[] = [];
  let rest = text.text.trim();
  while (rest.length > most) {
    const line = rest.lastIndexOf('\n', most);
    const space = rest.lastIndexOf(' ', most);
    const cut = line > most / 2 ? line : space > 0 ? space : wholeAt(rest, most);
    found.push({ text: rest.slice(0, cut).trimEnd(), place });
    rest = rest.slice(cut).trimStart();
  }
  return [...found, { text: rest, place }];
}

/** An index that does not split a character. */
function wholeAt(text: string, place: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(place - 1)) ? place - 1 : place;
}

/** A title within the limit for a step, and a note with the full title if it is longer. */
export function titleParts(title: string): { readonly text: string; readonly note: string } {
  const line = title.replace(/\s+/g, ' ').trim();
  if ([...line].length <= MAX_TITLE) return { text: line, note: '' };
  return { text: `${[...line].slice(0, MAX_TITLE - 3).join('')}...`, note: `Title: ${line}` };
}

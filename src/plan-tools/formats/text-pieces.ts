import type { LocatedText } from '../plan/plan-draft.ts';
import { MAX_TITLE } from '../plan/text-rules.ts';

/** The text in pieces of at most so many characters, cut at line ends or spaces where there are any. */
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

/** A place that is not in the middle of a character. */
function wholeAt(text: string, place: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(place - 1)) ? place - 1 : place;
}

/** A title as long as that of a step may be, and a note with the whole of it where it is longer. */
export function titleParts(title: string): { readonly text: string; readonly note: string } {
  const line = title.replace(/\s+/g, ' ').trim();
  if ([...line].length <= MAX_TITLE) return { text: line, note: '' };
  return { text: `${[...line].slice(0, MAX_TITLE - 3).join('')}...`, note: `Title: ${line}` };
}

import { readAt } from '../spans/span.ts';

/** The first line of a list item. */
export interface ItemLine {
  /** The indentation of the marker, in columns. */
  readonly indent: number;
  readonly text: string;
  /** Whether its number is 1, so that a 2 may follow on the same line. */
  readonly isFirst: boolean;
  /** Its number or letter. */
  readonly label: string | undefined;
  /** The state of its checkbox, if any. */
  readonly box: 'open' | 'ticked' | undefined;
}

const BULLET = /(?:[-+•‣⁃◦▪▫●○■□–—·→➜➔▶]|[-=]>|--|\*+)(?=\s|$)/uy;
const NUMBER =
  /(?:\d{1,9}[.)](?=\s|$|\p{Lu}|\p{Lo})|\(\d{1,3}(?:\/\d{1,3})?\)(?=\s|$)|（\d{1,3}）|\d{1,3}、|[①-⑳]|(?:[A-Za-z]|[ivx]{2,4})\)(?=\s|$))/uy;
const BOX =
  /\[\s?[ xX✓✔~*/>!-]?\s?\](?=\s|$)|\([xX✓✔ ]\)(?=\s)|[☐☑☒✅✔✓❎✗✘❌⬜⬛◻◼🔲🔳☑](?:\ufe0f)?(?=\s|$)/uy;
const TICKED = /[xX✓✔☑☒✅❎]/u;
/** After a checkbox a number needs no full stop: `[ ] 1 - write it`. */
const NUMBER_IN_BOX = /(?:\d{1,3}|[A-Z])\s*[-–—.):](?=\s)/uy;
/** After a bullet a letter may be the item's label: `- B: implement, after A`. */
const LETTER_AFTER_BULLET = /[A-Z][:.](?=\s)/uy;
const STEP = /step\s+\d{1,3}\s*[:.)–—-](?=\s)/iuy;
const TAB = 4;

/** Parses the first line of a list item: a bullet, a number or a checkbox, or a bullet before one of the others. */
export function itemLine(line: string): ItemLine | undefined {
  const start = line.length - line.trimStart().length;
  let at = start;
  let stars = 0;
  let isFirst = false;
  let label: string | undefined;
  let box: ItemLine['box'];
  for (const marker of [BULLET, NUMBER, BOX, NUMBER_IN_BOX, LETTER_AFTER_BULLET, STEP]) {
    if (marker === NUMBER_IN_BOX && box === undefined) continue;
    if (marker === LETTER_AFTER_BULLET && at === start) continue;
    const [found] = readAt(marker, line, at) ?? [];
    if (found === undefined) continue;
    if (found.startsWith('**')) stars = found.length - 1;
    if (/^\(?1[.)]/.test(found)) isFirst = true;
    if (marker === BOX) box = TICKED.test(found) ? 'ticked' : 'open';
    else if (marker !== BULLET) label = (/\d+/.exec(found) ?? /[A-Za-z]+/.exec(found))?.[0] ?? label;
    at += found.length;
    while (at < line.length && /\s/.test(line[at] ?? '')) at += 1;
  }
  if (at === start) return undefined;
  // `** nested`, as in wikis, is indented by its stars.
  return {
    indent: columnOf(line, start) + stars * 2,
    text: line.slice(at).trim(),
    isFirst,
    label: label?.toLowerCase(),
    box,
  };
}

/** The column of an index in a line; a tab counts as four columns. */
export function columnOf(line: string, index: number): number {
  let column = 0;
  for (let at = 0; at < index; at += 1) column += line[at] === '\t' ? TAB - (column % TAB) : 1;
  return column;
}

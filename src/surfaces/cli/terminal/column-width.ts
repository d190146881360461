import stringWidth from 'string-width';

const SEGMENTER = new Intl.Segmenter();

/** How many columns of a terminal a text takes. */
export function columnWidth(text: string): number {
  return stringWidth(text);
}

/** The text, cut with an ellipsis where it would not fit. */
export function cutToColumns(text: string, columns: number): string {
  if (columnWidth(text) <= columns) return text;
  let width = 0;
  let shown = '';
  for (const { segment } of SEGMENTER.segment(text)) {
    width += columnWidth(segment);
    if (width >= columns) break;
    shown += segment;
  }
  return `${shown}…`;
}

import stringWidth from 'string-width';

const SEGMENTER = new Intl.Segmenter();

/** The number of terminal columns a text takes. */
export function columnWidth(text: string): number {
  return stringWidth(text);
}

/** The text, truncated with an ellipsis if it does not fit. */
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

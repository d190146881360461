import type { AnyInboxItem } from '../../../../sessions/inbox.ts';
import { cutToColumns } from '../../terminal/column-width.ts';
import { printable } from '../../terminal/printable.ts';
import { tableLines } from '../../terminal/text-table.ts';

const MOST_TITLE_COLUMNS = 30;

/** Items as a table, each with what it is and what can be done about it. */
export function itemTable(items: readonly AnyInboxItem[], columns: number): string[] {
  const rows = items.map(({ id, title, waiting }) => [
    id,
    waiting.type,
    cutToColumns(printable(title), MOST_TITLE_COLUMNS),
    printable(inWords(waiting)),
  ]);
  const heads = [{ title: 'ITEM' }, { title: 'WHAT' }, { title: 'SESSION' }, { title: 'TEXT' }];
  return tableLines(heads, rows).map((line) => cutToColumns(line, columns));
}

/** One item on one line, as it comes in. */
export function itemLine({ id, title, waiting }: AnyInboxItem): string {
  return `${id}  ${waiting.type}  ${title}: ${inWords(waiting)}`;
}

/** What waits, in a few words: of a draft what would be sent, else what is asked, with the options by their numbers. */
function inWords({ text, options = [], ...waiting }: AnyInboxItem['waiting']): string {
  const failure = typeof waiting.failure === 'string' ? ` (not sent: ${waiting.failure})` : '';
  const numbered = options.map(({ label }, i) => `[${i + 1}] ${label}`);
  return [`${text}${failure}`, ...numbered].join(' ');
}

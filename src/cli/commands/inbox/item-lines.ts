import type { AnyInboxItem } from '../../../server/api/followed-inbox.ts';
import type { Waiting } from '../../../server/api/waiting.ts';
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

/** What waits, in a few words. */
function inWords(waiting: Waiting): string {
  switch (waiting.type) {
    case 'draft':
      return waiting.failure === undefined ? waiting.text : `${waiting.text} (not sent: ${waiting.failure})`;
    case 'question':
      return waiting.prompt;
    case 'task-question':
      return `task ${waiting.taskId}: ${waiting.question}`;
    case 'task-outcome':
      return `task ${waiting.taskId}: ${waiting.description}`;
    case 'trip-question':
      return waiting.question;
    case 'trip-repair':
      return `${waiting.reason} ${waiting.options.map(({ label }, i) => `[${i + 1}] ${label}`).join(' ')}`;
    case 'plan':
      return waiting.summary;
    case 'budget':
      return `${waiting.spent} of ${waiting.allowed} ${waiting.limit} are spent`;
    case 'stopped':
      return waiting.message;
    default:
      return waiting satisfies never;
  }
}

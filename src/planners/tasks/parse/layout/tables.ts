import type { Block } from './outline.ts';
import { cellsOf, columnsOf, DROPPED, isDoneCell, WAITS } from './table-cells.ts';

/** A row of a task table: the task, its status and its dependencies. */
export interface TaskRow {
  readonly text: string;
  readonly label: string | undefined;
  readonly isDone: boolean;
  readonly isDropped: boolean;
}

/** The tasks in the tables of a text, by row. A table without a task header has none. */
export function taskRows(blocks: readonly Block[]): Map<Block, TaskRow | 'heading'> {
  const rows = new Map<Block, TaskRow | 'heading'>();
  let columns: ReturnType<typeof columnsOf>;
  let isInTable = false;
  for (const block of blocks) {
    const cells = block.type === 'prose' ? cellsOf(block.text) : undefined;
    if (cells === undefined) {
      isInTable = false;
      continue;
    }
    if (!isInTable) {
      isInTable = true;
      columns = columnsOf(cells);
      if (columns) rows.set(block, 'heading');
      continue;
    }
    if (columns === undefined) continue;
    const text = columns.textOf(cells);
    const status = cells[columns.status] ?? '';
    const needs = cells[columns.needs] ?? WAITS.exec(cells[columns.notes] ?? '')?.[1] ?? '';
    const isFree = needs === '' || /^(?:-|–|—|none|nothing)$/i.test(needs);
    rows.set(block, {
      text: isFree ? text : `${text} (after ${needs})`,
      label: cells[columns.label]?.replace(/\D/g, '') || undefined,
      isDone: isDoneCell(status) || /^~~.*~~$/.test(text),
      isDropped: DROPPED.test(status),
    });
  }
  return rows;
}

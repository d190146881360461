import type { Block } from './outline.ts';
import { cellsOf, columnsOf, DEPENDS_ON, DROPPED, isDoneCell, wordsOf } from './table-cells.ts';

/** A table row: its cells, status and dependencies. */
export interface TableRow {
  readonly text: string;
  readonly label: string | undefined;
  readonly status: 'open' | 'done' | 'dropped';
  /** The column names; empty for the header row. */
  readonly columns: string;
  /** Whether it is a table of tasks, by its columns. */
  readonly isOfTasks: boolean;
}

const TICKED = /^(?:[✓✔✅☑]\ufe0f?.{0,20}|done|finished|completed)$/iu;

/** The table rows in a text, each with its column names. */
export function tableRows(blocks: readonly Block[]): Map<Block, TableRow> {
  const rows = new Map<Block, TableRow>();
  let names: readonly string[] | undefined;
  for (const block of blocks) {
    const cells = block.type === 'prose' ? cellsOf(block.text) : undefined;
    if (cells !== undefined) rows.set(block, names ? rowOf(cells, names) : headingOf(cells));
    names = cells && (names ?? cells);
  }
  return rows;
}

function headingOf(cells: readonly string[]): TableRow {
  const isOfTasks = columnsOf(cells) !== undefined;
  return { text: wordsOf(cells), label: undefined, status: 'open', columns: '', isOfTasks };
}

function rowOf(cells: readonly string[], names: readonly string[]): TableRow {
  const columns = columnsOf(names);
  const status = columns === undefined ? '' : (cells[columns.status] ?? '');
  const needs = columns && (cells[columns.needs] ?? DEPENDS_ON.exec(cells[columns.notes] ?? '')?.[1] ?? '');
  const text = columns === undefined ? wordsOf(cells) : columns.textOf(cells);
  const isFree = !needs || /^(?:-|–|—|none|nothing)$/i.test(needs);
  const isDone =
    /^~~.*~~$/.test(text) || (columns ? isDoneCell(status) : cells.some((cell) => TICKED.test(cell)));
  return {
    text: isFree ? text : `${text} (after ${needs})`,
    label: columns && (cells[columns.label]?.replace(/\D/g, '') || undefined),
    status: isDone ? 'done' : DROPPED.test(status) ? 'dropped' : 'open',
    columns: wordsOf(names),
    isOfTasks: columns !== undefined,
  };
}

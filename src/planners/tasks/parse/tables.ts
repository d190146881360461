import type { Block } from './outline.ts';

/** A row of a table of tasks: what is to be done, how it stands, and what it waits for. */
export interface TaskRow {
  readonly text: string;
  readonly label: string | undefined;
  readonly isDone: boolean;
  readonly isDropped: boolean;
}

const TASK =
  /^(?:tasks?|to-?dos?|what|actions?|action items?|steps?|work|item|items|job|description|todo|commands?)$/i;
const STATUS = /^(?:status|state|done\??|progress|finished\??|✓|✔|✅|ready\??)$/i;
const LABEL = /^(?:#|no\.?|nr\.?|id|step|number|key)$/i;
const NEEDS =
  /^(?:after|depends(?: on)?|dependency|dependencies|blocked by|needs|requires|prerequisites?|deps|waits for)$/i;
const NOTES = /^(?:notes?|remarks?|comments?)$/i;
const WAITS = /^(?:only )?(?:after|needs|depends on|once) ((?:steps? |tasks? |#)?\d.*)$/i;
const DONE =
  /^(?:[✓✔✅☑]\ufe0f?\s*)?(?:done|finished|complete|completed|yes|x|✓|✔️?|✅|☑️?|closed|merged|shipped|fixed|ok|100 ?%|\[x\])(?:\s*\([^)]*\)|,? (?:by|on|since) .{1,30})?$/iu;
const DROPPED =
  /^(?:dropped|cancell?ed|won['’]?t (?:do|fix)|wontfix|obsolete|rejected|skipped?|n\/a|postponed|later)$/i;

/** The tasks of the tables in a text, by the rows they stand in. A table that does not say that it holds tasks has none. */
export function taskRows(blocks: readonly Block[]): Map<Block, TaskRow | 'heading'> {
  const rows = new Map<Block, TaskRow | 'heading'>();
  let columns: { task: number; status: number; label: number; needs: number; notes: number } | undefined;
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
    const text = cells[columns.task] ?? '';
    const status = cells[columns.status] ?? '';
    const needs = cells[columns.needs] ?? WAITS.exec(cells[columns.notes] ?? '')?.[1] ?? '';
    const isFree = needs === '' || /^(?:-|–|—|none|nothing)$/i.test(needs);
    rows.set(block, {
      text: isFree ? text : `${text} (after ${needs})`,
      label: cells[columns.label]?.replace(/\D/g, '') || undefined,
      isDone: DONE.test(status) || /^~~.*~~$/.test(text),
      isDropped: DROPPED.test(status),
    });
  }
  return rows;
}

function columnsOf(cells: readonly string[]) {
  const at = (pattern: RegExp) => cells.findIndex((cell) => pattern.test(cell));
  const named = cells.findIndex((cell) => TASK.test(cell) && !LABEL.test(cell));
  const task = named < 0 ? at(TASK) : named;
  return task < 0
    ? undefined
    : { task, status: at(STATUS), label: at(LABEL), needs: at(NEEDS), notes: at(NOTES) };
}

function cellsOf(line: string): string[] | undefined {
  if (!/^\|.*\|\s*$/.test(line)) return undefined;
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replace(/[*`]/g, (sign) => (sign === '`' ? sign : '')).trim());
}

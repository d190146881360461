import { isDoneState } from '../done/done-marks.ts';

const TASK =
  /^(?:tasks?|to-?dos?|what|actions?|action items?|steps?|work|item|items|job|description|todo|commands?)$/i;
const STATUS = /^(?:status|state|done\??|progress|finished\??|✓|✔|✅|ready\??)$/i;
const LABEL = /^(?:#|no\.?|nr\.?|id|step|number|key)$/i;
const NEEDS =
  /^(?:after|depends(?: on)?|dependency|dependencies|blocked by|needs|requires|prerequisites?|deps|waits for)$/i;
const OWNER =
  /^(?:owner|who|assignee|responsible|by|by when|due|date|deadline|when|team|prio(?:rity)?|effort|points|pts)$/i;
const NOTES = /^(?:notes?|remarks?|comments?)$/i;
const BESIDE = [STATUS, LABEL, NEEDS, NOTES, OWNER];
/** A note that names the dependencies of a row. */
export const DEPENDS_ON = /^(?:only )?(?:after|needs|depends on|once) ((?:steps? |tasks? |#)?\d.*)$/i;
const TICKED = /^(?:yes|x|ok|[✓✔✅☑]\ufe0f?|\[x\])(?:\s*\([^)]*\)|,? (?:by|on|since) .{1,30})?$/iu;
const PART = /^(?:\p{L}{3,20},|[✓✔✅☑]\ufe0f?)\s+/u;

/** Whether a cell marks its row as done. */
export function isDoneCell(cell: string): boolean {
  return TICKED.test(cell) || isDoneState(cell.replace(PART, ''));
}

/** A status that means that nobody will do it. */
export const DROPPED =
  /^(?:dropped|cancell?ed|won['’]?t (?:do|fix)|wontfix|obsolete|rejected|skipped?|n\/a|postponed|later)$/i;

/** The columns of a task table, by its header; undefined if it is not one. */
export function columnsOf(cells: readonly string[]) {
  const at = (pattern: RegExp) => cells.findIndex((cell) => pattern.test(cell));
  const named = cells.findIndex((cell) => TASK.test(cell) && !LABEL.test(cell));
  const taskColumn = named < 0 ? at(TASK) : named;
  const status = at(STATUS);
  // If a column has the status, the others together form the text.
  const others = cells.flatMap((cell, index) =>
    BESIDE.some((pattern) => pattern.test(cell)) ? [] : [index],
  );
  const task = taskColumn >= 0 ? [taskColumn] : status >= 0 ? others : [];
  if (task.length === 0) return undefined;
  return {
    status,
    label: at(LABEL),
    needs: at(NEEDS),
    notes: at(NOTES),
    textOf: (row: readonly string[]) => wordsOf(task.map((index) => row[index] ?? '')),
  };
}

/** The text of non-empty cells. */
export function wordsOf(cells: readonly string[]): string {
  return cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).join(' | ');
}

/** The cells of a table row; undefined for other lines. */
export function cellsOf(line: string): string[] | undefined {
  if (!/^\|.*\|\s*$/.test(line)) return undefined;
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replace(/[*`]/g, (sign) => (sign === '`' ? sign : '')).trim());
}

const TASK =
  /^(?:tasks?|to-?dos?|what|actions?|action items?|steps?|work|item|items|job|description|todo|commands?)$/i;
const STATUS = /^(?:status|state|done\??|progress|finished\??|✓|✔|✅|ready\??)$/i;
const LABEL = /^(?:#|no\.?|nr\.?|id|step|number|key)$/i;
const NEEDS =
  /^(?:after|depends(?: on)?|dependency|dependencies|blocked by|needs|requires|prerequisites?|deps|waits for)$/i;
const NOTES = /^(?:notes?|remarks?|comments?)$/i;
/** A note that says what a row waits for. */
export const WAITS = /^(?:only )?(?:after|needs|depends on|once) ((?:steps? |tasks? |#)?\d.*)$/i;
/** A status that says that a row is done. */
export const DONE =
  /^(?:[✓✔✅☑]\ufe0f?\s*|\p{L}{3,20}, )?(?:done|finished|complete|completed|yes|x|✓|✔️?|✅|☑️?|closed|merged|shipped|fixed|ok|100 ?%|\[x\])(?:\s*\([^)]*\)|,? (?:by|on|since) .{1,30}|,? (?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6})?$/iu;
/** A status that says that nobody will do it. */
export const DROPPED =
  /^(?:dropped|cancell?ed|won['’]?t (?:do|fix)|wontfix|obsolete|rejected|skipped?|n\/a|postponed|later)$/i;

/** Where the columns of a table of tasks are, by its head; undefined when it is no such table. */
export function columnsOf(cells: readonly string[]) {
  const at = (pattern: RegExp) => cells.findIndex((cell) => pattern.test(cell));
  const named = cells.findIndex((cell) => TASK.test(cell) && !LABEL.test(cell));
  const task = named < 0 ? at(TASK) : named;
  return task < 0
    ? undefined
    : { task, status: at(STATUS), label: at(LABEL), needs: at(NEEDS), notes: at(NOTES) };
}

/** The cells of a line, when that is a row of a table. */
export function cellsOf(line: string): string[] | undefined {
  if (!/^\|.*\|\s*$/.test(line)) return undefined;
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replace(/[*`]/g, (sign) => (sign === '`' ? sign : '')).trim());
}

/** A line of a unified diff, with its line numbers in both files. */
export interface DiffLine {
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'same' | 'note';
  /** Without the sign at its start. */
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const FILE = /^(?:diff |--- |\+\+\+ )/;

/** The lines of a unified diff. Lines outside its hunks describe files or are notes. */
export function diffLines(text: string): readonly DiffLine[] {
  const lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  if (text.trim() === '') return [];
  let before = 0;
  let after = 0;
  let beforeLeft = 0;
  let afterLeft = 0;
  const hasHunks = lines.some((line) => HUNK.test(line));
  return lines.map((line): DiffLine => {
    const [isHunk, beforeStart, beforeCount = '1', afterStart, afterCount = '1'] = HUNK.exec(line) ?? [];
    if (isHunk !== undefined) {
      [before, after] = [Number(beforeStart), Number(afterStart)];
      [beforeLeft, afterLeft] = [Number(beforeCount), Number(afterCount)];
      return { kind: 'hunk', text: line };
    }
    const sign = line.charAt(0);
    const isWithin = beforeLeft > 0 || afterLeft > 0;
    // A piece of a diff without its hunk headers still has signs to go by.
    if (!isWithin && (hasHunks || FILE.test(line)))
      return { kind: FILE.test(line) ? 'file' : 'note', text: line };
    if (sign === '+') {
      afterLeft--;
      return { kind: 'added', text: line.slice(1), ...(hasHunks && { after: after++ }) };
    }
    if (sign === '-') {
      beforeLeft--;
      return { kind: 'removed', text: line.slice(1), ...(hasHunks && { before: before++ }) };
    }
    if (sign === '\\') return { kind: 'note', text: line };
    beforeLeft--;
    afterLeft--;
    return {
      kind: 'same',
      text: sign === ' ' ? line.slice(1) : line,
      ...(hasHunks && { before: before++, after: after++ }),
    };
  });
}

/** How many lines a diff adds and removes. */
export function diffCounts(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}

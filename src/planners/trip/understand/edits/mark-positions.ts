import type { PlacedMark } from './marks.ts';
import type { StopPosition } from './trip-edit.ts';

/** Joins what says where something goes: "between Lyon and Nice", "after Verona", "at the end", "on day 2". */
export function withPositions(marks: readonly PlacedMark[]): PlacedMark[] {
  const joined: PlacedMark[] = [];
  for (let at = 0; at < marks.length; ) {
    const { position, next } = positionAt(marks, at);
    const [first, last] = [marks[at], marks[next - 1]];
    if (position && first && last) joined.push({ type: 'position', position, from: first.from, to: last.to });
    else if (first) joined.push(first);
    at = next;
  }
  return joined;
}

function positionAt(marks: readonly PlacedMark[], at: number): { position?: StopPosition; next: number } {
  const none = { next: at + 1 };
  const mark = marks[at];
  if (mark?.type !== 'role') return none;
  if (mark.role === 'atStart') return { position: { at: 'start' }, next: at + 1 };
  if (mark.role === 'atEnd') return { position: { at: 'end' }, next: at + 1 };
  if (mark.role === 'atMiddle') return { position: { at: 'middle' }, next: at + 1 };
  // "make Split the start and Zagreb the end"
  if ((mark.role === 'start' || mark.role === 'end') && isEndOf(marks, at))
    return { position: { at: mark.role }, next: at + 1 };
  // "to Tbilisi from Dilijan"
  const isFrom = mark.role === 'from' && isNewPlace(marks[at - 1]);
  if (isFrom) {
    const start = placeFrom(marks, at + 1);
    return start?.isStop ? { position: { after: start.name }, next: start.next } : none;
  }
  if (mark.role !== 'before' && mark.role !== 'after' && mark.role !== 'between') return none;
  const first = placeFrom(marks, at + 1);
  if (first === undefined || !first.isStop) return none;
  if (mark.role === 'before') return { position: { before: first.name }, next: first.next };
  if (mark.role === 'after') return { position: { after: first.name }, next: first.next };
  const isAnd = marks[first.next]?.type === 'role';
  const second = isAnd ? placeFrom(marks, first.next + 1) : undefined;
  if (second === undefined || !second.isStop) return none;
  return { position: { after: first.name, before: second.name }, next: second.next };
}

function isNewPlace(mark: PlacedMark | undefined): boolean {
  return mark?.type === 'place' && !mark.isStop;
}

/** Whether a word closes a clause that says of a stop that it is an end of the trip. */
function isEndOf(marks: readonly PlacedMark[], at: number): boolean {
  const isFiller = (mark: PlacedMark) => mark.type === 'role' && mark.role === 'filler';
  const before = marks.slice(0, at).findLast((mark) => !isFiller(mark));
  const after = marks[at + 1];
  const isClosed =
    after === undefined || after.type === 'break' || (after.type === 'role' && after.role === 'and');
  return before?.type === 'place' && before.isStop && isClosed;
}

/** The place that follows, articles aside. */
function placeFrom(
  marks: readonly PlacedMark[],
  start: number,
): { name: string; isStop: boolean; next: number } | undefined {
  let at = start;
  for (let mark = marks[at]; mark?.type === 'role' && mark.role === 'filler'; mark = marks[at]) at++;
  const mark = marks[at];
  return mark?.type === 'place' ? { name: mark.name, isStop: mark.isStop, next: at + 1 } : undefined;
}

import type { WordRole } from './edit-words.ts';
import type { PlacedMark } from './marks.ts';
import type { TripEdit } from './trip-edit.ts';
import type { TripStops } from './trip-stops.ts';

/** Words that may stand in a list of stops. */
const IN_LIST: ReadonlySet<WordRole> = new Set([
  'filler',
  'and',
  'next',
  'order',
  'set',
  'start',
  'end',
  'rather',
  'instead',
  'so',
  'visit',
  'atStart',
  'atEnd',
]);

/** The order that a sentence lists the stops in: "Ypres first, then Bruges, then Lille", "new order: York, Settle, Keswick". */
export function orderOf(marks: readonly PlacedMark[], stops: TripStops): TripEdit[] | undefined {
  const places = marks.flatMap((mark) => (mark.type === 'place' ? [mark] : []));
  const names = places.map(({ name }) => name);
  const isList = marks.every(
    (mark) =>
      mark.type === 'place' ||
      (mark.type === 'role' && IN_LIST.has(mark.role)) ||
      (mark.type === 'position' && (mark.position.at === 'start' || mark.position.at === 'end')),
  );
  const has = (role: WordRole) => marks.some((mark) => mark.type === 'role' && mark.role === role);
  const isDistinct = new Set(names).size === names.length;
  if (!isList || !isDistinct || names.length < 2 || !places.every(({ isStop }) => isStop)) return undefined;
  const isWhole = names.length > 2 && names.length === stops.all.length;
  const starts = marks.findIndex((mark) => mark.type === 'position' && mark.position.at === 'start');
  if (!has('order') && !isWhole && !(has('next') && starts >= 0)) return undefined;
  const [first = '', ...others] = names;
  const isFirst = isWhole || starts >= 0;
  return [
    ...(isFirst ? [{ type: 'move' as const, place: first, at: 'start' as const }] : []),
    ...others.map((place, at) => ({ type: 'move' as const, place, after: names[at] ?? first })),
  ];
}

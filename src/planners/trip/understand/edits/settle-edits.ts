import type { TripEdit } from './trip-edit.ts';
import type { TripStops } from './trip-stops.ts';

/** "drop Riga, stay longer in Tallinn", "take a night from Rome and give it to Naples": who gets what becomes free. */
export function settledEdits(all: readonly TripEdit[], stops: TripStops): TripEdit[] {
  const known = new Set<string>();
  const edits = all.filter((edit, at) => {
    // "Scratch Siena. No, keep it but only one night."
    const isBack = all
      .slice(at + 1)
      .some((later) => later.type === 'stay' && 'place' in edit && later.place === edit.place);
    if (edit.type === 'remove' && isBack) return false;
    // "change the order of Puebla and Oaxaca: Oaxaca first"
    const swap = all[at - 1];
    const isSaidTwice = edit.type === 'move' && edit.at === 'start' && swap?.type === 'swap';
    if (isSaidTwice && swap.places.includes(edit.place)) return false;
    const key = JSON.stringify(edit);
    return !known.has(key) && known.add(key);
  });
  const isFreed = edits.some(({ type }) => type === 'remove');
  const receivers = edits.filter(
    (edit) => edit.type === 'stay' && edit.stay.change === 1 && !edit.stay.grows,
  );
  const [receiver] = receivers;
  const freed = edits.flatMap((edit) => {
    if (edit.type !== 'stay' || edit === receiver) return [];
    const { grows, change = 0, nights, days } = edit.stay;
    return grows ? [change] : [(nights ?? days ?? 0) - stops.daysAt(edit.place)];
  });
  if (receivers.length === 1 && freed.length === 1 && (freed[0] ?? 0) < 0)
    return edits.map((edit) =>
      edit === receiver && edit.type === 'stay'
        ? { ...edit, stay: { change: -(freed[0] ?? 0), grows: true } }
        : edit,
    );
  if (!isFreed || receivers.length !== 1 || receiver?.type !== 'stay') return [...edits];
  return edits.flatMap((edit) =>
    edit === receiver ? [] : [edit.type === 'remove' ? { ...edit, to: receiver.place } : edit],
  );
}

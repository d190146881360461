import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { editActivities, lock, unlock } from './activity-edits.ts';
import { addStop } from './add-stop.ts';
import { addArea, isNewArea, moveArea, removeArea, replaceArea, setAreaStay } from './area-edits.ts';
import { setLeg, suggestPlace, whichPlace } from './place-edits.ts';
import { moveStop, removeStop, replaceStop, setStay, swapStops } from './stop-edits.ts';
import type { TripDraft } from './trip-draft.ts';

/** Applies one edit. An edit of an area applies to all its stops. */
export function applyEdit(draft: TripDraft, edit: TripEdit): void {
  switch (edit.type) {
    case 'add':
      if (isNewArea(draft, edit.place)) addArea(draft, edit);
      else if (edit.stay && draft.stopsIn(edit.place).length > 0) setAreaStay(draft, edit.place, edit.stay);
      else addStop(draft, edit);
      break;
    case 'remove':
      if (draft.stopsIn(edit.place).length > 0) removeArea(draft, edit);
      else removeStop(draft, edit);
      break;
    case 'remove-all':
      removeAll(draft, edit.except);
      break;
    case 'replace': {
      const { place, by, stay } = edit;
      if (draft.stopNamed(place) === undefined && draft.stopsIn(place).length === 0)
        applyEdit(draft, { type: 'add', place: by, ...(stay && { stay }) });
      else if (draft.stopsIn(edit.place).length > 0 || isNewArea(draft, edit.by)) replaceArea(draft, edit);
      else replaceStop(draft, edit);
      break;
    }
    case 'suggest':
      suggestPlace(draft, edit);
      break;
    case 'swap':
      swapStops(draft, edit);
      break;
    case 'move': {
      const stop = draft.stopNamed(edit.place);
      if (draft.stopsIn(edit.place).length > 0) moveArea(draft, edit);
      else if (stop) moveStop(draft, stop, edit);
      else addStop(draft, { ...edit, type: 'add' });
      break;
    }
    case 'stay': {
      const stop = draft.stopNamed(edit.place);
      if (edit.stay.rest) draft.receiver = stop?.id;
      else if (draft.stopsIn(edit.place).length > 0) setAreaStay(draft, edit.place, edit.stay);
      else if (stop) setStay(draft, stop, edit.stay);
      else applyEdit(draft, { type: 'add', place: edit.place, stay: edit.stay });
      break;
    }
    case 'which':
      whichPlace(draft, edit);
      break;
    case 'leg':
      setLeg(draft, edit);
      break;
    case 'lock':
      lock(draft, edit);
      break;
    case 'unlock':
      unlock(draft, edit);
      break;
    case 'activity':
      editActivities(draft, edit);
      break;
  }
}

function removeAll(draft: TripDraft, except: readonly string[]): void {
  const kept = new Set(except.flatMap((name) => draft.stopNamed(name)?.id ?? []));
  for (const { id, anchor } of draft.stops) {
    if (kept.has(id) || anchor.locked || draft.stops.length < 2) continue;
    draft.change({ op: 'REMOVE_ANCHOR', payload: { anchorId: id } }, 'You wanted all stops left out.');
  }
}

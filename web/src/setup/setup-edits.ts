import { create } from 'zustand';
import type { SetupField, SetupValue } from '../api/contracts.ts';

/** What somebody has typed into a setup card and not applied yet, by the keys of its fields. `null` empties one. */
export type SetupEdits = Readonly<Record<string, SetupValue | null>>;

const NOTHING: SetupEdits = {};

/** What is being typed, by card: it is there again when somebody comes back to it. */
const useAllEdits = create<Readonly<Record<string, SetupEdits>>>(() => ({}));

export function useSetupEdits(card: string): SetupEdits {
  return useAllEdits((all) => all[card] ?? NOTHING);
}

/** What was typed into a card by now. */
export function editsOf(card: string): SetupEdits {
  return useAllEdits.getState()[card] ?? NOTHING;
}

/** Puts something into a field of a card. */
export function editSetup(card: string, key: string, value: SetupValue | null): void {
  useAllEdits.setState((all) => ({ [card]: { ...all[card], [key]: value } }));
}

/** Forgets what was typed into a card. */
export function forgetEdits(card: string): void {
  useAllEdits.setState({ [card]: NOTHING });
}

/** The card of a session. */
export function sessionCard(id: string): string {
  return `session ${id}`;
}

/** The card of a session that has yet to begin. */
export function plannerCard(plannerId: string): string {
  return `planner ${plannerId}`;
}

/** Edits in the order of the fields: what an earlier one loads decides what the later ones can hold. */
export function inFieldOrder(edits: SetupEdits, fields: readonly SetupField[]): SetupEdits {
  const places = new Map(fields.map(({ key }, place) => [key, place]));
  const placeOf = (key: string) => places.get(key) ?? fields.length;
  return Object.fromEntries(Object.entries(edits).toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
}

/** Edits as a command takes them. */
export function valuesOf(edits: SetupEdits, fields: readonly SetupField[]): SetupEdits {
  return inFieldOrder(edits, fields);
}

/** What a field shows: what was typed last, before what the server knows of it. */
export function shownValue({ key, value }: SetupField, edits: SetupEdits): SetupValue | undefined {
  const edited = edits[key];
  if (edited === undefined) return value;
  return edited ?? undefined;
}

/** Whether a field takes an uploaded file, by its hash. */
export function takesFile({ type, help = '', placeholder = '' }: SetupField): boolean {
  return type === 'text' && `${help} ${placeholder}`.includes('sha256:');
}

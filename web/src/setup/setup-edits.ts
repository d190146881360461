import { create } from 'zustand';
import type { SetupField, SetupValue } from '../api/contracts.ts';

/** The unapplied input of a setup card, by field. `null` empties a field. */
export type SetupEdits = Readonly<Record<string, SetupValue | null>>;

const NOTHING: SetupEdits = {};

/** The unapplied input by card, kept while other pages are shown. */
const useAllEdits = create<Readonly<Record<string, SetupEdits>>>(() => ({}));

export function useSetupEdits(card: string): SetupEdits {
  return useAllEdits((all) => all[card] ?? NOTHING);
}

/** The unapplied input of a card. */
export function editsOf(card: string): SetupEdits {
  return useAllEdits.getState()[card] ?? NOTHING;
}

/** Changes a field of a card. */
export function editSetup(card: string, key: string, value: SetupValue | null): void {
  useAllEdits.setState((all) => ({ [card]: { ...all[card], [key]: value } }));
}

/** Discards the unapplied input of a card. */
export function forgetEdits(card: string): void {
  useAllEdits.setState({ [card]: NOTHING });
}

/** The card of a session. */
export function sessionCard(id: string): string {
  return `session ${id}`;
}

/** The card of a planner for a new session. */
export function plannerCard(plannerId: string): string {
  return `planner ${plannerId}`;
}

/** Edits in the order of the fields: earlier fields decide what later ones may contain. */
export function inFieldOrder(edits: SetupEdits, fields: readonly SetupField[]): SetupEdits {
  const places = new Map(fields.map(({ key }, place) => [key, place]));
  const placeOf = (key: string) => places.get(key) ?? fields.length;
  return Object.fromEntries(Object.entries(edits).toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
}

/** Edits as the input of a command. */
export function valuesOf(edits: SetupEdits, fields: readonly SetupField[]): SetupEdits {
  return inFieldOrder(edits, fields);
}

/** The value that a field shows: the last input, otherwise the server's value. */
export function shownValue({ key, value }: SetupField, edits: SetupEdits): SetupValue | undefined {
  const edited = edits[key];
  if (edited === undefined) return value;
  return edited ?? undefined;
}

/** Whether a field takes an uploaded file, by its hash. */
export function takesFile({ type, help = '', placeholder = '' }: SetupField): boolean {
  return type === 'text' && `${help} ${placeholder}`.includes('sha256:');
}

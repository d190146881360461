import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { Waiting } from '../api/contracts.ts';

/** Marks the card of what waits, by its id. */
export const CARD_OF = 'data-waiting';

/** Which card offers a command; other places lead there instead of offering it again. */
export type CardChoices = ReadonlyMap<string, string>;

/** The commands that the cards of what waits offer. */
export function cardChoices(waiting: readonly Pick<Waiting, 'id' | 'options'>[]): CardChoices {
  return new Map(
    waiting.flatMap(({ id, options = [] }) => options.map(({ command }) => [keyOf(command), id] as const)),
  );
}

/** The id of what waits, if its card offers the command. */
export function cardOffering(choices: CardChoices, command: CommandCall): string | undefined {
  return choices.get(keyOf(command));
}

/** Shows the card of what waits, with its first choice focused. */
export function goToCard(id: string): void {
  const card = document.querySelector<HTMLElement>(`[${CARD_OF}="${CSS.escape(id)}"]`);
  card?.scrollIntoView({ block: 'nearest' });
  card?.querySelector<HTMLElement>('button, textarea, input')?.focus();
}

/** The same command has the same key, however its fields are ordered. */
function keyOf(command: CommandCall): string {
  return JSON.stringify(Object.entries(command).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { Waiting } from '../api/contracts.ts';

/** Marks the card of a waiting item, by its id. */
export const CARD_OF = 'data-waiting';

/** The card that offers a command. Other places lead there instead of offering it again. */
export type CardChoices = ReadonlyMap<string, string>;

/** The commands that the cards of waiting items offer. */
export function cardChoices(waiting: readonly Pick<Waiting, 'id' | 'options'>[]): CardChoices {
  return new Map(
    waiting.flatMap(({ id, options = [] }) => options.map(({ command }) => [keyOf(command), id] as const)),
  );
}

/** The id of the waiting item whose card offers the command. */
export function cardOffering(choices: CardChoices, command: CommandCall): string | undefined {
  return choices.get(keyOf(command));
}

/** Scrolls to the card of a waiting item, and focuses its first choice. */
export function goToCard(id: string): void {
  const card = document.querySelector<HTMLElement>(`[${CARD_OF}="${CSS.escape(id)}"]`);
  card?.scrollIntoView({ block: 'nearest' });
  card?.querySelector<HTMLElement>('button, textarea, input')?.focus();
}

/** The same command has the same key, in whichever order its fields are. */
function keyOf(command: CommandCall): string {
  return JSON.stringify(Object.entries(command).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

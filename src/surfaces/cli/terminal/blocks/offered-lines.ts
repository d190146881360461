import type { BlockAction, CommandCall } from '../../../../harness/module/view-block.ts';
import { type StyledLine, span } from '../output.ts';

/** The lines for an item's actions, each after `lead`. */
export type OfferedLines = (actions: readonly BlockAction[] | undefined, lead?: string) => StyledLine[];

/** Lists actions with their commands, or omits them. */
export function offeredLines(areShown: boolean): OfferedLines {
  return (actions = [], lead = '') =>
    areShown
      ? actions.map(({ label, command }) => [
          span(`${lead}> `, 'dim'),
          span(label),
          span(`  ${callText(command)}`, 'dim'),
        ])
      : [];
}

function callText({ type, ...input }: CommandCall): string {
  return Object.keys(input).length === 0 ? type : `${type} ${JSON.stringify(input)}`;
}

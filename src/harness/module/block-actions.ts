import type { BlockAction, StepItem, ViewBlock } from './view-block.ts';

/** All actions in a block, whichever item they belong to. */
export function actionsIn(block: ViewBlock): readonly BlockAction[] {
  switch (block.type) {
    case 'markdown':
      return block.actions ?? [];
    case 'steps':
      return [...stepsIn(block.items).flatMap(ownActions), ...(block.actions ?? [])];
    case 'table':
      return block.rows.flatMap(ownActions);
    case 'map':
      return [block.points, block.lines ?? [], block.areas ?? []].flatMap((items) =>
        items.flatMap(ownActions),
      );
    case 'chart':
      return block.series.flatMap(ownActions);
    case 'fields':
    case 'messages':
    case 'files':
      return block.items.flatMap(ownActions);
    default:
      return [];
  }
}

/** Steps with all their descendants. */
export function stepsIn(items: readonly StepItem[]): readonly StepItem[] {
  return items.flatMap((item) => [item, ...stepsIn(item.children ?? [])]);
}

function ownActions({ actions = [] }: { readonly actions?: readonly BlockAction[] | undefined }) {
  return actions;
}

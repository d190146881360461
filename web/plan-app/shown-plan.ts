import type { BlockAction, CommandCall, ViewBlock } from '../../src/harness/module/view-block.ts';

/** Something that waits for a decision. */
export interface WaitingCard {
  readonly id: string;
  readonly text: string;
  readonly details?: string;
  readonly options?: readonly BlockAction[];
  /** Where words are asked for. */
  readonly form?: { readonly command: CommandCall; readonly field?: string };
}

/** What the server shows at an address. */
export interface ShownPlan {
  readonly address: string;
  readonly version: number;
  readonly title: string;
  readonly status: string;
  readonly blocks: readonly Extract<ViewBlock, { type: 'steps' | 'progress' | 'markdown' }>[];
  readonly waiting: readonly WaitingCard[];
}

/** What a tool of the app answered, if it is something to show. */
export function shownPlan(answer: unknown): ShownPlan | undefined {
  const { address, version, blocks, waiting } = Object(answer);
  const isShown =
    typeof address === 'string' &&
    Number.isInteger(version) &&
    Array.isArray(blocks) &&
    Array.isArray(waiting);
  // The server that the app came from writes what the type says.
  return isShown ? (answer as ShownPlan) : undefined;
}

const ADDRESS_KEY = 'wayfold/address';

/** The address of what the call of a tool was about. */
export function addressOf({
  _meta,
  structuredContent,
}: {
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly structuredContent?: unknown;
}): string | undefined {
  const address = _meta?.[ADDRESS_KEY];
  if (typeof address === 'string') return address;
  // A host may keep what is not content to itself.
  const { plan_id: planId } = Object(structuredContent);
  return typeof planId === 'string' ? `plan://${planId}` : undefined;
}

import type { SessionState } from '../api/contracts.ts';

/** Another side that the planner of a session could play, with its setup. */
export interface OtherSide {
  readonly name: string;
  readonly config: unknown;
}

/** The other sides in the planner's data. */
export function otherSidesOf({ planner }: Pick<SessionState, 'planner'>): readonly OtherSide[] {
  const { otherSides } = planner as { readonly otherSides?: readonly OtherSide[] };
  return otherSides ?? [];
}

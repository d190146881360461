import type { SessionState } from '../api/contracts.ts';

/** Somebody else whom the planner of a session could play, with the setup for that. */
export interface OtherSide {
  readonly name: string;
  readonly config: unknown;
}

/** The sides that the planner tells of in its data. */
export function otherSidesOf({ planner }: Pick<SessionState, 'planner'>): readonly OtherSide[] {
  const { otherSides } = planner as { readonly otherSides?: readonly OtherSide[] };
  return otherSides ?? [];
}

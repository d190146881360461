import type { Brief } from '../facts.ts';

/** The brief of a text that says nothing but what is to be done. */
export const EMPTY_BRIEF: Brief = { constraints: [], background: [], acceptance: [] };

/** Whether a brief says nothing. */
export function isEmptyBrief({
  objective,
  constraints,
  background,
  acceptance,
  questions = [],
}: Brief): boolean {
  return (
    objective === undefined &&
    [constraints, background, acceptance, questions].every((list) => list.length === 0)
  );
}

/** A brief with what a later text adds. Its objective takes the place of the one before. */
export function mergedBrief(before: Brief, added: Brief = EMPTY_BRIEF): Brief {
  if (isEmptyBrief(added)) return before;
  const both = (one: readonly string[] = [], other: readonly string[] = []) => [
    ...new Set([...one, ...other]),
  ];
  const objective = added.objective ?? before.objective;
  const questions = both(before.questions, added.questions);
  return {
    ...(objective !== undefined && { objective }),
    constraints: both(before.constraints, added.constraints),
    background: both(before.background, added.background),
    acceptance: both(before.acceptance, added.acceptance),
    ...(questions.length > 0 && { questions }),
  };
}

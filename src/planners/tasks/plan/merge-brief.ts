import type { Brief } from '../facts.ts';

/** The empty brief of a text with nothing but tasks. */
export const EMPTY_BRIEF: Brief = { constraints: [], background: [], acceptance: [] };

/** Whether a brief is empty. */
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

/** A brief with the additions of a later text, whose objective replaces the earlier one. */
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

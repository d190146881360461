import { shown } from '../../journal/error.ts';
import { ToolValidationError } from '../error.ts';

/** The plan that is meant when none is named. */
export const DEFAULT_PLAN = 'default';

const PLAN_ID = /^[a-z0-9-]{1,64}$/;
const JOURNAL_PREFIX = 'plan:';

/** The plan that somebody named, or the default one; a `ToolValidationError` when it cannot be the name of a plan. */
export function planIdOf(named: unknown): string {
  if (named === undefined) return DEFAULT_PLAN;
  if (isPlanId(named)) return named;
  throw new ToolValidationError('invalid-tool-input', {
    field: 'plan_id',
    message: 'Plan id must be 1 to 64 lower-case letters, digits or hyphens.',
    expected: 'a plan id of 1 to 64 characters a-z, 0-9 or -',
    actual: shown(named),
    fix: `Name the plan like "release-notes", or leave the id out for the plan "${DEFAULT_PLAN}".`,
  });
}

export function isPlanId(value: unknown): value is string {
  return typeof value === 'string' && PLAN_ID.test(value);
}

/** The journal that holds a plan; of the empty text the beginning that the ids of all those journals share. */
export function journalOf(planId: string): string {
  return `${JOURNAL_PREFIX}${planId}`;
}

/** The plan that a journal holds, if it is one of a plan. */
export function planOfJournal(journal: string): string | undefined {
  const planId = journal.startsWith(JOURNAL_PREFIX) ? journal.slice(JOURNAL_PREFIX.length) : undefined;
  return isPlanId(planId) ? planId : undefined;
}

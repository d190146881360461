import { shown } from '../../journal/error.ts';
import { ToolValidationError } from '../error.ts';

/** The plan for calls that name none. */
export const DEFAULT_PLAN = 'default';

const PLAN_ID = /^[a-z0-9-]{1,64}$/;
const JOURNAL_PREFIX = 'plan:';

/** The named plan, or the default one; throws a `ToolValidationError` if the name is invalid. */
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

/** The journal of a plan; for the empty text, the prefix of all plan journals. */
export function journalOf(planId: string): string {
  return `${JOURNAL_PREFIX}${planId}`;
}

/** The plan of a journal, if it is a plan's journal. */
export function planOfJournal(journal: string): string | undefined {
  const planId = journal.startsWith(JOURNAL_PREFIX) ? journal.slice(JOURNAL_PREFIX.length) : undefined;
  return isPlanId(planId) ? planId : undefined;
}

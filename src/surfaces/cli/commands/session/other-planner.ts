import type { OpenSession } from '../../../../sessions/open-session.ts';
import { CliError } from '../../error.ts';

/** A session is one of the planner that is named, where one is. */
export function checkPlanner({ id, module }: OpenSession, planner: string | undefined): void {
  if (planner === undefined || planner === module.id) return;
  throw new CliError('usage', {
    expected: `the planner of session ${id}, ${module.id}`,
    actual: planner,
    fix: 'Name that planner, or another session.',
  });
}

import type { OpenSession } from '../../../../sessions/open-session.ts';
import { CliError } from '../../error.ts';

/** Throws if a session does not belong to the named planner. */
export function checkPlanner({ id, module }: OpenSession, planner: string | undefined): void {
  if (planner === undefined || planner === module.id) return;
  throw new CliError('usage', {
    summary: `Session ${id} belongs to the planner ${module.id}, not ${planner}.`,
    fix: 'Name that planner, or another session.',
  });
}

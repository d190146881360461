import type { OpenSession } from '../../../../sessions/open-session.ts';
import { CliError } from '../../error.ts';

/** A session is one of the planner that is named, where one is. */
export function checkPlanner({ id, module }: OpenSession, planner: string | undefined): void {
  if (planner === undefined || planner === module.id) return;
  throw new CliError('usage', {
    summary: `Session ${id} belongs to the planner ${module.id}, not ${planner}.`,
    fix: 'Name that planner, or another session.',
  });
}

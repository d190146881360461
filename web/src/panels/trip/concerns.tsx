import { CircleAlert, Info } from 'lucide-react';
import type { Advisory, PlannerIssue } from '../../../../src/planners/trip/planner-state.ts';
import { classes } from '../../ui/classes.ts';

/** The issues and advice about a part of the trip. */
export function Concerns({
  issues,
  advisories = [],
}: {
  readonly issues: readonly PlannerIssue[];
  readonly advisories?: readonly Advisory[];
}) {
  if (issues.length + advisories.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 py-1">
      {issues.map(({ id, type, severity, description }) => {
        const isBad = severity === 'FATAL' || type === 'ANCHOR_INVALID';
        return (
          <li
            key={id}
            className={classes(
              'flex items-start gap-1.5 rounded-sm px-2 py-1 text-small',
              isBad ? 'bg-bad-ground text-bad' : 'bg-warn-ground text-warn',
            )}
          >
            <CircleAlert
              size={16}
              className="mt-px shrink-0"
              aria-label={isBad ? 'Broken' : 'Needs a look'}
            />
            <span className="min-w-0 break-words">{description}</span>
          </li>
        );
      })}
      {advisories.map(({ type, description }) => (
        <li key={`${type} ${description}`} className="flex items-start gap-1.5 px-2 text-small text-soft">
          <Info size={16} className="mt-px shrink-0" aria-label="Good to know" />
          <span className="min-w-0 break-words">{description}</span>
        </li>
      ))}
    </ul>
  );
}

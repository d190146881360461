import { ChevronRight, CircleAlert, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { SessionState } from '../../api/contracts.ts';
import { useIsPresent, useOpenSession } from '../../state/open-session.ts';
import { classes } from '../../ui/classes.ts';
import { PlanAttempts } from './plan-attempts.tsx';
import { PlanBody } from './plan-body.tsx';
import { PlanDecision } from './plan-decision.tsx';
import { PlanEvidence } from './plan-evidence.tsx';
import { PlanHistory } from './plan-history.tsx';
import { type PlanLine, PlanStandingBadge } from './plan-standing.tsx';

const PARTS = ['Plan', 'History', 'Making'] as const;
type Part = (typeof PARTS)[number];

/** One plan: a line, and behind it what it says, what it rests on, and how it came to be. */
export function PlanEntry({
  session,
  plan,
  isOpen,
  mayAct,
  onToggle,
}: {
  readonly session: SessionState;
  readonly plan: PlanLine;
  readonly isOpen: boolean;
  readonly mayAct: boolean;
  onToggle(open: boolean): void;
}) {
  const { request, proposal, standing } = plan;
  const [part, setPart] = useState<Part>('Plan');
  return (
    <li aria-label={request.goal} className="rounded-md border bg-ground">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
        className="flex w-full items-start gap-2 rounded-md px-3 py-2 text-left hover:bg-hover"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={classes('mt-0.5 shrink-0 text-soft transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">{proposal?.plan.plan_summary ?? request.goal}</span>
          {proposal && <span className="block truncate text-meta text-soft">{request.goal}</span>}
        </span>
        <PlanStandingBadge standing={standing} />
      </button>
      {isOpen && (
        <div className="flex flex-col gap-4 border-t p-3">
          <Standing plan={plan} />
          {mayAct && <PlanDecision session={session.id} plan={plan} />}
          <fieldset className="flex gap-1 border-b pb-2">
            <legend className="sr-only">What to show of this plan</legend>
            {PARTS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={part === each}
                onClick={() => setPart(each)}
                className="h-7 rounded-md px-2.5 text-small font-medium text-soft hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink max-sm:h-10"
              >
                {each}
              </button>
            ))}
          </fieldset>
          {part === 'Plan' && proposal && <PlanBody proposal={proposal} />}
          {part === 'Plan' && !proposal && <p className="text-small text-soft">There is no plan to show.</p>}
          {part === 'History' && (
            <div className="flex flex-col gap-3">
              {proposal && <PlanEvidence proposal={proposal} />}
              <PlanHistory session={session.id} requestId={request.requestId} version={standing} />
            </div>
          )}
          {part === 'Making' && <PlanAttempts session={session.id} plan={plan} />}
        </div>
      )}
    </li>
  );
}

function Standing({ plan: { standing, reason } }: { readonly plan: PlanLine }) {
  const isPresent = useIsPresent();
  const label = useOpenSession(({ hud }) => hud?.label);
  if (standing === 'requested') {
    return (
      <p role="status" className="flex items-center gap-2 text-small text-soft">
        <LoaderCircle size={16} className="animate-spin text-calm" aria-hidden />
        {(isPresent && label) || 'The plan is being made. That takes minutes with most coding agents.'}
      </p>
    );
  }
  if (reason === undefined) return null;
  const isBad = standing === 'failed' || standing === 'unsuccessful';
  return (
    <p
      className={classes(
        'flex items-start gap-2 rounded-md px-3 py-2 text-small',
        isBad ? 'bg-bad-ground text-bad' : 'bg-panel text-soft',
      )}
    >
      {isBad && <CircleAlert size={16} className="mt-px shrink-0" aria-hidden />}
      <span className="min-w-0 break-words whitespace-pre-wrap">{reason}</span>
    </p>
  );
}

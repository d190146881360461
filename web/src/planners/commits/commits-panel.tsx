import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SessionState } from '../../api/contracts.ts';
import { useIsPresent, useShown } from '../../state/open-session.ts';
import { durationText } from '../../ui/amount.ts';
import { Button } from '../../ui/button.tsx';
import { spentText } from '../spent-text.ts';
import { GoalBox } from './goal-box.tsx';
import { PlanEntry } from './plan-entry.tsx';
import { PlanHistory } from './plan-history.tsx';

/** Plans from commits: what they rest on, what they say, how they came to be, and what is decided on them. */
export function CommitsPanel() {
  const shown = useShown();
  const isPresent = useIsPresent();
  const [chosen, choose] = useState<string>();
  const [asking, setAsking] = useState(false);
  if (shown?.planner.type !== 'commits') return null;
  const { plans } = shown.planner;
  const mayAct = isPresent && !shown.archived;
  const newest = plans.toReversed();
  const [first] = newest;
  const opened = newest.find(({ request }) => request.requestId === chosen) ?? first;
  return (
    <div className="@container h-full overflow-y-auto">
      <div className="flex flex-col gap-4 p-4">
        {mayAct && (plans.length === 0 || asking) && (
          <GoalBox
            ready={shown.ready}
            summary={shown.setup?.summary ?? null}
            onAsked={() => {
              setAsking(false);
              choose(undefined);
            }}
          />
        )}
        {mayAct && plans.length > 0 && !asking && (
          <Button className="self-start" onClick={() => setAsking(true)}>
            <Plus size={16} aria-hidden />
            Plan another change
          </Button>
        )}
        {newest.length > 0 && (
          <ol aria-label="Plans" className="flex flex-col gap-2">
            {newest.map((plan) => (
              <PlanEntry
                key={plan.request.requestId}
                session={shown}
                plan={plan}
                isOpen={plan === opened && chosen !== ''}
                mayAct={mayAct}
                onToggle={(open) => choose(open ? plan.request.requestId : '')}
              />
            ))}
          </ol>
        )}
        {opened === undefined && <NextHistory session={shown} />}
        <Ledger spent={shown.planner.spent} />
      </div>
    </div>
  );
}

function NextHistory({ session }: { readonly session: SessionState }) {
  if (!session.ready) return null;
  return (
    <section aria-label="History" className="flex flex-col gap-3">
      <h2 className="text-small font-medium">What the next plan rests on</h2>
      <PlanHistory session={session.id} requestId={undefined} version={session.setup?.configSha256 ?? ''} />
    </section>
  );
}

function Ledger({
  spent,
}: {
  readonly spent: Extract<SessionState['planner'], { type: 'commits' }>['spent'];
}) {
  const entries = Object.entries(spent);
  if (entries.length === 0) return null;
  return (
    <ul aria-label="What planning took" className="flex flex-col gap-0.5 text-meta text-soft tabular-nums">
      {entries.map(([backend, { attempts, failed, seconds, inputTokens, outputTokens, cost }]) => (
        <li key={backend}>
          {[
            `${backend}: ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
            failed > 0 ? `${failed} failed` : '',
            durationText(seconds * 1000),
            spentText({ tokens: inputTokens + outputTokens, usd: cost }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  );
}

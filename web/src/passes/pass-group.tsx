import { travelTo } from '../state/open-session.ts';
import { amountText, durationText } from '../ui/amount.ts';
import { Badge } from '../ui/badge.tsx';
import { ClockTime } from '../ui/time-text.tsx';
import type { PassGroup } from './pass-groups.ts';
import { PassRow } from './pass-row.tsx';

const SOURCES: Readonly<Record<string, string>> = {
  user_input: 'You asked',
  user_guidance: 'You whispered',
  user_answer: 'You answered',
  remote_received: 'The other side wrote',
  planner_said: 'You did',
};

/** The effects of one request: who asked for what, the outcome, its cost, and each pass. */
export function PassGroupSection({ group }: { readonly group: PassGroup }) {
  const { request, passes, proposal, hasFailed } = group;
  const amounts = [
    ...(passes.length > 1 ? [`${passes.length} passes`] : []),
    ...(group.tokens > 0 ? [amountText('tokens', group.tokens)] : []),
    ...(group.cost !== null && group.cost > 0 ? [amountText('usd', group.cost)] : []),
    ...(group.durationMs > 0 ? [durationText(group.durationMs)] : []),
  ];
  return (
    <section aria-label={request?.text ?? 'Work without a request'} className="@container border-b">
      <header className="flex flex-col gap-1 bg-panel px-4 py-2 text-small">
        <div className="flex items-baseline gap-2">
          <h2 className="flex min-w-0 flex-1 items-baseline">
            <span className="shrink-0 text-soft">{sourceOf(request)}</span>
            {request && (
              <button
                type="button"
                dir="auto"
                title={`Go to seq ${request.seq}`}
                onClick={() => travelTo(request.seq)}
                className="ml-1.5 min-w-0 truncate rounded-sm text-left font-medium hover:underline"
              >
                {request.text || '(no words)'}
              </button>
            )}
          </h2>
          {hasFailed && <Badge tone="bad">Failed</Badge>}
          {request && <ClockTime ts={request.ts} className="shrink-0 text-meta text-soft" />}
        </div>
        {proposal && (
          <p dir="auto" className="line-clamp-2 break-words text-soft">
            <span className="font-medium">Outcome:</span> {proposal}
          </p>
        )}
        {amounts.length > 0 && <p className="text-meta text-soft">{amounts.join(' · ')}</p>}
      </header>
      <ul className="divide-y">
        {passes.map((pass) => (
          <PassRow key={pass.pass} pass={pass} />
        ))}
      </ul>
    </section>
  );
}

function sourceOf(request: PassGroup['request']): string {
  if (request === null) return 'Started on its own';
  return SOURCES[request.type] ?? 'Started by';
}

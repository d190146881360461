import type { PlanLine } from './plan-standing.tsx';

type Proposal = NonNullable<PlanLine['proposal']>;

/** What was known about the commits that a plan rests on. */
export function PlanEvidence({ proposal }: { readonly proposal: Proposal }) {
  return (
    <ul aria-label="Evidence" className="flex flex-col divide-y rounded-md border">
      {proposal.evidence.map(({ commitHash, subject, metrics, uniqueSteps }, at) => (
        <li key={commitHash} className="flex flex-col gap-1 px-3 py-2 text-small">
          <p className="flex items-baseline gap-2">
            <span className="shrink-0 text-meta font-medium text-soft">
              {at === 0 ? 'Base' : `Inspiration ${at}`}
            </span>
            <span className="shrink-0 font-mono text-meta text-soft">{commitHash.slice(0, 7)}</span>
            <span className="min-w-0 flex-1 truncate" title={subject}>
              {subject}
            </span>
            {uniqueSteps !== undefined && (
              <span className="shrink-0 text-meta text-soft">
                {uniqueSteps} unique {uniqueSteps === 1 ? 'step' : 'steps'}
              </span>
            )}
          </p>
          {metrics.length > 0 && (
            <p className="flex flex-wrap gap-x-3 text-meta text-soft tabular-nums">
              {metrics.map(({ name, value, unit }) => (
                <span key={name}>
                  {name} <span className="font-medium text-ink">{value}</span>
                  {unit && ` ${unit}`}
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

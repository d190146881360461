import type { CommitHistory } from '../../../../src/planners/commits/history/commit-history.ts';
import { rollupSections } from './rollup-sections.ts';

/** The commits of each inspiration that the base lacks, rolled up as a planner sees them. */
export function TrajectoryBlocks({ history }: { readonly history: CommitHistory }) {
  if (history.inspirations.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {history.inspirations.map(({ name, commitHash, lca, uniqueSteps, omitted, lines }, at) => (
        <details key={commitHash} className="rounded-md border px-3 py-2 text-small">
          <summary>
            <span className="font-medium">Inspiration {at + 1}</span>{' '}
            <span className="font-mono text-meta text-soft">{name}</span>{' '}
            <span className="text-meta text-soft">
              {lca === null
                ? 'has no common ancestor with the base'
                : `${uniqueSteps} unique ${uniqueSteps === 1 ? 'step' : 'steps'}${omitted > 0 ? `, ${omitted} not shown to the planner` : ''}`}
            </span>
          </summary>
          <div className="mt-2 flex flex-col gap-2">
            {rollupSections(lines)
              .filter(
                ({ title, lines: inner }) => title !== undefined || !inner[0]?.startsWith('unique_steps'),
              )
              .map(({ title, lines: inner }) => (
                <section key={title ?? inner[0]} {...(title !== undefined && { 'aria-label': title })}>
                  {title && <h2 className="text-meta font-medium text-soft">{title}</h2>}
                  <ul className={title ? 'mt-1 border-l-2 border-accent/40 pl-3' : ''}>
                    {inner.map((line) => (
                      <li key={line} className="py-0.5 font-mono text-meta break-words">
                        {line}
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
          </div>
        </details>
      ))}
    </div>
  );
}

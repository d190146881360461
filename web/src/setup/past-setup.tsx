import type { SessionState } from '../api/contracts.ts';

/** A read-only setup: one line about it, and the differences from the defaults. */
export function PastSetup({ setup }: { readonly setup: SessionState['setup'] }) {
  if (setup === null) return <p className="text-small text-soft">It was not set up yet.</p>;
  return (
    <div className="flex flex-col gap-3">
      {setup.summary && <p className="text-small">{setup.summary}</p>}
      <SeedList seed={setup.seed} />
    </div>
  );
}

/** The fields of a seed. */
export function SeedList({ seed }: { readonly seed: unknown }) {
  const entries = Object.entries(typeof seed === 'object' && seed !== null ? seed : {});
  if (entries.length === 0) return <p className="text-small text-soft">All settings have their defaults.</p>;
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-4 gap-y-1 rounded-md border bg-panel px-3 py-2 text-small">
      {entries.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-soft">{key}</dt>
          <dd className="min-w-0 font-mono text-meta leading-5 break-words whitespace-pre-wrap">
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SessionLine } from '../api/contracts.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { useSessions, useTitles } from '../state/sessions.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextInput } from '../ui/field.tsx';
import { Loading } from '../ui/loading.tsx';
import { TimeAgo } from '../ui/time-text.tsx';
import { compareAddress } from './compare-address.ts';

/** Chooses the session to compare with. */
export function CompareChoice({ left }: { readonly left: string }) {
  const lines = useSessions((state) => state.lines);
  const title = useTitles()(left);
  const [words, setWords] = useState('');
  usePageTitle(`Compare ${title}`);
  const found = comparable(lines ?? [], left).filter(({ title: name, id }) =>
    `${name} ${id}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <Columns2 size={16} className="shrink-0 text-soft" aria-hidden />
        <h1 className="min-w-0 truncate text-title font-semibold">Compare {title} with</h1>
      </header>
      <div className="shrink-0 px-4 py-3">
        <TextInput
          type="search"
          aria-label="Find a session"
          placeholder="Find a session"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {lines === undefined ? (
        <Loading />
      ) : found.length === 0 ? (
        <EmptyState icon={Columns2} title="No other session">
          Fork this one from a moment of its journal, and compare the two.
        </EmptyState>
      ) : (
        <ul aria-label="Sessions to compare with" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {found.map(({ id, title: name, plannerId, lastActivity }) => (
            <li key={id}>
              <Link
                href={compareAddress(left, id)}
                className="flex h-9 items-center gap-2 rounded-md px-2 text-small hover:bg-hover max-sm:h-11"
              >
                <span className="text-soft">
                  <PlannerIcon plannerId={plannerId} />
                </span>
                <span className="min-w-0 flex-1 truncate">{name || id}</span>
                <span className="max-w-40 truncate font-mono text-meta text-soft max-sm:hidden">{id}</span>
                <TimeAgo ts={lastActivity} short className="text-meta text-soft" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Sessions of the same planner first. */
function comparable(lines: readonly SessionLine[], left: string): readonly SessionLine[] {
  const planner = lines.find(({ id }) => id === left)?.plannerId;
  return lines
    .filter(({ id }) => id !== left)
    .toSorted((a, b) => Number(b.plannerId === planner) - Number(a.plannerId === planner));
}

import { Popover } from '@base-ui/react/popover';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FactFilter } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import type { FactMatches } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { FACT_KINDS } from './fact-kind.ts';
import { KIND_LOOKS } from './fact-look.ts';
import { KindMark } from './fact-row.tsx';

/** How long after the last keystroke the journal is searched. */
const TYPING_MS = 200;

export interface FilterBarProps {
  /** Where the journal is: its types are fetched when they are to be chosen. */
  readonly path: string;
  readonly filter: FactFilter;
  readonly onFilter: (filter: FactFilter) => void;
}

/** Filters facts by words, kinds and types. */
export function FilterBar({ path, filter, onFilter }: FilterBarProps) {
  const [text, setText] = useState(filter.text ?? '');
  useEffect(() => {
    if (text === (filter.text ?? '')) return;
    const timer = setTimeout(() => onFilter({ ...filter, text }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onFilter]);
  const chosen = (filter.kinds?.length ?? 0) + (filter.types?.length ?? 0);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <div className="relative min-w-0 flex-1">
        <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-soft" aria-hidden />
        <TextInput
          type="search"
          aria-label="Search facts"
          placeholder="Search facts"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="pl-8"
        />
      </div>
      <Popover.Root>
        <Popover.Trigger render={<Button look={chosen > 0 ? 'plain' : 'quiet'} className="px-2!" />}>
          <SlidersHorizontal size={16} aria-hidden />
          {chosen > 0 ? `Filter (${chosen})` : 'Filter'}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="end" className="z-50">
            <Popover.Popup className="max-h-[min(70vh,var(--available-height))] w-72 overflow-y-auto rounded-md border bg-raised shadow-[0_8px_24px_oklch(15%_0.02_265/0.18)] outline-none">
              <Popover.Title className="sr-only">Which facts are shown</Popover.Title>
              <Choices path={path} filter={filter} onFilter={onFilter} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {(chosen > 0 || text !== '') && (
        <IconButton
          label="Show all facts"
          onClick={() => {
            setText('');
            onFilter({});
          }}
        >
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Choices({ path, filter, onFilter }: FilterBarProps) {
  const [types, setTypes] = useState<FactMatches['types']>();
  useEffect(() => {
    const asked = new AbortController();
    // No fact has this type: only the types are wanted, and not where the facts are.
    askWhenReachable<FactMatches>(`${path}/facts/matches?type=-`, { signal: asked.signal }).then(
      (found) => setTypes(found.types),
      () => setTypes([]),
    );
    return () => asked.abort();
  }, [path]);
  const { kinds = [], types: chosen = [] } = filter;
  const counts = Map.groupBy(types ?? [], ({ kind }) => kind);
  const names = [...Map.groupBy(types ?? [], ({ type }) => type)].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <>
      <fieldset className="p-2">
        <legend className="sr-only">Kinds</legend>
        {FACT_KINDS.toReversed().map((kind) => (
          <Choice
            key={kind}
            checked={kinds.includes(kind)}
            count={types && countOf(counts.get(kind))}
            onChange={(on) => onFilter({ ...filter, kinds: toggled(kinds, kind, on) })}
          >
            <KindMark kind={kind} />
            <span aria-hidden>{KIND_LOOKS[kind].label}</span>
          </Choice>
        ))}
      </fieldset>
      <fieldset className="border-t p-2">
        <legend className="sr-only">Types</legend>
        {types === undefined && (
          <p role="status" className="px-2 py-1 text-small text-soft">
            Looking through the journal…
          </p>
        )}
        {names.map(([type, those]) => (
          <Choice
            key={type}
            checked={chosen.includes(type)}
            count={countOf(those)}
            onChange={(on) => onFilter({ ...filter, types: toggled(chosen, type, on) })}
          >
            <span className="truncate font-mono text-meta">{type}</span>
          </Choice>
        ))}
      </fieldset>
    </>
  );
}

function Choice({
  checked,
  count,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly count: number | undefined;
  readonly onChange: (on: boolean) => void;
  readonly children: React.ReactNode;
}) {
  return (
    <label className="flex h-7 items-center gap-2 rounded-sm px-2 text-small hover:bg-hover max-sm:h-10">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-3.5 shrink-0 accent-accent-fill"
      />
      {children}
      <span className="ml-auto pl-2 text-meta text-soft">{count}</span>
    </label>
  );
}

function toggled<Item>(items: readonly Item[], item: Item, on: boolean): readonly Item[] {
  return on ? [...items, item] : items.filter((each) => each !== item);
}

function countOf(types: FactMatches['types'] = []): number {
  return types.reduce((sum, { count }) => sum + count, 0);
}

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { FactPages } from './fact-pages.ts';
import type { JournalSource } from './journal-source.ts';

/** The facts of a journal while it is displayed. `source` must stay the same object. */
export function useFactPages(source: JournalSource): FactPages {
  const pages = useMemo(() => new FactPages(source), [source]);
  useEffect(() => pages.open(), [pages]);
  useSyncExternalStore(pages.subscribe, pages.version);
  return pages;
}

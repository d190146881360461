import type { FactsPage } from '../api/contracts.ts';
import { askWhenHeard } from '../state/connection.ts';
import { type FactKind, rememberKinds } from './fact-kind.ts';

/** Reads facts of the journal at `path`, with what kind each of them is. */
export async function readFacts(path: string, query: string, signal?: AbortSignal): Promise<FactsPage> {
  const page = await askWhenHeard<FactsPage & { readonly kinds?: readonly FactKind[] }>(
    `${path}/facts?${query}`,
    { signal },
  );
  rememberKinds(page.facts, page.kinds ?? []);
  return page;
}

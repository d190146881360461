import type { FactsPage } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { rememberKinds } from './fact-kind.ts';
import { rememberTexts } from './fact-text.ts';

/** Reads facts of the journal at `path`, with the kind and text of each. */
export async function readFacts(path: string, query: string, signal?: AbortSignal): Promise<FactsPage> {
  const page = await askWhenReachable<FactsPage>(`${path}/facts?${query}`, { signal });
  rememberKinds(page.facts, page.kinds ?? []);
  rememberTexts(page.facts, page.texts ?? []);
  return page;
}

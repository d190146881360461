import type { Pass } from '../api/contracts.ts';

/** The passes of one request, latest first, and their total cost. */
export interface PassGroup {
  /** The seq of the request; 0 if there is none. */
  readonly key: number;
  readonly request: Pass['request'];
  readonly passes: readonly Pass[];
  readonly tokens: number;
  /** In US dollars; null if no price is known. */
  readonly cost: number | null;
  readonly durationMs: number;
  /** The outcome of the last pass. */
  readonly proposal: string | null;
  readonly hasFailed: boolean;
}

/** A page of passes, latest first; earlier ones start at `next`. */
export interface PassesPage {
  readonly passes: readonly Pass[];
  readonly next?: number;
}

/** The newest page with earlier pages. If passes are missing in between, only the newest. */
export function joinedPages(newest: PassesPage, read: PassesPage | undefined): PassesPage {
  const { next } = newest;
  if (read === undefined || next === undefined) return newest;
  const isConnected = read.passes.some(({ from }) => from === next);
  if (!isConnected) return newest;
  return { ...read, passes: [...newest.passes, ...read.passes.filter(({ from }) => from < next)] };
}

/** Passes by request, in order. */
export function passGroups(passes: readonly Pass[]): readonly PassGroup[] {
  const byRequest = Map.groupBy(passes, ({ request }) => request?.seq ?? 0);
  return [...byRequest].map(([key, group]) => ({
    key,
    request: group[0]?.request ?? null,
    passes: group,
    tokens: sum(group, ({ total }) => total.inputTokens + total.outputTokens),
    cost: group.some(({ total }) => total.cost !== null) ? sum(group, ({ total }) => total.cost ?? 0) : null,
    durationMs: sum(group, ({ durationMs }) => durationMs ?? 0),
    proposal: inOneLine(group.find(({ proposal }) => proposal !== null)?.proposal),
    hasFailed: group.some(({ outcome }) => outcome === 'error' || outcome === 'failed'),
  }));
}

/** A text without the Markdown marks at the start of lines, and without a line that only introduces the others. */
function inOneLine(text: string | null | undefined): string | null {
  if (text == null) return null;
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:#{1,6}|[-*+]|\d+\.)\s+/, '').trim());
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  return (first.endsWith(':') && rest.length > 0 ? rest : [first, ...rest]).reduce((before, line) =>
    before.endsWith(':') ? `${before} ${line}` : `${before} · ${line}`,
  );
}

function sum(passes: readonly Pass[], amount: (pass: Pass) => number): number {
  return passes.reduce((total, pass) => total + amount(pass), 0);
}

import type { Pass } from '../api/contracts.ts';

/** The passes that one request started, the latest first, and what all of them took. */
export interface PassGroup {
  /** The seq of the request; 0 where nobody asked for anything. */
  readonly key: number;
  readonly request: Pass['request'];
  readonly passes: readonly Pass[];
  readonly tokens: number;
  /** In US dollars; null where no price is known. */
  readonly cost: number | null;
  readonly durationMs: number;
  /** What the last of them came to. */
  readonly proposal: string | null;
  readonly hasFailed: boolean;
}

/** A part of the passes, the latest first; `next` is where the earlier ones begin. */
export interface PassesPage {
  readonly passes: readonly Pass[];
  readonly next?: number;
}

/** The newest page with what was read of earlier ones. Where passes are missing in between, only the newest. */
export function joinedPages(newest: PassesPage, read: PassesPage | undefined): PassesPage {
  const { next } = newest;
  if (read === undefined || next === undefined) return newest;
  const isConnected = read.passes.some(({ from }) => from === next);
  if (!isConnected) return newest;
  return { ...read, passes: [...newest.passes, ...read.passes.filter(({ from }) => from < next)] };
}

/** Passes by what started them, in the order in which they came. */
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

/** Words without the marks of Markdown that begin a line, and without a line that only says that the others come. */
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

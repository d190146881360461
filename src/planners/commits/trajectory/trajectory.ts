import { shown } from '../../../journal/error.ts';
import { bounded, onOneLine } from '../../../machine/bounded-text.ts';
import { PlanningError } from '../error.ts';
import { CardIndex, type CommitCard, indexCards } from './card-index.ts';
import { type ChunkCache, memoryChunkCache } from './chunk-cache.ts';
import { type Range, type Rollup, rollup } from './rollup.ts';

/** A full block of steps to summarize. */
export interface TrajectoryChunk {
  /** The commit before the first step. */
  readonly start: string;
  /** The last step. */
  readonly end: string;
  /** Oldest first. */
  readonly steps: readonly CommitCard[];
}

/** Summarizes the changes of a chunk in a sentence or two. */
export type Summarise = (chunk: TrajectoryChunk) => string | Promise<string>;

/** Options of {@link buildTrajectory}. */
export interface TrajectoryOptions {
  readonly cards: Iterable<CommitCard> | CardIndex;
  readonly base: string;
  readonly tip: string;
  /** The commit that depths are counted from. Default, or if it does not apply: the earliest known ancestor. */
  readonly root?: string | undefined;
  readonly blockSize: number;
  readonly maxRawSteps: number;
  readonly maxChunks: number;
  /** By default, chunks show the subjects of their steps. */
  readonly summarise?: Summarise | undefined;
  readonly cache?: ChunkCache | undefined;
  /** The model behind `summarise`, as part of the cache key. */
  readonly model?: string | undefined;
}

/** The commits that a trajectory shows. */
export interface TrajectoryMeta {
  readonly uniqueStepsCount: number;
  /** Null if base and tip have no known common ancestor. */
  readonly lca: string | null;
  readonly earliest: readonly string[];
  readonly chunks: readonly { readonly start: string; readonly end: string }[];
  readonly recent: readonly string[];
  readonly omitted: number;
}

/** A rollup of the steps from base to tip. */
export interface Trajectory {
  readonly lines: readonly string[];
  readonly meta: TrajectoryMeta;
}

/** Part of a summary's cache key, changed with the prompt. */
const CHUNK_PROMPT_VERSION = 1;

const SHORT_HASH = 12;
const STEP_LENGTH = 240;
const CHUNK_LENGTH = 400;

/** Shows, within limits, the steps that lead to `tip` but not to `base`. */
export async function buildTrajectory(options: TrajectoryOptions): Promise<Trajectory> {
  wholeFrom(1, 'blockSize', options.blockSize);
  wholeFrom(0, 'maxRawSteps', options.maxRawSteps);
  wholeFrom(0, 'maxChunks', options.maxChunks);
  const index = options.cards instanceof CardIndex ? options.cards : indexCards(options.cards);
  const path = uniquePath(index, options);
  if (!path.ok) return unavailable(path.reason);

  const { steps, depth, lca } = path;
  const shape = rollup({ ...options, steps, depth });
  const chunks = shape.chunks.map((range) => chunkOf(path, range));
  const [earliest, recent] = [path.cards(shape.earliest), path.cards(shape.recent)];
  const summaries = await Promise.all(chunks.map((chunk) => summaryOf(chunk, options)));
  return {
    lines: [
      `unique_steps_count: ${steps}, lca: ${short(lca)}`,
      ...section('Earliest unique steps:', earliest.map(stepLine)),
      ...section('Summarised blocks:', summaries),
      ...omittedLine(shape),
      ...section('Recent unique steps:', recent.map(stepLine)),
    ],
    meta: {
      uniqueStepsCount: steps,
      lca,
      earliest: earliest.map(({ commitHash }) => commitHash),
      chunks: chunks.map(({ start, end }) => ({ start, end })),
      recent: recent.map(({ commitHash }) => commitHash),
      omitted: shape.omitted,
    },
  };
}

interface UniquePath {
  readonly ok: true;
  readonly lca: string;
  readonly steps: number;
  /** Of the LCA, from the root. */
  readonly depth: number;
  cards(range: Range): readonly CommitCard[];
}

function uniquePath(
  index: CardIndex,
  { base, tip, root }: Pick<TrajectoryOptions, 'base' | 'tip' | 'root'>,
): UniquePath | { readonly ok: false; readonly reason: string } {
  if (base === tip && index.node(tip) === undefined) {
    return { ok: true, lca: base, steps: 0, depth: 0, cards: () => [] };
  }
  const [from, to] = [index.node(base), index.node(tip)];
  if (to === undefined) return { ok: false, reason: `there is no card of ${short(tip)}` };
  if (from === undefined) return { ok: false, reason: `there is no card of ${short(base)}` };
  const lca = index.commonAncestor(from, to);
  if (lca === undefined) {
    return {
      ok: false,
      reason: `${short(base)} and ${short(tip)} have no common ancestor; ${endOf(index, from, base)}, ${endOf(index, to, tip)}`,
    };
  }
  const lcaDepth = index.depth(lca);
  const rootNode = root === undefined ? undefined : index.node(root);
  const fromRoot = rootNode === undefined ? undefined : index.stepsTo(lca, rootNode);
  return {
    ok: true,
    lca: index.hashAt(lca),
    steps: index.depth(to) - lcaDepth,
    depth: fromRoot ?? index.stepsToEarliest(lca),
    cards: ({ from: first, to: end }) =>
      Array.from({ length: end - first }, (_, i) =>
        index.cardAt(index.ancestor(to, lcaDepth + 1 + first + i)),
      ),
  };
}

/** The end of a commit's known history: a root or a gap. */
function endOf(index: CardIndex, node: number, hash: string): string {
  const end = index.hashAt(index.ancestor(node, 0));
  return `the history of ${short(hash)} ends at ${short(end)}${index.has(end) ? '' : ', which has no card'}`;
}

function chunkOf(path: UniquePath, range: Range): TrajectoryChunk {
  const steps = path.cards(range);
  return {
    start: steps[0]?.parentCommitHash ?? path.lca,
    end: steps.at(-1)?.commitHash ?? path.lca,
    steps,
  };
}

const lastingFor = new WeakMap<Summarise, ChunkCache>();

async function summaryOf(
  chunk: TrajectoryChunk,
  { summarise, cache, model = '', blockSize }: TrajectoryOptions,
): Promise<string> {
  const { start, end, steps } = chunk;
  const label = `- ${short(start)}..${short(end)} (${steps.length} step${steps.length === 1 ? '' : 's'}): `;
  if (summarise === undefined) return label + joined(steps);
  const kept = cache ?? cacheOf(summarise);
  const key = { start, end, blockSize, model, promptVersion: CHUNK_PROMPT_VERSION };
  try {
    const known = await kept.get(key);
    if (known !== undefined) return label + known;
    const summary = bounded(onOneLine(await summarise(chunk)), CHUNK_LENGTH);
    if (summary === '') return label + joined(steps);
    await kept.set(key, summary);
    return label + summary;
  } catch {
    // Without a summary a rollup says less, but is still correct.
    return label + joined(steps);
  }
}

/** A summarizer without a cache is still called only once for each chunk. */
function cacheOf(summarise: Summarise): ChunkCache {
  const known = lastingFor.get(summarise);
  if (known !== undefined) return known;
  const cache = memoryChunkCache();
  lastingFor.set(summarise, cache);
  return cache;
}

/** A summary without a model: the subjects of the steps, each with a fair share of the space. */
function joined(steps: readonly CommitCard[]): string {
  const share = Math.max(24, Math.floor(CHUNK_LENGTH / steps.length) - 2);
  return bounded(steps.map((step) => bounded(titleOf(step), share)).join('; '), CHUNK_LENGTH);
}

function stepLine(card: CommitCard): string {
  const summary = onOneLine(card.changeSummary ?? '');
  const title = titleOf(card);
  const text = summary === '' || summary === title ? title : `${title}: ${summary}`;
  return `- ${short(card.commitHash)} ${bounded(text, STEP_LENGTH)}`;
}

function titleOf({ commitHash, subject }: CommitCard): string {
  return onOneLine(subject ?? '') || `Commit ${short(commitHash)}`;
}

function omittedLine({ omitted, newestOmitted }: Rollup): readonly string[] {
  return omitted === 0 ? [] : [`Omitted ${omitted} ${newestOmitted ? '' : 'older '}unique step(s)`];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function unavailable(reason: string): Trajectory {
  return {
    lines: [`Trajectory unavailable: ${reason}.`],
    meta: { uniqueStepsCount: 0, lca: null, earliest: [], chunks: [], recent: [], omitted: 0 },
  };
}

function short(hash: string): string {
  return hash.length > SHORT_HASH ? hash.slice(0, SHORT_HASH) : hash;
}

function wholeFrom(least: number, name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new PlanningError('invalid-planning-request', {
    expected: `${name} to be a whole number from ${least} on`,
    actual: shown(value),
    fix: 'Pass the limits of settings.trajectory, or your own.',
  });
}

import type { EvolutionSetup, MeasuredMetric, MeasuredRun } from './evolution-facts.ts';
import {
  beats,
  cellOf,
  isBetter,
  type MeasuredValue,
  metricValue,
  numberText,
  objectiveIn,
} from './measure/archive-cell.ts';
import { seededRandom } from './seeded-random.ts';

/** A measured commit. */
export interface MeasuredCommit extends MeasuredValue {
  readonly commit: string;
  /** The plan that led to it; undefined for the first commit of the evolution. */
  readonly requestId: string | undefined;
  readonly metrics: readonly MeasuredMetric[];
  readonly cell: number;
  /** Whether it was kept when it was measured; undefined if undecided. */
  readonly isKept?: boolean;
  /** Its parent, measured alternately with it. */
  readonly against?: (MeasuredValue & { readonly commit: string }) | undefined;
}

/** The best commit of each cell, by cell. */
export type Archive = ReadonlyMap<number, MeasuredCommit>;

/** A commit as the archive stores it, or a reason if its objective or a measure is missing. */
export function measuredCommit(
  {
    commit,
    requestId,
    metrics,
    against,
  }: {
    readonly commit: string;
    readonly requestId?: string | undefined;
    readonly metrics: readonly MeasuredMetric[];
    readonly against?: MeasuredRun;
  },
  setup: Pick<EvolutionSetup, 'objective' | 'measures'>,
): MeasuredCommit | string {
  const { metric } = setup.objective;
  const value = objectiveIn(metrics, metric);
  if (value === undefined) return missingMetric(metric, metrics);
  const cell = cellOf(metrics, setup);
  if (cell === undefined) {
    const missing = setup.measures.find((each) => metricValue(metrics, each.metric) === undefined);
    return missingMetric(missing?.metric ?? '', metrics);
  }
  const parent = against && objectiveIn(against.metrics, metric);
  return {
    commit,
    requestId,
    metrics,
    ...value,
    cell,
    ...(against && parent && { against: { commit: against.commit, ...parent } }),
  };
}

/** The evaluation of a measured commit for planners, with its place in the archive. */
export function evaluationOf(
  { metrics, cell, objective }: MeasuredCommit,
  setup: Pick<EvolutionSetup, 'objective' | 'measures'>,
) {
  const { metric, direction } = setup.objective;
  return {
    metrics: metrics.map(({ spread, ...each }) => ({
      ...each,
      ...(spread !== undefined && { summary: `median, interquartile range ${numberText(spread)}` }),
      ...(each.name === metric && { higherIsBetter: direction === 'higher' }),
    })),
    cellIndex: cell,
    objective,
    ...(setup.measures.length > 0 && {
      measures: Object.fromEntries(
        setup.measures.flatMap(({ metric: name }) =>
          metrics.flatMap((each) => (each.name === name ? [[name, each.value]] : [])),
        ),
      ),
    }),
  };
}

const MAX_NAMED = 8;

function missingMetric(name: string, metrics: readonly MeasuredMetric[]): string {
  const names = metrics.slice(0, MAX_NAMED).map((metric) => metric.name);
  return `The evaluator gave no ${name}, only ${names.join(', ')}${metrics.length > MAX_NAMED ? ' and others' : ''}.`;
}

/** Whether a commit is better than an earlier one by more than the noise. */
export function isGain(
  one: MeasuredCommit,
  other: MeasuredCommit,
  objective: EvolutionSetup['objective'],
): boolean {
  return beats(one, one.against?.commit === other.commit ? one.against : other, objective);
}

/** Whether a commit is the best of all. If the machine has become faster, so has its parent. */
export function isNewBest(
  one: MeasuredCommit,
  best: MeasuredCommit | undefined,
  objective: EvolutionSetup['objective'],
): boolean {
  if (best === undefined) return true;
  return isGain(one, best, objective) && (one.against === undefined || beats(one, one.against, objective));
}

/** The archive of commits: of equal ones in a cell the one that was kept, or the first if undecided. */
export function archiveOf(
  commits: readonly MeasuredCommit[],
  { objective }: Pick<EvolutionSetup, 'objective'>,
): Archive {
  const archive = new Map<number, MeasuredCommit>();
  let best: MeasuredCommit | undefined;
  for (const each of commits) {
    if (each.isKept === false) continue;
    const elite = archive.get(each.cell);
    const isBest = isNewBest(each, best, objective);
    if (isBest || elite === undefined || (elite !== best && isGain(each, elite, objective)))
      archive.set(each.cell, each);
    if (isBest) best = each;
  }
  return archive;
}

/** The best commit of those that were kept. Within the noise, the earlier one wins. */
export function bestOf(
  commits: readonly MeasuredCommit[],
  { objective }: Pick<EvolutionSetup, 'objective'>,
): MeasuredCommit | undefined {
  let best: MeasuredCommit | undefined;
  for (const each of commits) if (each.isKept !== false && isNewBest(each, best, objective)) best = each;
  return best;
}

/** The parent of a candidate, and its inspirations. */
export interface Sample {
  readonly parent: MeasuredCommit;
  readonly inspirations: readonly MeasuredCommit[];
}

/** The share of candidates that start from the best commit; the others start from any cell. */
const FROM_THE_BEST = 0.5;
/** How many of the best commits are among the inspirations, whatever their cells. */
const MAX_RANKED = 4;

/** The commits that later plans may start from or see; one that drops out never comes back. */
export function sampledFrom(
  commits: readonly MeasuredCommit[],
  setup: Pick<EvolutionSetup, 'objective'>,
): readonly MeasuredCommit[] {
  const elites = archiveOf(commits, setup).values();
  return [...new Set([...elites, ...ranked(commits, setup.objective).slice(0, MAX_RANKED)])];
}

/** Samples from an archive, deterministically for a seed, round and candidate. */
export function sampleFrom(
  commits: readonly MeasuredCommit[],
  setup: Pick<EvolutionSetup, 'objective' | 'inspirations' | 'seed'>,
  { round, candidate }: { readonly round: number; readonly candidate: number },
): Sample | undefined {
  const best = bestOf(commits, setup);
  if (best === undefined) return undefined;
  const random = seededRandom(setup.seed, round, candidate);
  const elites = [...archiveOf(commits, setup).values()].toSorted((a, b) => a.cell - b.cell);
  const parent = random() < FROM_THE_BEST ? best : (sampled(elites, random)[0] ?? best);
  const pool = [...new Set([...elites, ...sampledFrom(commits, setup)])].filter(
    ({ commit }) => commit !== parent.commit,
  );
  const inspirations = shuffled(pool, random).slice(0, setup.inspirations);
  return { parent, inspirations };
}

function ranked(
  commits: readonly MeasuredCommit[],
  direction: EvolutionSetup['objective'],
): readonly MeasuredCommit[] {
  return commits.toSorted((a, b) => {
    if (isBetter(a.objective, b.objective, direction)) return -1;
    return isBetter(b.objective, a.objective, direction) ? 1 : 0;
  });
}

function sampled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const item = items[Math.floor(random() * items.length)];
  return item === undefined ? [] : [item];
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

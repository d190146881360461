import { z } from 'zod';
import { redactedDeep } from '../../../kernel/secret-redaction.ts';
import { resolveCommit } from '../../../machine/git/git.ts';
import { allowedRoot, type PlanReactorOptions } from '../agent/plan-reactor.ts';
import { redactionFor } from '../agent/redaction.ts';
import { indexFromGit } from '../cards/git-log.ts';
import { CommitsConfig } from '../config.ts';
import type { PlanRecord } from '../planning-fold.ts';
import { settingsFromEnv } from '../settings.ts';
import { buildTrajectory } from '../trajectory/trajectory.ts';
import { commitGraph } from './commit-graph.ts';

const Hash = z.string();

/** The commits that a plan is based on, with the newest of their ancestors. */
export const CommitHistory = z.strictObject({
  repository: z.string(),
  base: z.strictObject({ name: z.string(), commitHash: Hash }),
  inspirations: z
    .array(
      z.strictObject({
        name: z.string(),
        commitHash: Hash,
        lca: Hash.nullable().describe(
          'Where its history and that of the base part; null when they never met.',
        ),
        uniqueSteps: z.int().min(0),
        omitted: z.int().min(0),
        lines: z.array(z.string()).readonly().describe('The rollup as a planner is shown it.'),
      }),
    )
    .readonly(),
  commits: z
    .array(
      z.strictObject({
        commitHash: Hash,
        parents: z.array(Hash).readonly(),
        subject: z.string(),
        ts: z.string(),
      }),
    )
    .readonly()
    .describe('The newest first.'),
  more: z.boolean().describe('Whether older ones are left out.'),
});
export type CommitHistory = Readonly<z.infer<typeof CommitHistory>>;

/** The subject of a history: a plan, or the setup, which the next plan is based on. */
export type HistorySubject = { readonly plan: PlanRecord } | { readonly config: unknown };

const MAX_COMMITS = 400;
const MAX_CACHED = 16;

/** Reads histories from repositories. A history of given commits never changes, so the last few are cached. */
export class CommitHistories {
  readonly #options: PlanReactorOptions;
  readonly #cache = new Map<string, Promise<CommitHistory>>();

  constructor(options: PlanReactorOptions = {}) {
    this.#options = options;
  }

  async of(subject: HistorySubject): Promise<CommitHistory> {
    const { repository, base, inspirations } = revisionsOf(subject);
    const root = await allowedRoot(repository, this.#options.roots);
    const named = await Promise.all(
      [base, ...inspirations].map(async ({ name, revision }) => ({
        name,
        commitHash: await resolveCommit(root, revision),
      })),
    );
    const key = JSON.stringify([root, named]);
    const known = this.#cache.get(key);
    if (known !== undefined) return await known;
    const [first = { name: '', commitHash: '' }, ...others] = named;
    const reading = this.#read(root, { repository, base: first, inspirations: others });
    this.#remember(key, reading);
    return await reading;
  }

  async #read(
    root: string,
    { repository, base, inspirations }: Pick<CommitHistory, 'repository' | 'base'> & NamedSubject,
  ): Promise<CommitHistory> {
    const settings = this.#options.settings ?? settingsFromEnv();
    const tips = [base, ...inspirations].map(({ commitHash }) => commitHash);
    const commits = await commitGraph(root, { tips, most: MAX_COMMITS + 1 });
    const cards = inspirations.length === 0 ? undefined : await indexFromGit(root, { tips });
    const trajectories = await Promise.all(
      inspirations.map(async ({ name, commitHash }) => {
        const ends = { base: base.commitHash, tip: commitHash };
        const { lines, meta } = await buildTrajectory({
          cards: cards ?? [],
          ...ends,
          ...settings.trajectory,
        });
        const { lca, omitted, uniqueStepsCount: uniqueSteps } = meta;
        return { name, commitHash, lca, uniqueSteps, omitted, lines };
      }),
    );
    const history = {
      repository,
      base,
      inspirations: trajectories,
      commits: commits.slice(0, MAX_COMMITS),
      more: commits.length > MAX_COMMITS,
    };
    // A commit message may contain anything, including a secret of this machine.
    return redactedDeep(history, redactionFor(settings)) as CommitHistory;
  }

  #remember(key: string, reading: Promise<CommitHistory>): void {
    this.#cache.set(key, reading);
    reading.catch(() => this.#cache.delete(key));
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}

interface NamedSubject {
  readonly inspirations: readonly { readonly name: string; readonly commitHash: string }[];
}

interface Revision {
  readonly name: string;
  readonly revision: string;
}

/** A plan names its commits by hash, since a branch may have moved. */
function revisionsOf(subject: HistorySubject): {
  readonly repository: string;
  readonly base: Revision;
  readonly inspirations: readonly Revision[];
} {
  if ('config' in subject) {
    const { repository, base, inspirations } = CommitsConfig.parse(subject.config ?? {});
    return { repository, base: asNamed(base), inspirations: inspirations.map(asNamed) };
  }
  const { request, proposal } = subject.plan;
  const [, ...shown] = proposal?.evidence ?? [];
  return {
    repository: request.repository,
    base: { name: request.base, revision: proposal?.baseCommit ?? request.base },
    inspirations: request.inspirations.map((name, at) => ({
      name,
      revision: shown[at]?.commitHash ?? name,
    })),
  };
}

function asNamed(name: string): Revision {
  return { name, revision: name };
}

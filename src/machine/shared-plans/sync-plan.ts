import { createHash, randomInt } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { DEFAULT_ATTEMPTS } from '../../kernel/append-decision.ts';
import { ConflictError } from '../../kernel/error.ts';
import type { Plan, StepConflict } from '../../plan-tools/plan/plan.ts';
import { journalOf } from '../../plan-tools/plan/plan-id.ts';
import { highestOf, type StepAliases, suffixOf } from '../../plan-tools/plan/plan-number.ts';
import { type LocalChanges, localChanges } from '../../plan-tools/share/local-changes.ts';
import { planChanges } from '../../plan-tools/share/plan-change.ts';
import {
  compareTimes,
  distinctChanges,
  MAX_DRIFT_MS,
  type SeenChanges,
  type SharedChange,
  seenIn,
} from '../../plan-tools/share/shared-change.ts';
import { foldShared } from '../../plan-tools/share/shared-fold.ts';
import { suffixFor } from '../../plan-tools/share/shared-steps.ts';
import { mergeEvent, type ShareCall, shareEvent } from '../../plan-tools/share/sharing-calls.ts';
import { newAliases } from '../../plan-tools/share/step-aliases.ts';
import { SharedFiles } from './shared-files.ts';

/** A plan of a store, and the repository that shares it. */
export interface SharedPlanPlace {
  readonly store: FactStore;
  readonly planId: string;
  /** The root of the repository. */
  readonly root: string;
  /**
   * The identity of the store. Work trees with the same store are one clone, and a copy of a store is another.
   * Without it, each directory is its own clone.
   */
  readonly storeName?: string | undefined;
}

/** The result of merging a plan with those of the other clones. */
export interface SyncResult {
  readonly plan: Plan | undefined;
  /** How many changes of this clone were written to its file. */
  readonly written: number;
  /** How many changes of other clones were taken over. */
  readonly received: number;
  /** How many clones have changed the plan. */
  readonly clones: number;
  /** Concurrent changes by several clones, to the plan and to each step. */
  readonly conflicts: readonly (StepConflict & { readonly stepId?: string })[];
  /** Unreadable lines, `k3x9.jsonl line 7`, and files that belong to no clone. */
  readonly unreadable: readonly string[];
  /** Steps whose id another clone has also assigned: their former and current ids. */
  readonly renamed: StepAliases;
  /** Clones whose clocks are more than a day ahead, with the latest date each has written. */
  readonly ahead: readonly { readonly clone: string; readonly date: string }[];
}

/**
 * Merges a shared plan: writes the changes made here to this clone's file, and takes over those of the others. An
 * interrupted merge is completed by the next one. `undefined` if the plan is not shared.
 */
export async function syncPlan(place: SharedPlanPlace): Promise<SyncResult | undefined> {
  const { store, planId, root } = place;
  const files = new SharedFiles(root, planId);
  if (!files.exist) return undefined;
  const journal = openJournal(store, journalOf(planId));
  for (let attempt = 0; attempt < DEFAULT_ATTEMPTS; attempt++) {
    const local = localChanges(await journal.facts(), planId);
    const { sharing, head } = local;
    const wanted = sharingFor(local, files, place);
    if (sharing === undefined || wanted !== undefined) {
      await journal.append([shareEvent(wanted ?? newSharing(files, place))], { expectedSeq: head });
      continue;
    }
    const written = writeOwn(files, sharing, local);
    const { changes, unreadable } = files.read();
    const all = distinctChanges([...changes, ...local.changes]);
    const seen = seenIn(all.filter(({ clone }) => clone !== sharing.clone));
    const { plan: merged, conflicts, renamed } = foldShared(all);
    const aliases = newAliases(local, { renamed });
    const difference = merged ? planChanges(local.plan, merged) : [];
    const news = all.filter(({ clone, n }) => clone !== sharing.clone && n > (local.seen[clone] ?? 0));
    const result = {
      plan: merged,
      written,
      received: news.length,
      clones: new Set(all.map(({ clone }) => clone)).size,
      conflicts: [...conflicts, ...conflictsOf(merged)],
      unreadable,
      renamed: aliases,
      ahead: clonesAhead(all),
    };
    if (merged === undefined) return result;
    const isKnown = isSeen(seen, local.seen) && highestIn(local.plan) >= highestOf(merged);
    if (difference.length === 0 && isKnown) return result;
    const event = mergeEvent(
      {
        changes: difference,
        conflicts: merged.steps.flatMap(({ stepId, conflicts: open }) =>
          open ? [{ step_id: stepId, conflicts: [...open] }] : [],
        ),
        ...(conflicts.length > 0 && { plan_conflicts: [...conflicts] }),
        seen: { ...local.seen, ...seen },
        time: latestOf(all),
        highest: highestOf(merged),
        suffix: suffixAmong(all, sharing),
        ...(Object.keys(aliases).length > 0 && { aliases }),
      },
      local.plan,
      head,
    );
    // Changes made here meanwhile come first.
    if ((await journal.append([event], { expectedSeq: head })).ok) return result;
  }
  throw new ConflictError({
    summary: `Plan ${planId} changed during each of ${DEFAULT_ATTEMPTS} attempts to share it.`,
    fix: 'Share it again when fewer agents work on it. Nothing is lost.',
  });
}

/** Merges shared plans of a repository, and does nothing if nothing has changed since the last time. */
export class PlanSync {
  readonly #root: string;
  readonly #storeName: string | undefined;
  readonly #last = new Map<string, string>();

  constructor(root: string, storeName?: string) {
    this.#root = root;
    this.#storeName = storeName;
  }

  /** Whether a plan is shared. */
  isShared(planId: string): boolean {
    return new SharedFiles(this.#root, planId).exist;
  }

  async sync(store: FactStore, planId: string): Promise<void> {
    if (!this.isShared(planId)) return;
    // The earlier state: concurrent changes have to be checked again.
    const state = await this.#state(store, planId);
    if (state === this.#last.get(planId)) return;
    await syncPlan({ store, planId, root: this.#root, storeName: this.#storeName });
    this.#last.set(planId, state);
  }

  async #state(store: FactStore, planId: string): Promise<string> {
    const head = await openJournal(store, journalOf(planId)).head();
    return `${head}\n${new SharedFiles(this.#root, planId).signature()}`;
  }
}

const NOTHING_SHARED: SyncResult = {
  plan: undefined,
  written: 0,
  received: 0,
  clones: 0,
  conflicts: [],
  unreadable: [],
  renamed: {},
  ahead: [],
};

/** Shares a plan with every clone of a repository from now on. */
export async function sharePlan(place: SharedPlanPlace): Promise<SyncResult> {
  const files = new SharedFiles(place.root, place.planId);
  files.create();
  return (await syncPlan(place)) ?? NOTHING_SHARED;
}

/** Changes that no file has yet, including those this clone made under another id before its directory was moved. */
function writeOwn(files: SharedFiles, { clone }: ShareCall, { changes }: LocalChanges): number {
  const known = new Set(files.read().changes.map(({ fact }) => fact));
  const missing = changes.filter(({ fact }) => !known.has(fact));
  files.append(clone, missing);
  return missing.length;
}

/** What has to be recorded before a plan can be merged; `undefined` if nothing. */
function sharingFor(
  { sharing, plan }: LocalChanges,
  files: SharedFiles,
  place: SharedPlanPlace,
): ShareCall | undefined {
  if (sharing === undefined) return newSharing(files, place);
  // Before stores had names, a clone was identified by its directory.
  const isHere = sharing.place === placeOf(place) || sharing.place === directoryOf(place);
  if (!isHere) return newSharing(files, place);
  // A plan that was started after sharing does not know of it yet.
  return plan !== undefined && suffixOf(plan) === undefined ? sharing : undefined;
}

function newSharing(files: SharedFiles, place: SharedPlanPlace): ShareCall {
  const others = files.clones;
  const used = new Set(others.map(suffixFor));
  let clone = randomClone();
  while (used.has(suffixFor(clone))) clone = randomClone();
  // The first one to share a plan continues with its ids.
  const suffix = others.length > 0 && { suffix: suffixFor(clone) };
  return { plan_id: place.planId, clone, place: placeOf(place), ...suffix };
}

/** The suffix of new step ids: two clones that both shared a plan first would assign the same ids. */
function suffixAmong(changes: readonly SharedChange[], { clone, suffix }: ShareCall): string | undefined {
  if (suffix !== undefined) return suffix;
  const isPlain = changes.some(
    (shared) =>
      shared.clone !== clone && shared.changes.some((each) => 'add' in each && !each.add.includes('-')),
  );
  return isPlain ? suffixFor(clone) : undefined;
}

function randomClone(): string {
  return Array.from({ length: 12 }, () => randomInt(36).toString(36)).join('');
}

/** The identity of the clone: that of its store. A store copied to another place or machine is another clone. */
function placeOf(place: SharedPlanPlace): string {
  return place.storeName === undefined ? directoryOf(place) : hashed(place.storeName);
}

function directoryOf({ root }: SharedPlanPlace): string {
  return hashed(`${hostname()} ${realpathSync(root)}`);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function highestIn(plan: Plan | undefined): number {
  return plan ? highestOf(plan) : 0;
}

function clonesAhead(changes: readonly SharedChange[]): SyncResult['ahead'] {
  const latest = new Map<string, number>();
  for (const { clone, at } of changes) latest.set(clone, Math.max(latest.get(clone) ?? 0, at[0]));
  const most = Date.now() + MAX_DRIFT_MS;
  return [...latest].flatMap(([clone, ms]) =>
    ms > most ? [{ clone, date: new Date(ms).toISOString() }] : [],
  );
}

function isSeen(found: SeenChanges, known: SeenChanges): boolean {
  return Object.entries(found).every(([clone, n]) => (known[clone] ?? 0) >= n);
}

function latestOf(changes: readonly SharedChange[]): [number, number] {
  const [ms, count] = changes.reduce<readonly [number, number]>(
    (latest, { at }) => (compareTimes(at, latest) > 0 ? at : latest),
    [0, 0],
  );
  return [ms, count];
}

function conflictsOf(plan: Plan | undefined): readonly (StepConflict & { readonly stepId: string })[] {
  return (plan?.steps ?? []).flatMap(({ stepId, conflicts = [] }) =>
    conflicts.map((conflict) => ({ ...conflict, stepId })),
  );
}

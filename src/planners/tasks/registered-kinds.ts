import { retryOf } from './config.ts';
import type { Executor } from './executors/executor.ts';
import type { KindPolicies, TaskKind } from './facts.ts';

/** How tasks of a kind are carried out. */
export interface KindOptions {
  /** What it is for; a model that plans is told so. */
  readonly description?: string | undefined;
  /** Who carries them out. By default, like `model`, the session's model does, or `model` where that is named. */
  readonly executor?: Executor | 'model' | 'human' | undefined;
  /** The model that carries them out, in the place of the session's. */
  readonly model?: string | undefined;
  /** How often one is tried that fails in passing, in the place of what holds for the plan. */
  readonly attempts?: number | undefined;
  /** How many tokens of finished work one is told, in the place of what holds for the plan. */
  readonly tokenBudget?: number | undefined;
}

/** Kinds of tasks by their names: new ones, and usual ones that are carried out otherwise. */
export type TaskKinds = Readonly<Record<string, KindOptions>>;

/** What of registered kinds is part of a plan, so that every process goes by it. */
export function kindPolicies(kinds: TaskKinds = {}): KindPolicies {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { attempts = 0 }]) => [
      kind,
      attempts > 0 ? { retry: retryOf(attempts) } : {},
    ]),
  );
}

/** Executors by the kinds of tasks that they carry out. */
export type ExecutorsByKind = Readonly<Record<string, Executor | undefined>>;

/**
 * Who carries out tasks of which kind. Executors that are given by kind are all there are, but for those that a registered
 * kind has itself; where none are given, `byModel` carries out what needs no tool.
 */
export function executorsOf<Carrier>(
  {
    executors,
    kinds = {},
  }: { readonly executors?: ExecutorsByKind | undefined; readonly kinds?: TaskKinds | undefined },
  byModel: (kind: KindOptions) => Carrier,
): Readonly<Record<string, Carrier | Executor | undefined>> {
  const found: Record<string, Carrier | Executor | undefined> = {
    ...(executors ?? { Processing: byModel({}) }),
  };
  for (const [kind, options] of Object.entries(kinds)) {
    const { executor = 'model' } = options;
    if (typeof executor === 'object') found[kind] = executor;
    else if (executors === undefined) found[kind] = executor === 'model' ? byModel(options) : undefined;
  }
  return { ...found, Clarification: undefined };
}

/** The kinds of tasks that somebody sees to without a person. */
export function kindsCarriedOut(options: {
  readonly executors?: ExecutorsByKind | undefined;
  readonly kinds?: TaskKinds | undefined;
}): ReadonlySet<TaskKind> {
  const executors = executorsOf(options, () => true as const);
  return new Set(Object.keys(executors).filter((kind) => executors[kind] !== undefined));
}

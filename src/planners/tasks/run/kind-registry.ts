import { CODING_AGENTS } from '../../../machine/agents/agent-names.ts';
import { retryOf } from '../config.ts';
import type { Executor } from '../executors/executor.ts';
import type { KindPolicies, TaskKind } from '../facts.ts';

/** The executors that come with Wayfold. The last ones are coding agents. */
export const EXECUTOR_NAMES = [
  ...(['model', 'shell', 'http', 'mcp', 'human', 'echo'] as const),
  ...CODING_AGENTS,
] as const;

/** One of {@link EXECUTOR_NAMES}. */
export type ExecutorName = (typeof EXECUTOR_NAMES)[number];

/** What an executor that is named is made with. */
export interface ExecutorSettings {
  /** Programs that `shell` may run. */
  readonly allow?: readonly string[] | undefined;
  /** Servers of `mcp`. */
  readonly mcp?: readonly string[] | undefined;
  /** Commands that say whether the change of a coding agent is good. */
  readonly checks?: readonly string[] | undefined;
  /** For a command, a request or an agent. */
  readonly timeoutSeconds?: number | undefined;
}

/** How tasks of a kind are carried out. */
export interface KindOptions extends ExecutorSettings {
  /** What it is for; a model that plans is told so. */
  readonly description?: string | undefined;
  /** Who carries them out. By default, like `model`, the session's model does, or `model` where that is named. */
  readonly executor?: Executor | ExecutorName | undefined;
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
 * Who carries out tasks of which kind: `made` makes it of what is said about the kind. What is given by kind stands; where
 * something is, a model carries out only what it is given for.
 */
export function executorsOf<Made>(
  {
    executors,
    kinds = {},
  }: { readonly executors?: ExecutorsByKind | undefined; readonly kinds?: TaskKinds | undefined },
  made: (name: Exclude<ExecutorName, 'human'>, kind: KindOptions) => Made,
): Readonly<Record<string, Made | Executor | undefined>> {
  const wanted: TaskKinds = { ...(executors === undefined && { Processing: {} }), ...kinds };
  const found = Object.entries(wanted).map(([kind, options]) => {
    const { executor = 'model' } = options;
    if (typeof executor === 'object') return [kind, executor] as const;
    const isNobody = executor === 'human' || (executor === 'model' && executors !== undefined);
    return [kind, isNobody ? undefined : made(executor, options)] as const;
  });
  return { ...Object.fromEntries(found), ...executors, Clarification: undefined };
}

/** The kinds of tasks that somebody sees to without a person. */
export function kindsCarriedOut(options: {
  readonly executors?: ExecutorsByKind | undefined;
  readonly kinds?: TaskKinds | undefined;
}): ReadonlySet<TaskKind> {
  const executors = executorsOf(options, () => true as const);
  return new Set(Object.keys(executors).filter((kind) => executors[kind] !== undefined));
}

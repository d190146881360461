import { CODING_AGENTS } from '../../../machine/agents/agent-names.ts';
import { retryOf } from '../config.ts';
import type { Executor } from '../executors/executor.ts';
import type { KindPolicies, TaskKind } from '../facts.ts';

/** The built-in executors. The last ones are coding agents. */
export const EXECUTOR_NAMES = [
  ...(['model', 'shell', 'http', 'mcp', 'human', 'echo'] as const),
  ...CODING_AGENTS,
] as const;

/** One of {@link EXECUTOR_NAMES}. */
export type ExecutorName = (typeof EXECUTOR_NAMES)[number];

/** Settings of a named executor. */
export interface ExecutorSettings {
  /** Programs that `shell` may run. */
  readonly allow?: readonly string[] | undefined;
  /** The servers of `mcp`. */
  readonly mcp?: readonly string[] | undefined;
  /** Commands that check a coding agent's change. */
  readonly checks?: readonly string[] | undefined;
  /** For a command, a request or an agent. */
  readonly timeoutSeconds?: number | undefined;
}

/** How tasks of a kind are carried out. */
export interface KindOptions extends ExecutorSettings {
  /** The purpose of the kind, for a planning model. */
  readonly description?: string | undefined;
  /** The executor. By default, and for `model`, it is the session's model, or `model` if named. */
  readonly executor?: Executor | ExecutorName | undefined;
  /** The model, instead of the session's. */
  readonly model?: string | undefined;
  /** The number of attempts after temporary failures, instead of the plan's. */
  readonly attempts?: number | undefined;
  /** The token budget for finished work, instead of the plan's. */
  readonly tokenBudget?: number | undefined;
}

/** Kinds of tasks by name: new ones, and overrides of built-in ones. */
export type TaskKinds = Readonly<Record<string, KindOptions>>;

/** The part of registered kinds that is stored in a plan, so that every process follows it. */
export function kindPolicies(kinds: TaskKinds = {}): KindPolicies {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { attempts = 0 }]) => [
      kind,
      attempts > 0 ? { retry: retryOf(attempts) } : {},
    ]),
  );
}

/** Executors by kind. */
export type ExecutorsByKind = Readonly<Record<string, Executor | undefined>>;

/**
 * The executors for each kind: `made` creates one from the options of the kind. Explicit ones take precedence; if there
 * are any, a model is used only for kinds that name it.
 */
export function executorsOf<Made>(
  {
    executors,
    kinds = {},
  }: { readonly executors?: ExecutorsByKind | undefined; readonly kinds?: TaskKinds | undefined },
  create: (name: Exclude<ExecutorName, 'human'>, kind: KindOptions) => Made,
): Readonly<Record<string, Made | Executor | undefined>> {
  const wanted: TaskKinds = { ...(executors === undefined && { Processing: {} }), ...kinds };
  const found = Object.entries(wanted).map(([kind, options]) => {
    const { executor = 'model' } = options;
    if (typeof executor === 'object') return [kind, executor] as const;
    const isNobody = executor === 'human' || (executor === 'model' && executors !== undefined);
    return [kind, isNobody ? undefined : create(executor, options)] as const;
  });
  return { ...Object.fromEntries(found), ...executors, Clarification: undefined };
}

/** The kinds of tasks that are carried out without a person. */
export function kindsCarriedOut(options: {
  readonly executors?: ExecutorsByKind | undefined;
  readonly kinds?: TaskKinds | undefined;
}): ReadonlySet<TaskKind> {
  const executors = executorsOf(options, () => true as const);
  return new Set(Object.keys(executors).filter((kind) => executors[kind] !== undefined));
}

import { type Environment, type ProgramKind, programEnvironment } from '../program-environment.ts';

/** Variables that redirect git from the given directory. Set when planning runs inside a git hook. */
const GIT_PLACES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_CEILING_DIRECTORIES',
];

/** Where the variables of an agent's program come from. */
export interface AgentVariables {
  /** In addition to those of this process. Only what programs of its kind need is passed on. */
  readonly env: Environment;
  /** The names of additional variables to pass on. */
  readonly passEnv: readonly string[];
  /** Added unchanged. */
  readonly extraEnv: Readonly<Record<string, string>>;
}

/** The complete environment of an agent's program. It works on text and files that anybody may have written. */
export function agentEnvironment(
  { env, passEnv, extraEnv }: AgentVariables,
  kind: ProgramKind,
): Readonly<Record<string, string>> {
  return { ...programEnvironment({ ...process.env, ...env }, { kind, pass: passEnv }), ...extraEnv };
}

/**
 * The complete environment of a program that measures an agent's result. It runs unreviewed code, and gets none of
 * the agent's credentials.
 */
export function evaluatorEnvironment({ env }: Pick<AgentVariables, 'env'>): Readonly<Record<string, string>> {
  return programEnvironment({ ...process.env, ...env });
}

/** The variables of a program that works in our directory, without any that redirect git. */
export function variablesOf(...parts: readonly Environment[]): Record<string, string> {
  const merged: Record<string, string | undefined> = Object.assign({}, ...parts);
  for (const name of GIT_PLACES) delete merged[name];
  return Object.fromEntries(
    Object.entries(merged).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether a text is a valid variable name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

import { type Environment, type ProgramKind, programEnvironment } from '../program-environment.ts';

/** Where git would look instead of at the directory it is told. Set when planning runs inside a git hook. */
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
  /** Beside those of this process. Only what programs of its kind need is passed on. */
  readonly env: Environment;
  /** The names of variables to pass on besides. */
  readonly passEnv: readonly string[];
  /** Added as they are. */
  readonly extraEnv: Readonly<Record<string, string>>;
}

/** The whole environment of an agent's program. It works on text and files that anybody may have written. */
export function agentEnvironment(
  { env, passEnv, extraEnv }: AgentVariables,
  kind: ProgramKind,
): Readonly<Record<string, string>> {
  return { ...programEnvironment({ ...process.env, ...env }, { kind, pass: passEnv }), ...extraEnv };
}

/**
 * The whole environment of a program that measures what an agent made. It runs code that nobody has looked at, and gets
 * none of what the agent logs in with.
 */
export function evaluatorEnvironment({ env }: Pick<AgentVariables, 'env'>): Readonly<Record<string, string>> {
  return programEnvironment({ ...process.env, ...env });
}

/** The variables of a program that works in a directory of ours, whatever it is that names another one to git. */
export function variablesOf(...parts: readonly Environment[]): Record<string, string> {
  const merged: Record<string, string | undefined> = Object.assign({}, ...parts);
  for (const name of GIT_PLACES) delete merged[name];
  return Object.fromEntries(
    Object.entries(merged).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether a text can name a variable. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

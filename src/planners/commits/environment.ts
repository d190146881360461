import { type ProgramKind, programEnvironment } from '../../machine/program-environment.ts';
import type { Environment, PlanningSettings } from './settings.ts';

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

/** The whole environment of a program that plans or evaluates. It works on text and files that anybody may have written. */
export function agentEnvironment(
  { env, passEnv, extraEnv }: Pick<PlanningSettings, 'env' | 'passEnv' | 'extraEnv'>,
  kind: ProgramKind,
): Readonly<Record<string, string>> {
  return { ...programEnvironment({ ...process.env, ...env }, { kind, pass: passEnv }), ...extraEnv };
}

/** The variables of a program that works in a directory of ours, whatever it is that names another one to git. */
export function variablesOf(...parts: readonly Environment[]): Record<string, string> {
  const merged: Record<string, string | undefined> = Object.assign({}, ...parts);
  for (const name of GIT_PLACES) delete merged[name];
  return Object.fromEntries(
    Object.entries(merged).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

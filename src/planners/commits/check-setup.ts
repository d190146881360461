import { isWayfoldError } from '../../journal/error.ts';
import { codingAgentProgram } from '../../machine/agents/agent-names.ts';
import { findCommit } from '../../machine/git/git.ts';
import { programFile } from '../../machine/program-file.ts';
import { allowedRoot, type PlanReactorOptions } from './agent/plan-reactor.ts';
import type { CommitsConfig } from './config.ts';
import { type PlanningSettings, settingsFromEnv } from './settings.ts';

/** The problems of a setup on this machine, one sentence for each field. */
export async function checkSetup(
  config: CommitsConfig,
  options: Pick<PlanReactorOptions, 'backend' | 'roots' | 'settings'>,
): Promise<Readonly<Record<string, string>>> {
  const program = options.backend
    ? undefined
    : backendProblem(config.backend, options.settings ?? settingsFromEnv());
  return {
    ...(program !== undefined && { backend: program }),
    ...(await repositoryProblems(config, options.roots)),
  };
}

async function repositoryProblems(
  { repository, base, root, inspirations }: CommitsConfig,
  roots: readonly string[] | undefined,
): Promise<Readonly<Record<string, string>>> {
  let place: string;
  try {
    place = await allowedRoot(repository, roots);
  } catch (cause) {
    if (!isWayfoldError(cause)) throw cause;
    return {
      repository:
        cause.code === 'no-work-tree'
          ? `${repository} is not in a git work tree. Name a folder of one, or make one with git init.`
          : `${cause.summary} ${cause.fix}`,
    };
  }
  const revisions = { base: [base], root: root === '' ? [] : [root], inspirations };
  const problems = await Promise.all(
    Object.entries(revisions).map(async ([field, names]) => {
      const unknown = await firstUnknown(place, names);
      return unknown === undefined ? [] : [[field, unknownRevision(unknown)] as const];
    }),
  );
  return Object.fromEntries(problems.flat());
}

function unknownRevision(name: string): string {
  return name === 'HEAD'
    ? 'This repository has no commits. Commit something first.'
    : `${name} is not a commit of this repository. Name a commit, a branch or a tag.`;
}

async function firstUnknown(place: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if ((await findCommit(place, name)) === undefined) return name;
  return undefined;
}

/** Checks only a named backend: which one `auto` finds, if any, shows when it plans. */
function backendProblem(backend: CommitsConfig['backend'], settings: PlanningSettings): string | undefined {
  const program = programOf(backend, settings);
  if (program === undefined) return undefined;
  if (program === '') return 'WORKER_PLANNING_COMMAND names no program. Set it, or choose another backend.';
  const env = { ...process.env, ...settings.env, ...settings.extraEnv };
  if (programFile(program, env) !== undefined) return undefined;
  return `${program} is not installed. Install it, or choose another backend.`;
}

function programOf(backend: CommitsConfig['backend'], settings: PlanningSettings): string | undefined {
  if (backend === 'command') return settings.command[0] ?? '';
  if (backend === 'auto' || backend === 'model') return undefined;
  return codingAgentProgram(backend, settings.env);
}

import type { Environment } from '../program-environment.ts';
import { GitError } from './error.ts';
import { type GitSettings, git, NO_PROGRAMS } from './git.ts';

/** Appears in the list of settings if git accepts settings from variables at all. */
const PROBE = 'wayfold.probe';

/** Disables a named filter or hook of a configuration. An empty filter leaves files unchanged. */
const OFF: Readonly<Record<string, GitSettings>> = {
  filter: new Map([
    ['clean', ''],
    ['smudge', ''],
    ['process', ''],
    ['required', 'false'],
  ]),
  hook: new Map([['enabled', 'false']]),
};

/**
 * Settings with which git in this directory runs no hook, filter or monitor. Those that a configuration names have
 * to be disabled one by one, and the names may depend on the work tree.
 */
export async function settingsWithoutPrograms(directory: string): Promise<GitSettings> {
  const args = ['config', '--null', '--name-only', '--list'];
  const probe = settingsAsVariables(new Map([[PROBE, 'true']]), process.env);
  const keys = (await git(directory, args, probe)).split('\0');
  if (!keys.includes(PROBE)) throw unsafe('This git is older than 2.31', 'Install git 2.31 or later.');
  const settings = new Map(NO_PROGRAMS);
  for (const key of keys) {
    const { section = '', name } = /^(?<section>filter|hook)\.(?<name>.*)\.[^.]+$/s.exec(key)?.groups ?? {};
    if (name === undefined) continue;
    // It was not UTF-8, so a variable cannot name it.
    if (name.includes('\uFFFD'))
      throw unsafe(
        `The name of the ${section} ${JSON.stringify(name)} is not UTF-8`,
        `Rename that ${section}.`,
      );
    for (const [variable, value] of OFF[section] ?? []) settings.set(`${section}.${name}.${variable}`, value);
  }
  return settings;
}

/** Settings as variables for git, after those in the environment. */
export function settingsAsVariables(
  settings: GitSettings,
  { GIT_CONFIG_COUNT: count }: Environment,
): Readonly<Record<string, string>> {
  const first = Number(count) || 0;
  const pairs = [...settings].flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${first + i}`, key],
    [`GIT_CONFIG_VALUE_${first + i}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + settings.size) };
}

function unsafe(problem: string, fix: string): GitError {
  return new GitError('git-failed', {
    summary: `${problem}, so a checkout could run programs that the repository names.`,
    fix,
  });
}

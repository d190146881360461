import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { isAlive } from '../process-alive.ts';
import { ProcessFamily, processStart } from '../process-family.ts';
import { workMark } from '../run-mark.ts';
import { askGit } from './git.ts';
import { removeWorktree } from './remove-worktree.ts';

/** Worktrees of Wayfold lie in directories of such names. */
const OWN_DIRECTORY = /^wayfold-(?:change|planning)-/;
/** Git keeps it with the worktree, so that whoever comes after a crash knows whose it was. */
const REASON = /^wayfold (\S+) (\d+) (\S+?)(?: (\d+))?$/;

/** What a worktree is locked with that this process makes for a piece of work. */
export function lockReason(key: string): string {
  const start = processStart(process.pid);
  return `wayfold ${key} ${process.pid} ${hostname()}${start === undefined ? '' : ` ${start}`}`;
}

/**
 * Takes away the worktrees that processes left behind which are dead, with all that still works in them. With a key also
 * what an earlier attempt at that work left behind: whoever begins it anew has the claim on it.
 */
export async function removeLeftOvers(root: string, key?: string): Promise<void> {
  for (const { directory, reason } of await lockedWorktrees(root)) {
    const [, owner, pid, host, start] = REASON.exec(reason) ?? [];
    if (owner === undefined || !OWN_DIRECTORY.test(basename(dirname(directory)))) continue;
    const isLeft = owner === key || (host === hostname() && !isSameProcess(Number(pid), start));
    if (!isLeft) continue;
    new ProcessFamily({ mark: workMark(owner), directory }).endAll();
    await removeWorktree(root, directory);
  }
}

/** Somebody else may have its number by now. */
function isSameProcess(pid: number, start: string | undefined): boolean {
  return isAlive(pid) && (start === undefined || processStart(pid) === start);
}

async function lockedWorktrees(
  root: string,
): Promise<readonly { readonly directory: string; readonly reason: string }[]> {
  const answer = await askGit(root, ['worktree', 'list', '--porcelain']);
  if (!answer.ok) return [];
  return answer.text.split('\n\n').flatMap((entry) => {
    const [, directory] = /^worktree (.+)$/m.exec(entry) ?? [];
    const [, reason] = /^locked (.+)$/m.exec(entry) ?? [];
    return directory === undefined || reason === undefined ? [] : [{ directory, reason }];
  });
}

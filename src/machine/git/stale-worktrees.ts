import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { isAlive } from '../process-alive.ts';
import { ProcessFamily, processStart } from '../process-family.ts';
import { workMark } from '../run-mark.ts';
import { askGit } from './git.ts';
import { removeWorktree } from './remove-worktree.ts';

/** The directory names of Wayfold's worktrees. */
const OWN_DIRECTORY = /^wayfold-(?:change|planning)-/;
/** Git keeps it with the worktree, so that its owner is known after a crash. */
const REASON = /^wayfold (\S+) (\d+) (\S+?)(?: (\d+))?$/;

/** The lock reason of a worktree that this process creates for a piece of work. */
export function lockReason(key: string): string {
  const start = processStart(process.pid);
  return `wayfold ${key} ${process.pid} ${hostname()}${start === undefined ? '' : ` ${start}`}`;
}

/**
 * Removes worktrees of dead processes, with everything that still runs in them. With a key also those of an earlier
 * attempt at that work: whoever starts it again has the claim on it.
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

/** Another process may have the same pid by now. */
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

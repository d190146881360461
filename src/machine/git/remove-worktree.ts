import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { askGit } from './git.ts';

/** Removes a worktree with its temporary directory, whatever state it is in. */
export async function removeWorktree(root: string, directory: string): Promise<void> {
  await rm(dirname(directory), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
    () => undefined,
  );
  // Afterwards: git refuses a damaged worktree, but not a missing one.
  await askGit(root, ['worktree', 'remove', '--force', '--force', directory]);
}

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { askGit } from './git.ts';

/** Takes a worktree away with the temporary directory it lies in, whatever was done to it. */
export async function removeWorktree(root: string, directory: string): Promise<void> {
  await rm(dirname(directory), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
    () => undefined,
  );
  // Afterwards: git refuses a worktree that is damaged, but not one that is gone.
  await askGit(root, ['worktree', 'remove', '--force', '--force', directory]);
}

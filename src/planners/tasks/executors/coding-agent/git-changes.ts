import { bounded, onOneLine } from '../../../../machine/bounded-text.ts';
import { removeBranch } from '../../../../machine/git/commit-change.ts';
import { GitError } from '../../../../machine/git/error.ts';
import { askGit, findCommit } from '../../../../machine/git/git.ts';
import { mergeCommit } from '../../../../machine/git/merge-commit.ts';
import { workTreeRoot } from '../../../../machine/git/worktree.ts';
import type { ProposedChange } from '../../facts.ts';
import type { ChangeMerger, MergeResult } from '../../run/change-reactor.ts';
import { changeSize } from '../../run/change-text.ts';
import { NoPersonAvailable } from '../executor.ts';

/** Merges approved changes into the work tree of this directory only. */
export function gitChanges({ cwd }: { readonly cwd: string }): ChangeMerger {
  return {
    async merge(change, task) {
      const root = await rootFor(change, cwd);
      if (root === undefined) {
        throw new NoPersonAvailable(
          `The change of task ${task.id} is for ${change.repository}. Continue the plan there to merge it.`,
        );
      }
      try {
        return await merged(root, change, task);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        return { type: 'failed', error: `${error.summary} ${error.fix} ${keptOn(change)}` };
      }
    },
    async discard(change) {
      const root = await rootFor(change, cwd);
      if (root !== undefined) await removeBranch(root, change.branch, change.commit);
    },
  };
}

async function rootFor({ repository }: ProposedChange, cwd: string): Promise<string | undefined> {
  const root = await workTreeRoot(cwd).catch(() => undefined);
  return root === repository ? root : undefined;
}

async function merged(
  root: string,
  change: ProposedChange,
  { id, description }: { readonly id: number; readonly description: string },
): Promise<MergeResult> {
  const { commit, branch, summary } = change;
  if ((await findCommit(root, commit)) === undefined) {
    return {
      type: 'failed',
      error: `The commit ${commit} of the change is gone. Run the task again.`,
    };
  }
  const message = `Merge task ${id}: ${bounded(onOneLine(description), 60)}\n`;
  const outcome = await mergeCommit(root, commit, message);
  if (outcome.type === 'conflict') {
    const { files, reason } = outcome;
    const where = files.length > 0 ? ` In the way: ${files.join(', ')}.` : '';
    const error = `The change could not be merged. ${reason}${where} The working tree is as it was. ${keptOn(change)}`;
    return { type: 'conflict', error, conflict: { branch, files } };
  }
  const current = await askGit(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const into = current.ok ? current.text.trim() : 'the detached HEAD';
  const merged = `Merged ${commit.slice(0, 10)} into ${into} (${changeSize(change)}).`;
  return { type: 'merged', result: [summary.trim(), merged].filter(Boolean).join('\n\n') };
}

function keptOn({ branch }: ProposedChange): string {
  return `The change is kept on the branch ${branch}.`;
}

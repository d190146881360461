import { type ChangeWorktree, inChangeWorktree } from '../git/change-worktree.ts';
import { treeOf } from '../git/commit-change.ts';
import { settingsAsVariables } from '../git/git-programs.ts';
import { workMark } from '../run-mark.ts';
import type { AgentBackend, AgentInvocation } from './agent-backend.ts';
import { removeAgentConfig } from './agent-config.ts';
import { removePrivateFiles } from './private-files.ts';

/** The change that an agent should make, and where. */
export interface AgentChangeRequest {
  /** The work tree of the repository. It stays unchanged. */
  readonly root: string;
  /** The commit that the agent starts from. */
  readonly base: string;
  /** Identifies the work: remains of an earlier attempt are stopped and removed. */
  readonly key: string;
  readonly backend: AgentBackend;
  readonly prompt: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What an agent left in its checkout. */
export interface AgentChange {
  readonly worktree: ChangeWorktree;
  readonly invocation: AgentInvocation;
  readonly answer: string;
  /** The tree of its result; `undefined` if it changed nothing. */
  readonly tree: string | undefined;
  /** For programs that are started in the checkout, so that they can be found after a crash. */
  readonly env: Readonly<Record<string, string>>;
}

/** Lets a coding agent change files in a separate worktree, which is removed after `use`. */
export async function inAgentChange<Value>(
  { root, base, key, backend, prompt, timeoutMs, signal }: AgentChangeRequest,
  use: (change: AgentChange) => Promise<Value>,
): Promise<Value> {
  const mark = workMark(key);
  // A process that started this before and died may have left an agent running.
  mark.endAll();
  return await inChangeWorktree(root, { key, base }, async (worktree) => {
    const { directory, settings } = worktree;
    await removeAgentConfig(directory);
    await removePrivateFiles(directory);
    await worktree.hideMissing();
    const invocation = await backend.run(
      { name: 'task', prompt, schemaMode: 'none' },
      {
        workingDir: directory,
        access: 'write',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        gitEnv: { ...settingsAsVariables(settings, {}), ...mark.env },
      },
    );
    const tree = await worktree.writeTree();
    return await use({
      worktree,
      invocation,
      answer: (invocation.answer ?? invocation.stdout).trim(),
      tree: tree === (await treeOf(root, base)) ? undefined : tree,
      env: mark.env,
    });
  });
}

import { type ChangeWorktree, inChangeWorktree } from '../git/change-worktree.ts';
import { treeOf } from '../git/commit-change.ts';
import { settingsAsVariables } from '../git/git-programs.ts';
import { workMark } from '../run-mark.ts';
import type { AgentBackend, AgentInvocation } from './agent-backend.ts';
import { removeAgentConfig } from './agent-config.ts';
import { removePrivateFiles } from './private-files.ts';

/** What an agent is to change, and where. */
export interface AgentChangeRequest {
  /** The work tree whose repository the change is for. It stays as it is. */
  readonly root: string;
  /** The commit that the agent begins with. */
  readonly base: string;
  /** Names the work: what an earlier attempt at it left behind is ended and taken away. */
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
  /** The tree of what it made; undefined when it changed nothing. */
  readonly tree: string | undefined;
  /** For programs that are started in the checkout, so that they are found after a crash too. */
  readonly env: Readonly<Record<string, string>>;
}

/** Lets a coding agent change files in a worktree of its own, which is gone once `use` has looked at it. */
export async function inAgentChange<Value>(
  { root, base, key, backend, prompt, timeoutMs, signal }: AgentChangeRequest,
  use: (change: AgentChange) => Promise<Value>,
): Promise<Value> {
  const mark = workMark(key);
  // Whoever began this before and died has left an agent behind that nobody waits for.
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

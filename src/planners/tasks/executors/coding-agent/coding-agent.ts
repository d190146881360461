import { sha256 } from '../../../../journal/integrity/sha256.ts';
import { type Redact, redactionOf } from '../../../../kernel/secret-redaction.ts';
import type { AgentBackend, AgentInvocation } from '../../../../machine/agents/agent-backend.ts';
import { inAgentChange } from '../../../../machine/agents/agent-change.ts';
import { AgentError } from '../../../../machine/agents/error.ts';
import { bounded, onOneLine } from '../../../../machine/bounded-text.ts';
import type { ChangeWorktree } from '../../../../machine/git/change-worktree.ts';
import { changeBetween, commitTree, setBranch } from '../../../../machine/git/commit-change.ts';
import { GitError } from '../../../../machine/git/error.ts';
import { findCommit } from '../../../../machine/git/git.ts';
import { workTreeRoot } from '../../../../machine/git/worktree.ts';
import type { ProposedChange } from '../../facts.ts';
import type { ExecutableTask, ExecutionContext, ExecutionOutcome, Executor } from '../executor.ts';
import { agentPrompt, questionIn } from './agent-prompt.ts';
import { runChecks } from './change-checks.ts';

/** The agent that carries out tasks, and its options. */
export interface CodingAgentOptions {
  readonly backend: AgentBackend;
  /** A directory of the work tree to change. The agent starts from its latest commit. */
  readonly cwd: string;
  /** Commands that check a change, such as `npm test`. Run in the agent's checkout, without a shell. */
  readonly checks?: readonly string[];
  /** The environment for the usual variables of checks. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** For the agent, and for each check. Default: 30 minutes. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30 * 60_000;
const MAX_SUMMARY_LENGTH = 8000;
const MAX_COMMAND_LENGTH = 500;
const MAX_COMMANDS = 200;

/**
 * Has a coding agent carry out a task in a separate worktree. Its change is a commit on a branch, which must be
 * approved before it is merged; the user's work tree is not touched.
 */
export function codingAgentExecutor(options: CodingAgentOptions): Executor {
  const name = options.backend.name ?? 'agent';
  return {
    name,
    async execute(task, context) {
      try {
        return await carriedOut(task, context, { ...options, name });
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof AgentError) return failed(error, classOf(error));
        if (error instanceof GitError) return failed(error, 'unavailable');
        throw error;
      }
    },
  };
}

async function carriedOut(
  task: ExecutableTask,
  context: ExecutionContext,
  options: CodingAgentOptions & { readonly name: string },
): Promise<ExecutionOutcome> {
  const root = await workTreeRoot(options.cwd);
  const base = await findCommit(root, 'HEAD');
  if (base === undefined) {
    const error = `${root} has no commit that ${options.name} could start from. Commit something first.`;
    return { type: 'failed', error, failureClass: 'rejected' };
  }
  const key = sha256(context.idempotencyKey).slice(0, 16);
  const { name, backend, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  context.progress(`${name} works on it, from ${base.slice(0, 10)}`);
  const prompt = agentPrompt(task);
  return await inAgentChange(
    { root, base, key, backend, prompt, timeoutMs, signal: context.signal },
    async ({ worktree, invocation, answer, tree, env: mark }) => {
      const question = questionIn(answer);
      if (question !== undefined) return { type: 'needs-clarification', question };
      if (tree === undefined) {
        return { type: 'completed', result: [answer, 'No file was changed.'].filter(Boolean).join('\n\n') };
      }
      const work = { ...options, task, context, worktree, root, key, mark };
      return { type: 'proposed', change: await proposed(work, { tree, answer, invocation }) };
    },
  );
}

interface Work extends CodingAgentOptions {
  readonly name: string;
  readonly task: ExecutableTask;
  readonly context: ExecutionContext;
  readonly worktree: ChangeWorktree;
  readonly root: string;
  readonly key: string;
  readonly mark: Readonly<Record<string, string>>;
}

async function proposed(
  work: Work,
  {
    tree,
    answer,
    invocation,
  }: { readonly tree: string; readonly answer: string; readonly invocation: AgentInvocation },
): Promise<ProposedChange> {
  const { name, task, context, worktree, root, key, mark, timeoutMs = DEFAULT_TIMEOUT_MS } = work;
  const { checks = [], env = process.env } = work;
  const { base, directory } = worktree;
  const redact = redactionOf(process.env, env);
  const title = bounded(onOneLine(redact(task.description)), 72);
  const message = `${title}\n\n${redact(answer)}\n\nMade by ${name} for task ${task.id}.\n`;
  const commit = await commitTree(root, { tree, parents: [base], message });
  const branch = `wayfold-task-${task.id}-${key.slice(0, 8)}`;
  await setBranch(root, branch, commit);
  const results = await runChecks({
    commands: checks,
    cwd: directory,
    env,
    extraEnv: mark,
    timeoutMs,
    signal: context.signal,
    progress: context.progress,
  });
  const { diff, files } = await changeBetween(root, base, commit);
  // Without secrets and invalid characters, because a journal keeps it for good.
  const clean = (text: string) => redact(text.toWellFormed().replaceAll('\0', ''));
  return {
    agent: name,
    repository: root,
    branch,
    base,
    commit,
    summary: bounded(clean(answer), MAX_SUMMARY_LENGTH),
    diff: clean(diff),
    files: files.map((file) => ({ ...file, path: clean(file.path) })),
    commands: commandsOf(invocation, clean),
    checks: results.map((check) => ({ ...check, output: clean(check.output) })),
  };
}

function commandsOf({ commands = [] }: AgentInvocation, clean: Redact): ProposedChange['commands'] {
  return commands.slice(0, MAX_COMMANDS).map(({ command, exitCode }) => ({
    command: bounded(onOneLine(clean(command)), MAX_COMMAND_LENGTH),
    ...(exitCode !== undefined && Number.isInteger(exitCode) && { exitCode }),
  }));
}

function failed({ summary, fix }: AgentError | GitError, failureClass: string): ExecutionOutcome {
  return { type: 'failed', error: `${summary} ${fix}`.trim(), failureClass };
}

function classOf({ code }: AgentError): string {
  switch (code) {
    case 'backend-timeout':
      return 'timeout';
    case 'backend-output-too-large':
      return 'too-large';
    case 'backend-missing':
    case 'backend-not-logged-in':
      return 'forbidden';
    case 'backend-failed':
      return 'crash';
    default:
      return code satisfies never;
  }
}

import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { codingAgent } from '../../../machine/agents/coding-agent.ts';
import type { Llm } from '../../../model/llm.ts';
import type { PlannerConfig } from '../config.ts';
import type { ExecutorName, ExecutorSettings } from '../run/kind-registry.ts';
import { codingAgentExecutor } from './coding-agent/coding-agent.ts';
import { echoExecutor } from './echo.ts';
import type { Executor } from './executor.ts';
import type { AttachmentReader } from './material/attachment-content.ts';
import { modelExecutor } from './model.ts';

/** Options of {@link namedExecutor}. */
export interface NamedExecutorOptions extends ExecutorSettings {
  /** Required by `model`, and used by `mcp` to choose tools. */
  readonly llm?: Llm | undefined;
  readonly config?: PlannerConfig | undefined;
  readonly readAttachment?: AttachmentReader | undefined;
  /** The directory where programs and agents work. */
  readonly cwd: string;
  /** The environment from which programs get the variables they need. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Whether `http` may fetch from private addresses. */
  readonly allowPrivate?: boolean | undefined;
  /** Closes what it keeps open. */
  readonly signal?: AbortSignal | undefined;
}

/** The executor with this name. It loads and connects what it needs on its first task. */
export function namedExecutor(name: Exclude<ExecutorName, 'human'>, options: NamedExecutorOptions): Executor {
  const { llm, config, readAttachment, cwd, env = process.env, checks, allow = [], mcp = [] } = options;
  const timeoutMs = options.timeoutSeconds === undefined ? {} : { timeoutMs: options.timeoutSeconds * 1000 };
  switch (name) {
    case 'model':
      return modelExecutor(llm ?? noModel, config, { readAttachment });
    case 'echo':
      return echoExecutor;
    case 'shell':
      return later(name, async () => {
        const { shellExecutor } = await import('./shell/shell.ts');
        return shellExecutor({ allow, cwd, env, ...timeoutMs });
      });
    case 'http':
      return later(name, async () => {
        const { httpExecutor } = await import('./http.ts');
        return httpExecutor({ allowPrivate: options.allowPrivate ?? false, ...timeoutMs });
      });
    case 'mcp':
      return later(name, async () => {
        const { connectMcpExecutor } = await import('./mcp/mcp.ts');
        const executor = await connectMcpExecutor({ servers: mcp, ...timeoutMs, ...(llm && { llm }) });
        options.signal?.addEventListener('abort', () => void executor.close(), { once: true });
        return executor;
      });
    default:
      return codingAgentExecutor({
        backend: codingAgent(name, { env }),
        cwd,
        env,
        ...(checks && { checks }),
        ...timeoutMs,
      });
  }
}

/** If it fails to start, it is retried with the next task. */
function later(name: string, make: () => Promise<Executor>): Executor {
  let starting: Promise<Executor> | undefined;
  return {
    name,
    async execute(task, context) {
      starting ??= make();
      const executor = await starting.catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return await executor.execute(task, context);
    },
  };
}

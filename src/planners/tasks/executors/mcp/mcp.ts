import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { toolSpan } from '../../../../kernel/telemetry/tool-span.ts';
import { ModelError } from '../../../../model/error.ts';
import type { Llm } from '../../../../model/llm.ts';
import { ExecutorError } from '../error.ts';
import {
  type ExecutableTask,
  type ExecutionContext,
  type ExecutionOutcome,
  type Executor,
  failureOf as kindOfFailure,
} from '../executor.ts';
import { resultText } from './mcp-result-text.ts';
import { isUnauthorized, McpServer, type McpServerOptions } from './mcp-server.ts';
import { type OfferedTool, spelledCall, type ToolCall, whichTool } from './mcp-tool-call.ts';
import { chosenCall } from './mcp-tool-choice.ts';

/** The servers, and how to call their tools. */
export interface McpExecutorOptions extends Partial<McpServerOptions> {
  /** Each an http(s) address or a command line, which is started without a shell and communicates over stdio. */
  readonly servers: readonly string[];
  /** Chooses the tool and its arguments if the task does not specify them. The demo model is not used. */
  readonly llm?: Llm;
}

/** An executor that calls tools of MCP servers, and keeps the connections open until it is closed. */
export interface McpExecutor extends Executor {
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** A server that `npx` must download first takes a while. */
const DEFAULT_CONNECT_TIMEOUT_MS = 60_000;

/**
 * Connects to MCP servers. Each task is one call of a tool: the one written in backticks, or the one that the model
 * chooses. Rejects with an {@link ExecutorError} if a server is unreachable at the start; one that is lost later fails
 * its tasks as unavailable, and is reconnected for the next task.
 */
export async function connectMcpExecutor(options: McpExecutorOptions): Promise<McpExecutor> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS, env, llm } = options;
  const settings = { timeoutMs, connectTimeoutMs, ...(env && { env }) };
  const servers = options.servers.map((given) => new McpServer(given, settings));
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    await Promise.all(servers.map((server) => server.check()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: 'mcp',
    close,
    async execute(task, context) {
      try {
        const { tools, failure } = await offeredTools(servers, context.signal);
        const call = await callFor(task, tools, llm, context.signal);
        if (call.type === 'call') {
          const { name } = call.offered.tool;
          return await toolSpan({ name, type: 'extension' }, () => outcomeOf(call, context), kindOfFailure);
        }
        // The tool may belong to an unavailable server.
        return failure ?? { type: 'needs-clarification', question: call.question };
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof ModelError)
          return {
            type: 'failed',
            error: `No tool was chosen. ${error.message}`,
            failureClass: 'unavailable',
          };
        throw error;
      }
    },
  };
}

async function callFor(
  task: ExecutableTask,
  tools: readonly OfferedTool[],
  llm: Llm | undefined,
  signal: AbortSignal,
): Promise<Exclude<ToolCall, { type: 'none' }>> {
  const spelled = spelledCall(task, tools);
  if (spelled.type !== 'none') return spelled;
  const chosen =
    llm === undefined || llm.demo || tools.length === 0
      ? spelled
      : await chosenCall(task, tools, llm, signal);
  return chosen.type === 'none' ? whichTool(tools) : chosen;
}

interface Offered {
  readonly tools: readonly OfferedTool[];
  /** The error of unavailable servers. */
  readonly failure: ExecutionOutcome | undefined;
}

async function offeredTools(servers: readonly McpServer[], signal: AbortSignal): Promise<Offered> {
  const offers = await Promise.allSettled(servers.map((server) => server.offer(signal)));
  signal.throwIfAborted();
  const uses = new Map<string, number>();
  const tools: OfferedTool[] = [];
  let failure: ExecutionOutcome | undefined;
  for (const [at, offer] of offers.entries()) {
    const server = servers[at];
    if (server === undefined) continue;
    if (offer.status === 'rejected') {
      failure ??= await failureOf(server, server.given, offer.reason);
      continue;
    }
    const { name } = offer.value;
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    const label = use === 1 ? name : `${name}-${use}`;
    tools.push(...offer.value.tools.map((tool) => ({ server, label, tool })));
  }
  return { tools, failure };
}

async function outcomeOf(
  { offered: { server, tool }, input }: Extract<ToolCall, { type: 'call' }>,
  { signal, progress }: ExecutionContext,
): Promise<ExecutionOutcome> {
  progress(`${tool.name} ${JSON.stringify(input)}`);
  try {
    const result = await server.call(tool, input, {
      signal,
      onprogress: ({ progress: done, total, message }) =>
        progress(message ?? (total === undefined ? `${done}` : `${done} of ${total}`)),
    });
    const text = resultText(result);
    return result.isError
      ? { type: 'failed', error: `${tool.name} refused: ${text}`, failureClass: 'rejected' }
      : { type: 'completed', result: text || `${tool.name} returned nothing.` };
  } catch (error) {
    signal.throwIfAborted();
    return await failureOf(server, tool.name, error);
  }
}

/** The errors of the SDK for lost or missing connections. */
const LOST: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.NotConnected,
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.SendFailed,
  SdkErrorCode.EraNegotiationFailed,
  SdkErrorCode.ClientHttpNotImplemented,
  SdkErrorCode.ClientHttpUnexpectedContent,
  SdkErrorCode.ClientHttpFailedToOpenStream,
]);

async function failureOf(server: McpServer, what: string, error: unknown): Promise<ExecutionOutcome> {
  const message = error instanceof Error ? error.message : String(error);
  const failed = (failureClass: string): ExecutionOutcome => ({
    type: 'failed',
    error: error instanceof ExecutorError ? message : `${what} failed: ${message}`,
    failureClass,
  });
  if (error instanceof ProtocolError) return failed('rejected');
  if (isUnauthorized(error)) return failed('forbidden');
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return failed('timeout');
  if (error instanceof SdkError && !LOST.has(error.code)) return failed('rejected');
  await server.close();
  return failed('unavailable');
}

import {
  type CallToolResult,
  Client,
  type ProgressCallback,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programEnvironment } from '../../../../machine/program-environment.ts';
import { ExecutorError } from '../error.ts';
import { BoundedOutput } from '../shell/bounded-output.ts';
import { splitCommandLine } from '../shell/command-line.ts';

/** Options for connecting to a server. */
export interface McpServerOptions {
  /** The timeout of a tool call. */
  readonly timeoutMs: number;
  /** The timeout for starting, connecting and listing tools. */
  readonly connectTimeoutMs: number;
  /** Variables for a server process, in addition to the few that every program needs. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The tools of a server. */
export interface McpOffer {
  /** The name the server gives itself. */
  readonly name: string;
  readonly tools: readonly Tool[];
}

type Place =
  | { readonly type: 'url'; readonly url: URL }
  | { readonly type: 'program'; readonly command: string; readonly args: string[] };

/** Some old servers never answer a request for the protocol version. */
const PROBE_MS = 10_000;
const LAST_WORDS_BYTES = 2000;

/**
 * An MCP server, given by address or command line. It is connected on first use, and again after the connection was
 * lost.
 */
export class McpServer {
  /** The address or command line, as given. */
  readonly given: string;
  readonly #place: Place;
  readonly #options: McpServerOptions;
  #connected: Promise<Client> | undefined;

  constructor(given: string, options: McpServerOptions) {
    this.given = given;
    this.#place = placeOf(given);
    this.#options = options;
  }

  /** Rejects with `mcp-unreachable` if the server cannot be used. */
  async check(): Promise<void> {
    try {
      await this.offer();
    } catch (error) {
      throw error instanceof ExecutorError ? error : unreachable(this.given, error, '');
    }
  }

  async offer(signal?: AbortSignal): Promise<McpOffer> {
    const client = await this.#client(signal);
    const timeout = this.#options.connectTimeoutMs;
    const { tools } = await client.listTools(undefined, { timeout, ...(signal && { signal }) });
    return { name: client.getServerVersion()?.name ?? this.given, tools };
  }

  async call(
    tool: Tool,
    input: Readonly<Record<string, unknown>>,
    { signal, onprogress }: { readonly signal: AbortSignal; readonly onprogress: ProgressCallback },
  ): Promise<CallToolResult> {
    const client = await this.#client(signal);
    const { timeoutMs: timeout } = this.#options;
    return await client.callTool(
      { name: tool.name, arguments: { ...input } },
      { signal, onprogress, timeout, maxTotalTimeout: timeout, toolDefinition: tool },
    );
  }

  /** The next call reconnects. */
  async close(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    const client = await connected?.catch(() => undefined);
    await client?.close();
  }

  async #client(signal?: AbortSignal): Promise<Client> {
    const connected = this.#connected ?? this.#connect();
    return await (signal === undefined ? connected : orAborted(connected, signal));
  }

  #connect(): Promise<Client> {
    const connected: Promise<Client> = this.#open(() => {
      if (this.#connected === connected) this.#connected = undefined;
    });
    this.#connected = connected;
    return connected;
  }

  async #open(onLost: () => void): Promise<Client> {
    const { connectTimeoutMs: timeout } = this.#options;
    const stderr = new BoundedOutput(LAST_WORDS_BYTES);
    const client = new Client(
      { name: 'wayfold', version: '1' },
      { versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(timeout, PROBE_MS) } } },
    );
    client.onclose = onLost;
    try {
      await client.connect(this.#transport(stderr), { timeout });
      return client;
    } catch (error) {
      onLost();
      await client.close().catch(() => undefined);
      throw unreachable(this.given, error, stderr.text().trim());
    }
  }

  #transport(stderr: BoundedOutput): Transport {
    if (this.#place.type === 'url') return new StreamableHTTPClientTransport(this.#place.url);
    const { command, args } = this.#place;
    const env = { ...programEnvironment(process.env), ...this.#options.env };
    const transport = new StdioClientTransport({ command, args, env, stderr: 'pipe' });
    transport.stderr?.on('data', (piece: Buffer) => stderr.write(piece.toString()));
    return transport;
  }
}

/** Whether a failed call means that access is denied, and not that the server is down. */
export function isUnauthorized(error: unknown): boolean {
  if (error instanceof ExecutorError) return isUnauthorized(error.cause);
  return (
    error instanceof UnauthorizedError ||
    (error instanceof SdkHttpError && (error.status === 401 || error.status === 403))
  );
}

function placeOf(given: string): Place {
  if (/^https?:\/\//i.test(given.trim())) {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined) throw invalid(given, 'It is not a complete address.');
    if (url.username !== '' || url.password !== '')
      throw invalid(given, 'An address with a password in it is not used.');
    return { type: 'url', url };
  }
  const line = splitCommandLine(given);
  if (line.type === 'refused') throw invalid(given, line.problem);
  const [command, ...args] = line.words;
  return { type: 'program', command, args };
}

function invalid(given: string, problem: string): ExecutorError {
  return new ExecutorError('invalid-mcp-server', {
    summary: `${JSON.stringify(given.replace(/\/\/[^/@\s]*@/, '//…@'))} is neither an http(s) address nor a command line of an MCP server.`,
    fix: problem,
  });
}

function unreachable(given: string, error: unknown, lastWords: string): ExecutorError {
  const message = error instanceof Error ? messageOf(error) : String(error);
  return new ExecutorError('mcp-unreachable', {
    summary: `The MCP server ${given} does not work: ${lastWords === '' ? message : `${message}; it wrote: ${lastWords}`}.`,
    fix: 'Check that it runs there and speaks MCP over stdio or streamable HTTP.',
    cause: error,
  });
}

/** `fetch` only reports that it failed; the innermost cause has the reason. */
function messageOf(error: Error): string {
  const root = rootOf(error);
  return root === error ? error.message : `${error.message} (${root.message || root.name})`;
}

/** If several addresses were tried, each has its own error. */
function rootOf(error: Error): Error {
  const under: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return under instanceof Error ? rootOf(under) : error;
}

/** Rejects on abort, but lets the work continue for others who wait for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

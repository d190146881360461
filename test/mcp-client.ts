import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallToolResult,
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { type FactStore, openJournal, sqliteStore } from '../src/journal/index.ts';
import { sessionFacts } from '../src/kernel/session/facts.ts';
import { WirePlan, WireStep } from '../src/plan-tools/calls/wire.ts';
import { type ServeOptions, serve } from '../src/surfaces/http/index.ts';
import { MAIN, NODE_COMPILE_CACHE } from './built-program.ts';
import { WarmTransport } from './warm-transport.ts';

export const NEWEST = '2026-07-28';
export const ONE_BEFORE = '2025-11-25';

const CLIENT_NAME = 'wayfold-test';

export interface Way {
  readonly over: 'stdio' | 'http';
  readonly protocol: typeof NEWEST | typeof ONE_BEFORE;
}

/** Every way a client comes to its plans. */
export const WAYS: readonly Way[] = [
  { over: 'stdio', protocol: NEWEST },
  { over: 'stdio', protocol: ONE_BEFORE },
  { over: 'http', protocol: NEWEST },
  { over: 'http', protocol: ONE_BEFORE },
];

/** Both transports and both protocols: enough where the tools differ and not the way to them. */
export const TWO_WAYS: readonly Way[] = [
  { over: 'stdio', protocol: NEWEST },
  { over: 'http', protocol: ONE_BEFORE },
];

/** What every tool answers, refused or not. */
const Answer = z.strictObject({
  plan_id: z.string(),
  version: z.number(),
  assigned_ids: z.array(z.string()),
  message: z.string(),
  plan: WirePlan.optional(),
  plan_status: z.string().optional(),
  step: WireStep.optional(),
  steps: z.array(WireStep).optional(),
  code: z.string().optional(),
  field: z.string().optional(),
});

/** A project with its data directory, and everything that was started in it. */
export class Project {
  readonly directory: string;
  readonly #closing: (() => Promise<unknown>)[] = [];
  #store: FactStore | undefined;

  /** What its clients say that they can do. */
  readonly #capabilities: ClientCapabilities;

  private constructor(directory: string, capabilities: ClientCapabilities) {
    this.directory = directory;
    this.#capabilities = capabilities;
  }

  static async create(capabilities: ClientCapabilities = {}): Promise<Project> {
    return new Project(await mkdtemp(join(tmpdir(), 'wayfold-mcp-')), capabilities);
  }

  get dataFile(): string {
    return join(this.directory, '.wayfold', 'wayfold.db');
  }

  /** The project's store as this process sees it: to its servers, another process. */
  get store(): FactStore {
    if (this.#store === undefined) {
      const store = sqliteStore(this.dataFile);
      this.#store = store;
      this.onEnd(() => store.close());
    }
    return this.#store;
  }

  onEnd(close: () => Promise<unknown>): void {
    this.#closing.push(close);
  }

  async end(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
    await rm(this.directory, { recursive: true, force: true });
  }

  async connect({ over, protocol }: Way, ...args: readonly string[]): Promise<Client> {
    return over === 'stdio'
      ? (await this.spawn(protocol, ...args)).client
      : await this.connectTo(await this.serve(), protocol);
  }

  /** With the tools that are named, over whichever way. */
  async connectWith(tools: string, { over, protocol }: Way): Promise<Client> {
    return over === 'stdio'
      ? (await this.spawn(protocol, '--tools', tools)).client
      : await this.connectTo(await this.serve(), protocol, undefined, `/mcp?tools=${tools}`);
  }

  /** A `wayfold mcp` beside the test, in a process that has run others before, and a client of it. */
  async spawn(
    protocol: Way['protocol'],
    ...args: readonly string[]
  ): Promise<{ client: Client; pid: number }> {
    const env = { ...getDefaultEnvironment(), NODE_COMPILE_CACHE };
    const transport = new WarmTransport({ args: ['mcp', ...args], cwd: this.directory, env });
    const client = await this.#connected(transport, protocol);
    return { client, pid: transport.pid };
  }

  /** A process that is started for it, as an agent does, and a client of it. */
  async spawnProcess(protocol: Way['protocol']): Promise<{ client: Client; pid: number }> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp'],
      cwd: this.directory,
      env: { ...getDefaultEnvironment(), NODE_COMPILE_CACHE },
      stderr: 'inherit',
    });
    const client = await this.#connected(transport, protocol);
    return { client, pid: transport.pid ?? 0 };
  }

  async connectTo(url: string, protocol: Way['protocol'], token?: string, path = '/mcp'): Promise<Client> {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL(path, url), { requestInit: { headers } });
    return await this.#connected(transport, protocol);
  }

  async #connected(transport: Transport, protocol: Way['protocol']): Promise<Client> {
    const client = clientOf(protocol, this.#capabilities);
    this.onEnd(() => client.close());
    await client.connect(transport);
    return client;
  }

  async serve({
    token,
    ...options
  }: Pick<ServeOptions, 'token' | 'sessions' | 'sharedPlans'> = {}): Promise<string> {
    const store = sqliteStore(this.dataFile);
    const server = await serve({ store, port: 0, token, ...options });
    this.onEnd(async () => {
      await server.close();
      await store.close();
    });
    return server.url;
  }

  /** What the journal of a plan says about calls. */
  async calls(planId = 'default') {
    const facts = await openJournal(this.store, `plan:${planId}`, { facts: sessionFacts }).facts();
    return facts.flatMap((fact) => (fact.type === 'ToolInvoked' ? [fact] : []));
  }
}

/** A client of ours as the record names it. Over HTTP, an older one says who it is in a request of its own. */
export function callerOver({ over, protocol }: Way): string {
  return over === 'http' && protocol === ONE_BEFORE ? 'mcp' : `mcp:${CLIENT_NAME}`;
}

function clientOf(protocol: Way['protocol'], capabilities: ClientCapabilities): Client {
  const mode = protocol === NEWEST ? { pin: protocol } : 'legacy';
  return new Client({ name: CLIENT_NAME, version: '1.0.0' }, { versionNegotiation: { mode }, capabilities });
}

export type Input = Readonly<Record<string, unknown>>;

/** Calls a tool by the rest of its name, `setup_plan`, and returns what it answered as data. */
export async function call(client: Client, tool: string, input: Input = {}): Promise<z.infer<typeof Answer>> {
  const { isError, structuredContent, content } = await callRaw(client, tool, input);
  if (isError) throw new Error(`planning_${tool} was refused: ${JSON.stringify(content)}`);
  return Answer.parse(structuredContent);
}

/** Calls a tool that must refuse, and returns its refusal. */
export async function refused(client: Client, tool: string, input: Input) {
  const { isError, structuredContent, content } = await callRaw(client, tool, input);
  if (!isError) throw new Error(`planning_${tool} was not refused: ${JSON.stringify(structuredContent)}`);
  const [block] = content;
  return { ...Answer.parse(structuredContent), text: block?.type === 'text' ? block.text : '' };
}

export async function callRaw(client: Client, tool: string, input: Input): Promise<CallToolResult> {
  return await client.callTool({ name: `planning_${tool}`, arguments: input });
}

/** Calls any tool by its whole name; what it answered, refused or not. */
export async function answerOf(client: Client, tool: string, input: Input = {}) {
  const {
    isError = false,
    structuredContent,
    content,
  } = await client.callTool({
    name: tool,
    arguments: input,
  });
  const [block] = content;
  return {
    isError,
    text: block?.type === 'text' ? block.text : '',
    answer: Object(structuredContent) as Readonly<Record<string, unknown>>,
  };
}

/** The same, when it must not be refused. */
export async function answered(client: Client, tool: string, input: Input = {}) {
  const { isError, text, answer } = await answerOf(client, tool, input);
  if (isError) throw new Error(`${tool} was refused: ${text}`);
  return answer;
}

/** The plan as it is now. */
export async function planOf(client: Client, planId?: string): Promise<WirePlan> {
  const { plan } = await call(client, 'read_plan', planId === undefined ? {} : { plan_id: planId });
  return WirePlan.parse(plan);
}

/** Resolves with the address of the next plan that the client is told about; `each` hears of all that follow too. */
export function nextUpdate(client: Client, each: (uri: string) => void = () => undefined): Promise<string> {
  return new Promise((resolve) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      each(params.uri);
      resolve(params.uri);
    });
  });
}

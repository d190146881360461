import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type FactStore, sqliteStore } from '../src/journal/index.ts';
import { Done, SessionAnswer } from '../src/surfaces/http/api/responses/response-schemas.ts';
import { type RunningServer, type ServeOptions, serve } from '../src/surfaces/http/index.ts';
import { eventually } from './eventually.ts';

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The fields of an answer that is an object: of a problem its `code`, `fix` and so on. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What of each kind of waiting item tests look at. */
const WAITS = {
  draft: z.looseObject({ composeId: z.string(), digest: z.string(), text: z.string() }),
  question: z.looseObject({ qid: z.string(), prompt: z.string() }),
  'task-question': z.looseObject({ taskId: z.int(), question: z.string() }),
  'task-outcome': z.looseObject({ taskId: z.int(), description: z.string() }),
  'task-change': z.looseObject({ taskId: z.int(), digest: z.string() }),
  'trip-question': z.looseObject({ question: z.string(), reason: z.string() }),
  'trip-repair': z.looseObject({
    reason: z.string(),
    options: z.array(z.looseObject({ id: z.string(), label: z.string() })),
  }),
  plan: z.looseObject({ requestId: z.string(), digest: z.string(), summary: z.string() }),
  budget: z.looseObject({ limit: z.string(), spent: z.number(), allowed: z.number() }),
  stopped: z.looseObject({ code: z.string(), message: z.string() }),
};

type Waits<Type extends keyof typeof WAITS> = z.infer<(typeof WAITS)[Type]> & { readonly seq: number };

/** What planners make, as far as tests look at it. */
const Made = z.looseObject({
  completed: z.boolean().optional(),
  waitingForClarification: z.boolean().optional(),
  tasks: z.array(z.looseObject({ status: z.string() })).default([]),
  itinerary: z
    .looseObject({ days: z.array(z.unknown()), anchors: z.array(z.looseObject({ id: z.string() })) })
    .nullish(),
  action: z.looseObject({ type: z.string() }).nullish(),
  plans: z.array(z.looseObject({ attempts: z.unknown() })).default([]),
});

/** A real server on a real store in a temporary directory, and what a client asks of it. */
export class SessionsServer {
  readonly directory = mkdtempSync(join(tmpdir(), 'wayfold-sessions-'));
  readonly #options: Partial<ServeOptions>;
  store: FactStore;
  #server: RunningServer | undefined;
  readonly failures: unknown[] = [];

  private constructor(options: Partial<ServeOptions>) {
    this.#options = options;
    this.store = sqliteStore(join(this.directory, 'wayfold.db'));
  }

  static async start(options: Partial<ServeOptions> = {}): Promise<SessionsServer> {
    const server = new SessionsServer(options);
    await server.#listen();
    return server;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  /** Stops the server and its store, and begins again with what is on disk. */
  async restart(): Promise<void> {
    await this.#server?.close();
    await this.store.close();
    this.store = sqliteStore(join(this.directory, 'wayfold.db'));
    await this.#listen();
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    await this.store.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return await answered(await fetch(`${this.url}/api${path}`, { headers }));
  }

  /** The text at an address that an answer has named. */
  async getText(address: string): Promise<string> {
    const response = await fetch(new URL(address, this.url));
    if (response.status !== 200) throw new Error(await response.text());
    return await response.text();
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    return await answered(await fetch(`${this.url}/api${path}`, init));
  }

  /** Begins a session and returns its id. */
  async begin(plannerId: string, more: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.post('/sessions', {
      title: `A ${plannerId}`,
      plannerId,
      config: {},
      ...more,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return SessionAnswer.parse(body).id;
  }

  async session(id: string, query = ''): Promise<z.infer<typeof SessionAnswer> & Record<string, unknown>> {
    const { status, body } = await this.get(`/sessions/${id}${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return SessionAnswer.parse(body);
  }

  /** What the planner has made so far. */
  async made(id: string): Promise<z.infer<typeof Made>> {
    return Made.parse((await this.session(id)).planner);
  }

  async tell(id: string, command: Record<string, unknown>): Promise<Answered> {
    return await this.post(`/sessions/${id}/commands`, command);
  }

  /** Tells it, and expects that to be done. */
  async does(id: string, command: Record<string, unknown>): Promise<z.infer<typeof Done>> {
    const { status, body } = await this.tell(id, command);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return Done.parse(body);
  }

  /** Waits until something of this kind waits for a person, and returns it. */
  async waitsFor<Type extends keyof typeof WAITS>(id: string, type: Type): Promise<Waits<Type>> {
    const find = async () => (await this.session(id)).waiting.find((each) => each.type === type);
    await eventually(find).toBeTruthy();
    const found = await find();
    if (found === undefined) throw new Error(`${id} waits for no ${type} any more`);
    // The schema is the one of this type.
    return { ...WAITS[type].parse(found), seq: found.seq } as Waits<Type>;
  }

  async #listen(): Promise<void> {
    const { sessions, ...options } = this.#options;
    this.#server = await serve({
      port: 0,
      onFailure: (error) => this.failures.push(error),
      ...options,
      store: this.store,
      sessions: { env: {}, ...sessions },
    });
  }
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = /json$/.test(response.headers.get('content-type')?.split(';')[0] ?? '');
  const body: unknown = isJson ? JSON.parse(text) : text;
  const fields = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  return { status: response.status, headers: response.headers, body, fields };
}

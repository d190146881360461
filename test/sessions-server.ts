import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { type FactStore, sqliteStore } from '../src/journal/index.ts';
import { Done, SessionAnswer } from '../src/server/api/answers.ts';
import { type RunningServer, type ServeOptions, serve } from '../src/server/index.ts';
import { eventually } from './eventually.ts';

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came, for a test to look at
  readonly body: any;
}

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
  // biome-ignore lint/suspicious/noExplicitAny: it depends on the planner
  async made(id: string): Promise<any> {
    return (await this.session(id)).planner;
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
  // biome-ignore lint/suspicious/noExplicitAny: it depends on the kind
  async waitsFor(id: string, type: string): Promise<any> {
    const find = async () => (await this.session(id)).waiting.find((each) => each.type === type);
    await eventually(find).toBeTruthy();
    return await find();
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
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { json, text } from 'node:stream/consumers';
import { z } from 'zod';
import { startDeadline } from '../../../journal/deadline.ts';
import type { IdleSession } from '../session-pool.ts';
import type { Homes } from './change-reporters.ts';
import type { RunUntilIdle } from './session-object.ts';

const CONNECT_TIMEOUT_MS = 1000;
/** Longer than a connection takes whose first packet is lost. */
const PROBE_TIMEOUT_MS = 3000;
const HTTP_OK = 200;
const HOME_IS_LOST = new Error('Nobody is at the home of the session any more.');

const Answer = z.object({
  rest: z
    .object({ createdAt: z.string(), head: z.int(), at: z.number(), againInMs: z.number().exactOptional() })
    .nullable(),
});

/** Where a worker takes the calls of others for the sessions that it has open. */
export interface OpenHome {
  /** Its path is a secret in the store: whoever can read that may call. */
  readonly url: string;
  close(): Promise<void>;
}

/** Lets other workers hand on what the engine has called them for. Who hangs up wants the work given back. */
export async function openHome(host: string, bringToRest: RunUntilIdle): Promise<OpenHome> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer((call, response) => {
    const over = new AbortController();
    response.once('close', () => over.abort(new DOMException('The caller is gone.', 'AbortError')));
    if (call.url !== path) return void response.writeHead(404).end();
    void answer(call, over.signal).then(
      (body) => response.end(body),
      () => response.destroy(),
    );
  });
  // Callers keep their connections, and close them.
  server.keepAliveTimeout = 0;
  server.listen({ host, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${reachable(host)}:${port}${path}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(call: IncomingMessage, over: AbortSignal): Promise<string> {
    const rest = await bringToRest(await text(call), over);
    return JSON.stringify({ rest: rest ?? null });
  }
}

/** An address of this machine, for a worker that listens on all of them. */
function reachable(host: string): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const outside = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  const address = everywhere ? (outside?.address ?? '127.0.0.1') : host;
  return isIPv6(address) ? `[${address}]` : address;
}

/** Whether nobody is at a home that cannot be reached; `ended` if it was reached before, and now its port is closed. */
export type IsLost = (home: string, how: { readonly ended: boolean }) => boolean;

/** Calls of this worker that are under way at the homes of their sessions. */
export class HomeCalls {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #probes = new Map<string, Promise<void>>();
  readonly #underWay = new Map<ClientRequest, string>();
  /** Homes that have accepted a connection. */
  readonly #reached = new Set<string>();
  readonly #isLost: IsLost;

  constructor(isLost: IsLost) {
    this.#isLost = isLost;
  }

  /** Has a session brought to rest at its home. Rejects when nobody answers there: then anybody may do it. */
  async bringToRest(home: string, session: string, over: AbortSignal): Promise<IdleSession | undefined> {
    const call = request(home, { method: 'POST', agent: this.#agent, signal: over });
    this.#underWay.set(call, home);
    // The caller gets the error that ends the call.
    call.on('error', () => {});
    const stop = startDeadline(CONNECT_TIMEOUT_MS, () => {
      if (call.socket?.connecting !== false)
        call.destroy(new Error('The home of the session does not answer.'));
    });
    try {
      call.end(session);
      call.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => this.#reached.add(home));
      });
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      if (response.statusCode !== HTTP_OK) throw new Error('The home of the session has moved.');
      return Answer.parse(await json(response)).rest ?? undefined;
    } catch (error) {
      call.destroy();
      // Whoever does the work instead has to know whether claims of that process still count.
      if (!over.aborted && error !== HOME_IS_LOST) await this.#probe(home);
      throw error;
    } finally {
      stop();
      this.#underWay.delete(call);
    }
  }

  /**
   * Gives up what is under way at homes that do not exist any more. A process that is only slow still accepts connections, as
   * its system does that, so a silent home that accepts none is not there any more either.
   */
  check({ living, silent }: Homes): void {
    for (const home of new Set(this.#underWay.values())) {
      if (living.has(home)) continue;
      if (silent.has(home)) void this.#probe(home);
      else this.#giveUp(home);
    }
  }

  #probe(home: string): Promise<void> {
    const under = this.#probes.get(home) ?? this.#tryToConnect(home).finally(() => this.#probes.delete(home));
    this.#probes.set(home, under);
    return under;
  }

  async #tryToConnect(home: string): Promise<void> {
    const { hostname, port } = new URL(home);
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    const stop = startDeadline(PROBE_TIMEOUT_MS, () => socket.destroy(new Error('No connection.')));
    try {
      await once(socket, 'connect');
    } catch (error) {
      const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (this.#isLost(home, { ended: refused && this.#reached.has(home) })) this.#giveUp(home);
    } finally {
      stop();
      socket.destroy();
    }
  }

  #giveUp(home: string): void {
    for (const [call, at] of this.#underWay) if (at === home) call.destroy(HOME_IS_LOST);
  }

  close(): void {
    this.#agent.destroy();
  }
}

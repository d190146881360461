import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Message, type Part, Role, type SendMessageRequest, type StreamResponse } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { conversationFact, conversationFacts, type MessageAttachment } from '../src/harness/facts.ts';
import { conversationFamily } from '../src/harness/family.ts';
import type { Planner } from '../src/harness/planner.ts';
import { agentFetch } from '../src/host/a2a/connected/agent-fetch.ts';
import { a2aFacts } from '../src/host/a2a/facts.ts';
import { publishSession } from '../src/host/a2a/published/publish.ts';
import { createRegistry } from '../src/host/registry.ts';
import { createHostSession, type Session } from '../src/host/session.ts';
import type { Envelope } from '../src/journal/fact.ts';
import type { FactStore } from '../src/journal/index.ts';
import type { Journal } from '../src/journal/journal.ts';
import type { Llm } from '../src/model/llm.ts';
import { type A2aOptions, a2aEndpoint } from '../src/surfaces/a2a/endpoint.ts';
import { mountA2a } from '../src/surfaces/a2a/mount.ts';
import { accessFor } from '../src/surfaces/http/access/access.ts';
import { SessionHost } from '../src/surfaces/http/api/live/session-host.ts';
import { EventStreams } from '../src/surfaces/http/feeds/event-streams.ts';
import { respondWith } from '../src/surfaces/http/problem.ts';
import { ReopeningStore } from '../src/surfaces/http/store/reopening-store.ts';
import { scriptedModel } from '../src/testing/scripted-model.ts';

const heldBack = new Map<string, PromiseWithResolvers<void>>();

/** Lets the parrot answer to `wait NAME`, which it does not until told. */
export function letAnswer(name: string): void {
  held(name).resolve();
}

function held(name: string): PromiseWithResolvers<void> {
  const known = heldBack.get(name) ?? Promise.withResolvers<void>();
  heldBack.set(name, known);
  return known;
}

/** Repeats what it hears, with its files. `bye` ends the conversation, `wait NAME` is answered when a test says so. */
const parrot: Planner = {
  id: 'parrot',
  name: 'Parrot',
  async plan({ facts }, { newId }) {
    const message = facts.findLast(({ type }) => type === 'remote_received');
    const text = String(message?.text ?? 'Hello?');
    const name = /^wait (\w+)/.exec(text)?.[1];
    if (name) await held(name).promise;
    const attachments = message?.attachments as readonly MessageAttachment[] | undefined;
    return [
      {
        type: 'compose_intent',
        composeId: newId('c'),
        text: `You said: ${text}`,
        ...(attachments && { attachments }),
        ...(text.endsWith('bye') && { nextStateHint: 'completed' }),
      },
    ];
  },
};

export const registry = createRegistry([
  {
    planner: parrot,
    description: 'Repeats what it hears.',
    family: conversationFamily,
    facts: { ...conversationFacts, ...a2aFacts },
  },
]);

/** A session with the parrot. */
export async function parrotSession(
  store: FactStore,
  id = 's',
  mode: 'auto' | 'approve' = 'auto',
): Promise<Session> {
  return await createHostSession(store, registry, {
    id,
    title: 'Polly',
    plannerId: 'parrot',
    config: {},
    mode,
  });
}

/** The same, published. */
export async function publishedParrot(
  store: FactStore,
  id = 's',
  mode: 'auto' | 'approve' = 'auto',
): Promise<Session> {
  const session = await parrotSession(store, id, mode);
  await publishSession(session.journal);
  return session;
}

/** How a test serves published sessions. `llm` is their model. */
interface ServeOptions extends Partial<Omit<A2aOptions, 'host'>> {
  readonly port?: number;
  readonly token?: string;
  readonly llm?: Llm;
}

/** A server of published sessions, each with a planner at work in this process. */
export async function serveA2a(
  store: FactStore,
  { port = 0, token, llm = scriptedModel([]), ...options }: ServeOptions = {},
) {
  const access = accessFor('127.0.0.1', token);
  const streams = new EventStreams({ heartbeatMs: 100 });
  const failures: unknown[] = [];
  const troubles: unknown[] = [];
  const place = options.place ?? new ReopeningStore({ open: async () => store });
  const host = new SessionHost({
    place,
    registry: options.registry ?? registry,
    llm,
    openModel: () => llm,
    ttlMs: 2000,
    ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
    onError: (error) => troubles.push(error),
  });
  const endpoint = a2aEndpoint({
    place,
    registry,
    streams,
    needsToken: token !== undefined,
    host,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error, c) => respondWith(c, error));
  mountA2a(app, endpoint, access);
  const server = createServer(
    getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${bound}`;
  return {
    url,
    port: bound,
    failures,
    /** What the sessions that run here could not do. */
    troubles,
    streams,
    host,
    card: (session = 's') => `${url}/a2a/${session}/.well-known/agent-card.json`,
    /** Closing it again does nothing. */
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await endpoint.close();
      await host.close();
      await streams.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Takes a new connection each time: one that is kept may be to a server that is gone. */
const freshFetch = agentFetch({
  allowPrivate: true,
  ownOrigin: '',
  timeoutMs: 60_000,
  silenceMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
});

/** The SDK's own client. */
export async function sdkClient(
  cardUrl: string,
  transport: 'JSONRPC' | 'HTTP+JSON' = 'JSONRPC',
  fetchImpl: typeof fetch = freshFetch,
): Promise<Client> {
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    preferredTransports: [transport],
  });
  return await factory.createFromUrl(cardUrl, '');
}

export function message(text: string, more: Partial<Message> = {}): SendMessageRequest {
  return {
    tenant: '',
    configuration: undefined,
    metadata: undefined,
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [textPart(text)],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
  };
}

export function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

export function filePart(filename: string, bytes: Uint8Array, mediaType = 'text/plain'): Part {
  return { content: { $case: 'raw', value: Buffer.from(bytes) }, metadata: undefined, filename, mediaType };
}

export function textOf(message: Message | undefined): string | undefined {
  return message?.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
}

export async function all(events: AsyncIterable<StreamResponse>): Promise<StreamResponse[]> {
  const received: StreamResponse[] = [];
  for await (const event of events) received.push(event);
  return received;
}

/** What a journal says was said: `>` by us, `<` by the other side, `=` for the status. */
export async function transcript(journal: Pick<Journal<Envelope>, 'facts'>): Promise<string[]> {
  const read = (await journal.facts()).flatMap((fact) => conversationFact(fact) ?? []);
  return read.flatMap((fact) => {
    switch (fact.type) {
      case 'remote_sent':
        return [`>${fact.text}`];
      case 'remote_received':
        return [`<${fact.text}`];
      case 'status_changed':
        return [`=${fact.a2a}`];
      default:
        return [];
    }
  });
}

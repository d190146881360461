import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import type { FactStore } from '../../src/journal/store.ts';
import { createSession } from '../../src/sessions/create-session.ts';
import type { OpenSession } from '../../src/sessions/open-session.ts';
import { serve } from '../../src/surfaces/http/serve.ts';
import { notesPlanner } from './notes-planner.ts';

/** A server in this process, with a store of its own and one session in it. */
export interface ServedNotes {
  readonly url: string;
  readonly store: FactStore;
  readonly session: OpenSession;
  close(): Promise<void>;
}

/** Wayfold's own server. */
export async function serveNotes(directory: string): Promise<ServedNotes> {
  const { store, session } = await notesIn(directory);
  const server = await serve({
    store,
    port: 0,
    planners: [notesPlanner],
    // One client asks as fast as it is answered.
    sessions: { env: {}, rate: { burst: 1e9, perSecond: 1e9 } },
  });
  return {
    url: server.url,
    store,
    session,
    async close() {
      await server.close();
      await store.close();
    },
  };
}

/**
 * What a server needs at least: node:http, a body of JSON, one durable append and JSON back; a stream of events that
 * tells of every fact.
 */
export async function serveBare(directory: string): Promise<ServedNotes> {
  const { store, session } = await notesIn(directory);
  const journal = openJournal(store, session.id);
  const server = createServer((request, response) => {
    if (request.method === 'POST') void append(request, response);
    else follow(response);
  });
  const append = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const appended = await journal.append([{ type: 'note_kept', text: JSON.parse(body).text }]);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(appended));
  };
  const follow = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: view\ndata: {}\n\n');
    void journal.head().then((head) => {
      const end = journal.subscribe({ from: head + 1 }, (facts) => {
        for (const fact of facts) response.write(`event: fact\ndata: ${JSON.stringify(fact)}\n\n`);
      });
      response.on('close', end);
    });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on TCP.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    store,
    session,
    async close() {
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}

async function notesIn(directory: string): Promise<Pick<ServedNotes, 'store' | 'session'>> {
  const store = sqliteStore(join(await mkdtemp(join(directory, 'notes-')), 'wayfold.db'));
  return { store, session: await createSession(store, { planner: notesPlanner, id: 'notes' }) };
}

/** Posts JSON and reads the response to its end. */
export async function post(address: string, body: unknown): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
}

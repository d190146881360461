import type { AgentCard } from '@a2a-js/sdk';
import type { Context } from 'hono';
import { ServerError } from '../http/error.ts';
import { agentCardJson, agentCardOf } from './agent-card.ts';
import { CallerContexts } from './caller-contexts.ts';
import type { A2aEndpoint, A2aOptions } from './endpoint.ts';
import { answerHttpJson } from './http-json.ts';
import { answerJsonRpc } from './json-rpc.ts';
import { type OpenSession, OpenSessions } from './open-sessions.ts';
import { withOutwardErrors } from './outward-error.ts';
import { SessionRequestHandler } from './request-handler.ts';
import type { SessionCall } from './session-call.ts';

/** Clients time out after five minutes. */
const DEFAULT_WAIT_MS = 4 * 60_000;

/** Serves the published sessions of a store. All state is in their journals. */
export function createA2aEndpoint(options: A2aOptions): A2aEndpoint {
  const { streams, needsToken, publicUrl, waitMs = DEFAULT_WAIT_MS, onFailure = () => {} } = options;
  const sessions = new OpenSessions(options);
  const closing = new AbortController();

  const asked = async (c: Context): Promise<OpenSession> => {
    const id = c.req.param('session') ?? '';
    const found = await sessions.find(id);
    if (found === undefined) throw notPublished(id);
    return found;
  };
  const urlOf = (c: Context): string => {
    const base = publicUrl ?? new URL(c.req.url).origin;
    return `${base.replace(/\/+$/, '')}/a2a/${encodeURIComponent(c.req.param('session') ?? '')}`;
  };
  const cardOf = (c: Context, { session, publication }: OpenSession): AgentCard =>
    agentCardOf(session, publication, { url: urlOf(c), needsToken });
  const callOf = (c: Context, found: OpenSession): SessionCall => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, closing.signal, found.tasks.ended, c.req.raw.signal]);
    const contexts = new CallerContexts({
      published: found,
      sessions,
      filesUrl: `${urlOf(c)}/files`,
      signal,
      waitMs,
    });
    const handler = new SessionRequestHandler(cardOf(c, found), contexts);
    return { handler: withOutwardErrors(handler, onFailure), streams, stop, onFailure };
  };

  return {
    async card(c) {
      const card = agentCardJson(cardOf(c, await asked(c)));
      return c.body(JSON.stringify(card), 200, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-cache',
      });
    },
    jsonRpc: async (c) => await answerJsonRpc(c, callOf(c, await asked(c))),
    async httpJson(c) {
      const path = new URL(c.req.url).pathname.split('/').slice(3).map(decoded).join('/');
      return await answerHttpJson(c, callOf(c, await asked(c)), path);
    },
    async file(c) {
      const published = await asked(c);
      const fork = published.tasks.now.contexts.forkWithKey(c.req.param('context') ?? '');
      const { tasks } = (fork && (await sessions.context(published, fork))) ?? published;
      const hash = c.req.param('sha256') ?? '';
      const file = await tasks.fileOf(hash);
      if (file === undefined) throw noSuchFile(hash);
      return c.body(new Uint8Array(file.bytes), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed())}`,
        'X-Content-Type-Options': 'nosniff',
      });
    },
    async close() {
      closing.abort();
      await sessions.close();
    },
  };
}

/** An invalid encoding matches no name. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function notPublished(id: string): ServerError {
  return new ServerError('not-found', {
    summary: `There is no published session ${JSON.stringify(id.slice(0, 200))}.`,
    fix: 'Publish it first: wayfold publish SESSION.',
  });
}

function noSuchFile(hash: string): ServerError {
  return new ServerError('not-found', {
    summary: `No file with the SHA-256 ${JSON.stringify(hash.slice(0, 80))} was sent in this session.`,
    fix: 'Use the address from a part of a message.',
  });
}

import type { HttpBindings } from '@hono/node-server';
import type { Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Access, withToken } from '../http/access/access.ts';
import { ServerError } from '../http/error.ts';
import type { A2aEndpoint } from './endpoint.ts';

/** Files in messages are base64, a third larger than the file. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Mounts the published sessions at `/a2a/<session>`. Cards are public; everything else requires the server's token if
 * it has one.
 */
export function mountA2a(app: Hono<{ Bindings: HttpBindings }>, endpoint: A2aEndpoint, access: Access): void {
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });
  app.get('/a2a/:session/.well-known/agent-card.json', (c) => endpoint.card(c));
  app.use('/a2a/*', withToken(access), noStore);
  app.get('/a2a/:session/files/:sha256', (c) => endpoint.file(c));
  app.get('/a2a/:session/files/:context/:sha256', (c) => endpoint.file(c));
  app.post('/a2a/:session', limit, (c) => endpoint.jsonRpc(c));
  app.all('/a2a/:session/*', limit, (c) => endpoint.httpJson(c));
}

const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
};

function tooLarge(): never {
  throw new ServerError('body-too-large', {
    summary: `The message is over ${MAX_BODY_BYTES / 1024 / 1024} MB.`,
    fix: 'Send a smaller message, or a link to the file.',
  });
}

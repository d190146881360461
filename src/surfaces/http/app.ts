import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, setCookie } from 'hono/cookie';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import type { A2aEndpoint } from '../a2a/endpoint.ts';
import { mountA2a } from '../a2a/mount.ts';
import type { McpEndpoint } from '../mcp/endpoint.ts';
import { type Access, SESSION_COOKIE, sameSite, signIn, withToken } from './access/access.ts';
import type { SessionsEndpoint } from './api/endpoint.ts';
import { ServerError } from './error.ts';
import type { Log } from './log/log.ts';
import { requestIds, requestLog } from './log/request-log.ts';
import { errorPages } from './pages/error-pages.ts';
import { type MapTiles, originOf } from './pages/map-tiles.ts';
import { pageFiles } from './pages/page-files.ts';
import { respondWith } from './problem.ts';
import type { FailurePlace } from './server-options.ts';
import type { ReopeningStore } from './store/reopening-store.ts';

export interface AppOptions {
  readonly place: ReopeningStore;
  readonly access: Access;
  readonly mcp: McpEndpoint;
  readonly sessions: SessionsEndpoint;
  readonly a2a: A2aEndpoint;
  /** The shell command that creates a first journal in this store; the page shows it if there is none. */
  readonly firstCommand: string;
  /** Map tiles that the page may fetch from another server. */
  readonly tiles?: MapTiles | undefined;
  /** Called for internal failures; clients see only that something failed. */
  readonly onFailure?: (error: unknown, where: FailurePlace) => void;
  readonly log?: Log | undefined;
}

const SIGN_IN_BYTES = 2048;
const SignIn = z.object({ token: z.string() });

/** The HTTP application, without the listening server. */
export async function createApp(options: AppOptions): Promise<Hono<{ Bindings: HttpBindings }>> {
  const { place, access, mcp, sessions, a2a, firstCommand, onFailure, tiles } = options;
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.onError((error, c) => {
    const answer = respondWith(c, error);
    // A 503 is temporary, and clients retry.
    if (answer.status >= 500 && answer.status !== 503) onFailure?.(error, { requestId: c.get('requestId') });
    return answer;
  });
  const page = await pageFiles(tiles);
  const tileOrigins = tiles ? [originOf(tiles)] : [];
  app.notFound((c) => page.missing(c) ?? respondWith(c, notFound(c.req.path)));

  app.use(requestIds(), requestLog(options.log), access.requests.byAddress);
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...tileOrigins],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileOrigins],
        requireTrustedTypesFor: ["'script'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // The only policy: it lets the map start its worker, which is a file of this server.
        trustedTypes: ['wayfold-map'],
      },
      strictTransportSecurity: false,
      xFrameOptions: 'DENY',
    }),
  );
  app.use(sameSite(access));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header('Allow', methods.join(', '));
        return respondWith(c, wrongMethod(c.req.method, methods));
      },
    }),
  );

  app.get('/healthz', async (c) => {
    await (await place.existing())?.list({ limit: 1 });
    const { health: engine } = sessions.host;
    const isDead = engine.status === 'dead';
    const health = { name: 'wayfold', status: isDead ? 'failing' : 'ok', engine };
    return c.json(health, isDead ? 503 : 200, { 'Cache-Control': 'no-store' });
  });

  app.post('/api/session', bodyLimit({ maxSize: SIGN_IN_BYTES, onError: tooLarge }), async (c) => {
    const { success, data } = SignIn.safeParse(await c.req.json().catch(() => undefined));
    if (!success) throw invalidSignIn();
    setCookie(c, SESSION_COOKIE, await signIn(c, access, data.token), {
      httpOnly: true,
      path: '/',
      sameSite: 'Strict',
      secure: c.req.header('origin')?.startsWith('https:') ?? false,
    });
    return c.body(null, 204);
  });
  app.delete('/api/session', (c) => {
    deleteCookie(c, SESSION_COOKIE, { path: '/' });
    return c.body(null, 204);
  });

  app.use('/api/*', withToken(access), async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await next();
  });
  app.get('/api/about', (c) => c.json({ name: 'wayfold', firstCommand }));
  app.route('/api', sessions.routes);
  app.all('/mcp', withToken(access), (c) => mcp.fetch(c.req.raw));
  mountA2a(app, a2a, access);
  app.route('/', errorPages());
  app.route('/', page.routes);
  return app;
}

function notFound(path: string): ServerError {
  return new ServerError('not-found', {
    summary: `There is nothing at ${JSON.stringify(path.slice(0, 200))}.`,
    fix: 'The page is at /, sessions are at /api/sessions, journals at /api/journals.',
  });
}

function wrongMethod(method: string, allowed: readonly string[]): ServerError {
  return new ServerError('method-not-allowed', {
    summary: `This address does not support ${method}.`,
    fix: `Use ${allowed.join(' or ')}.`,
  });
}

function tooLarge(): never {
  throw new ServerError('body-too-large', {
    summary: `The body is larger than ${SIGN_IN_BYTES} bytes.`,
    fix: 'Send only { "token": "…" }.',
  });
}

function invalidSignIn(): ServerError {
  return new ServerError('invalid-request', {
    summary: 'The body is not JSON like { "token": "…" }.',
    fix: 'Send the token that the server was started with.',
  });
}

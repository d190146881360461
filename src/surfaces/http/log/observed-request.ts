import { context, propagation, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import { type RequestIdVariables, requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { failSpan, inSpan } from '../../../kernel/telemetry/spans.ts';
import type { Log } from './log.ts';

/** Every request has an id of this server's own making: what a client sends may be anything. */
export function identified(): MiddlewareHandler<{ Variables: RequestIdVariables }> {
  const give = requestId({ headerName: '' });
  return async (c, next) =>
    await give(c, async () => {
      c.header('X-Request-Id', c.get('requestId'));
      await next();
    });
}

/**
 * Every request as a span, a child of the caller's where it says so, and as a line of the log at `debug`. Neither has a
 * query, a header or a body in it.
 */
export function observed(log: Log | undefined): MiddlewareHandler<{ Variables: RequestIdVariables }> {
  return async (c, next) => {
    const { method, path } = c.req;
    // Asked every few seconds, by programs.
    if (path === '/healthz') return await next();
    const started = performance.now();
    const caller = propagation.extract(ROOT_CONTEXT, c.req.header());
    const setting = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    await context.with(caller, () =>
      inSpan(method, setting, async (span) => {
        await next();
        const { status } = c.res;
        // That of whoever answered: the innermost.
        const route = routePath(c);
        const session = sessionIn(path);
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
        if (session !== undefined) span.setAttribute('gen_ai.conversation.id', session);
        if (status >= 500) failSpan(span, `http.${status}`);
        const ms = Math.round(performance.now() - started);
        log?.debug('Request', {
          requestId: c.get('requestId'),
          method,
          route,
          path: path.slice(0, LONGEST_PATH),
          status,
          ms,
          session,
        });
      }),
    );
  };
}

const LONGEST_PATH = 200;

/** The session or journal that an address names. */
function sessionIn(path: string): string | undefined {
  return /^\/api\/(?:sessions|journals)\/([A-Za-z0-9][A-Za-z0-9._:-]{0,127})(?:\/|$)/.exec(path)?.[1];
}

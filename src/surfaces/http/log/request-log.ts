import { context, propagation, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import { type RequestIdVariables, requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { failSpan, inSpan } from '../../../kernel/telemetry/spans.ts';
import type { Log } from './log.ts';

/** Gives every request an id generated here, because a client could send anything. */
export function requestIds(): MiddlewareHandler<{ Variables: RequestIdVariables }> {
  const give = requestId({ headerName: '' });
  return async (c, next) =>
    await give(c, async () => {
      c.header('X-Request-Id', c.get('requestId'));
      await next();
    });
}

/**
 * Traces each request as a span, a child of the caller's if given, and logs it at `debug`. Neither contains a query, a
 * header or a body.
 */
export function requestLog(log: Log | undefined): MiddlewareHandler<{ Variables: RequestIdVariables }> {
  return async (c, next) => {
    const { method, path } = c.req;
    // Monitoring programs poll it every few seconds.
    if (path === '/healthz') return await next();
    const started = performance.now();
    const caller = propagation.extract(ROOT_CONTEXT, c.req.header());
    const setting = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    await context.with(caller, () =>
      inSpan(method, setting, async (span) => {
        await next();
        const { status } = c.res;
        // The innermost route, which handled the request.
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
          path: path.slice(0, MAX_PATH_LENGTH),
          status,
          ms,
          session,
        });
      }),
    );
  };
}

const MAX_PATH_LENGTH = 200;

/** The session or journal named in an address. */
function sessionIn(path: string): string | undefined {
  return /^\/api\/(?:sessions|journals)\/([A-Za-z0-9][A-Za-z0-9._:-]{0,127})(?:\/|$)/.exec(path)?.[1];
}

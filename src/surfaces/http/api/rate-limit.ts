import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { type Clock, systemClock } from '../../../journal/clock.ts';
import { type ClientOf, clientAddress } from '../client-address.ts';
import { ServerError } from '../error.ts';
import { type Rate, TokenBuckets } from '../token-bucket.ts';

/** How many requests a client may send. */
export type RateLimit = Partial<Rate>;

const DEFAULT_BURST = 600;
const DEFAULT_PER_SECOND = 120;

/** Holds each address that requests come from to a rate. */
export function limitRate(
  { burst = DEFAULT_BURST, perSecond = DEFAULT_PER_SECOND }: RateLimit = {},
  {
    clock = systemClock,
    clientOf = clientAddress(),
  }: { readonly clock?: Clock; readonly clientOf?: ClientOf } = {},
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const requests = new TokenBuckets({ burst, perSecond });
  return async (c, next) => {
    const client = clientOf(c);
    const now = clock.now();
    if (requests.left(client, now) < 1) {
      c.header('Retry-After', String(requests.secondsUntilNext(client, now)));
      throw new ServerError('rate-limited', {
        expected: `at most ${perSecond} requests a second, ${burst} at once`,
        actual: 'more from one address',
        fix: 'Wait for the seconds that Retry-After says. Follow a session by its events instead of asking again.',
      });
    }
    requests.use(client, now);
    await next();
  };
}

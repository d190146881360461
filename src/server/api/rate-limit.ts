import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { type Clock, systemClock } from '../../journal/clock.ts';
import { ServerError } from '../error.ts';

/** How many requests a client may send. */
export interface RateLimit {
  /** At once, after a pause. */
  readonly burst?: number;
  /** On and on. */
  readonly perSecond?: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const DEFAULT_BURST = 600;
const DEFAULT_PER_SECOND = 120;
/** Clients that sent nothing for long have full buckets, which need not be kept. */
const MOST_CLIENTS = 10_000;

/** A token bucket for each address that requests come from. */
export function limitRate(
  { burst = DEFAULT_BURST, perSecond = DEFAULT_PER_SECOND }: RateLimit = {},
  clock: Clock = systemClock,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const buckets = new Map<string, Bucket>();
  return async (c, next) => {
    const client = c.env.incoming.socket.remoteAddress ?? '';
    const now = clock.now();
    const bucket = buckets.get(client) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    if (buckets.size >= MOST_CLIENTS && !buckets.has(client)) buckets.clear();
    buckets.set(client, bucket);
    if (bucket.tokens < 1) {
      c.header('Retry-After', String(Math.ceil((1 - bucket.tokens) / perSecond)));
      throw new ServerError('rate-limited', {
        expected: `at most ${perSecond} requests a second, ${burst} at once`,
        actual: 'more from one address',
        fix: 'Wait for the seconds that Retry-After says. Follow a session by its events instead of asking again.',
      });
    }
    bucket.tokens -= 1;
    await next();
  };
}

import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { type Clock, systemClock } from '../../../journal/clock.ts';
import { ServerError } from '../error.ts';
import type { RequestLimits } from '../server-options.ts';
import { type ClientOf, clientAddress } from './client-address.ts';
import { ClientCounts } from './client-counts.ts';
import { TokenBuckets } from './token-bucket.ts';

/** The default limits of one address. */
export const DEFAULT_REQUESTS: Required<RequestLimits> = { burst: 600, perSecond: 120, atOnce: 256 };

/** The limit of a token, as a multiple of the limit of an address: a team shares a token. */
export const ADDRESSES_OF_A_TOKEN = 10;
const TOKEN = 'token';

/** Limits the request rate of each address, and of all clients with the right token together. */
export class RequestLimit {
  readonly #atOnce: number;
  readonly #clock: Clock;
  readonly #clientOf: ClientOf;
  readonly #ofAddress: TokenBuckets;
  readonly #ofToken: TokenBuckets;
  readonly #underWay = new ClientCounts();

  constructor(
    limits: RequestLimits = {},
    {
      clock = systemClock,
      clientOf = clientAddress(),
    }: { readonly clock?: Clock; readonly clientOf?: ClientOf } = {},
  ) {
    const { burst, perSecond, atOnce } = { ...DEFAULT_REQUESTS, ...limits };
    this.#atOnce = atOnce;
    this.#clock = clock;
    this.#clientOf = clientOf;
    this.#ofAddress = new TokenBuckets({ burst, perSecond });
    this.#ofToken = new TokenBuckets(
      { burst: burst * ADDRESSES_OF_A_TOKEN, perSecond: perSecond * ADDRESSES_OF_A_TOKEN },
      1,
    );
  }

  /** Middleware for every route: passes the request on while its address is within the limits. */
  readonly byAddress: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    const client = this.#clientOf(c);
    this.#use(c, this.#ofAddress, client, 'one address');
    if (this.#underWay.of(client) >= this.#atOnce) {
      c.header('Retry-After', '1');
      throw new ServerError('rate-limited', {
        summary: `There are already ${this.#atOnce} open requests from this address.`,
        fix: 'Wait until some are answered, or close streams that you do not need.',
      });
    }
    c.env.outgoing.once('close', this.#underWay.add(client));
    await next();
  };

  /** Counts a request with the right token. Throws if there were too many. */
  useToken(c: Context<{ Bindings: HttpBindings }>): void {
    this.#use(c, this.#ofToken, TOKEN, 'one token');
  }

  #use(c: Context<{ Bindings: HttpBindings }>, requests: TokenBuckets, client: string, whose: string): void {
    const now = this.#clock.now();
    if (requests.left(client, now) < 1) {
      c.header('Retry-After', String(requests.secondsUntilNext(client, now)));
      const { burst, perSecond } = requests.rate;
      throw new ServerError('rate-limited', {
        summary: `Too many requests from ${whose}: ${perSecond} a second are allowed, ${burst} at once.`,
        fix: 'Wait for the seconds in Retry-After. Follow the events of a session instead of polling.',
      });
    }
    requests.use(client, now);
  }
}

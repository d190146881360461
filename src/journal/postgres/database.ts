import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ClientBase, Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { startDeadline } from '../deadline.ts';
import type { PostgresOptions } from './options.ts';
import {
  isLost,
  isOutdatedPlan,
  isPassing,
  isRefused,
  noAnswer,
  outcomeUnknown,
  storeError,
  unreachable,
} from './postgres-error.ts';
import { MIGRATIONS, migrate, schemaVersion } from './schema.ts';

export interface Statement {
  /** A named statement is prepared once per connection. */
  readonly name?: string;
  readonly text: string;
  /** Housekeeping without a time limit. */
  readonly slow?: boolean;
}

/** Runs statements on one connection. Rows are untyped, so the caller parses them. */
export interface Session {
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

const BEGIN: Statement = { text: 'BEGIN' };
const COMMIT: Statement = { text: 'COMMIT' };
const ROLLBACK: Statement = { text: 'ROLLBACK' };
const INT8 = 20;
/**
 * Long enough not to reconnect for every request of a quiet hour, short enough to free connections for other
 * processes.
 */
const IDLE_MS = 60_000;
const RETRY_AFTER_MS = [0, 50, 150, 400, 1000];

// A search path in place of qualified names keeps the SQL readable. A commit waits for the disk, whatever the default is.
// Planning a statement takes longer than running it, so each is planned once; and always by index, because a plan that was
// made while a table was small must not read all of it when it has grown.
const SETTINGS = `
  SELECT set_config('search_path', $1, false),
         set_config('default_transaction_isolation', 'read committed', false),
         set_config('plan_cache_mode', 'force_generic_plan', false),
         set_config('enable_seqscan', 'off', false),
         set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false)`;

interface Driver {
  readonly pool: Pool;
  newClient(): Client;
}

/** The connection to the server: a pool, opened on first use. Failures are `JournalError`s. */
export class Database {
  readonly schema: string;
  readonly #options: Required<PostgresOptions>;
  #where = 'PostgreSQL';
  #driver: Promise<Driver> | undefined;
  #ready: Promise<void> | undefined;
  #apart: Promise<Client> | undefined;

  constructor(options: Required<PostgresOptions>) {
    this.schema = options.schema;
    this.#options = options;
  }

  /** The server and database as text, without secrets of the URL. */
  get where(): string {
    return this.#where;
  }

  /** Resolves when the schema exists and is up to date. A failure is not cached: the next call retries. */
  ready(): Promise<void> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** Runs an idempotent or read-only statement, which may be retried. */
  async query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    await this.ready();
    return await retried(() => this.connected((session) => session.query<Row>(statement, values)));
  }

  /**
   * Runs `work` in a transaction. If the connection is lost before the commit was sent, nothing has changed and
   * `work` is run again. If it is lost later, the outcome is unknown, and the caller gets an error that says so.
   */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.ready();
    return await this.#transaction(work);
  }

  /**
   * Runs `work` in a transaction, once and on a dedicated connection: it may wait for others that in turn wait for
   * a pooled connection.
   */
  async longTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.ready();
    const client = await this.dedicated();
    try {
      return await inTransaction(this.#session(client), this.#where, work);
    } finally {
      await client.end();
    }
  }

  /** Lends a connection to `work`, once. After a failure that {@link isLost}, a statement may or may not have run. */
  async connected<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let lost = false;
    try {
      return await work(this.#session(client));
    } catch (error) {
      lost = isLost(error);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  /** A connection outside the pool, for a caller that keeps and destroys it. */
  async dedicated(): Promise<Client> {
    try {
      this.#driver ??= this.#load();
      const client = (await this.#driver).newClient();
      await client.connect();
      await this.#set(client);
      return client;
    } catch (error) {
      throw unreachable(this.#where, error);
    }
  }

  /** Runs an idempotent statement on a dedicated connection, without waiting for the pool. */
  async queryApart<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    await this.ready();
    return await retried(async () => {
      this.#apart ??= this.dedicated().catch((error: unknown) => {
        this.#apart = undefined;
        throw error;
      });
      const connection = this.#apart;
      try {
        return await this.#session(await connection).query<Row>(statement, values);
      } catch (error) {
        if (this.#apart === connection && isLost(error)) await this.#endApart();
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    const driver = await this.#driver?.catch(() => undefined);
    await this.#endApart();
    await driver?.pool.end();
  }

  async #endApart(): Promise<void> {
    const connection = this.#apart;
    this.#apart = undefined;
    const client = await connection?.catch(() => undefined);
    await client?.end().catch(ignored);
  }

  async #prepare(): Promise<void> {
    const version = await retried(() => this.connected((session) => schemaVersion(session, this)));
    if (version < MIGRATIONS.length) await this.#transaction((session) => migrate(session, this));
  }

  async #transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await retried(() => this.connected((session) => inTransaction(session, this.#where, work)));
  }

  async #connect(): Promise<PoolClient> {
    try {
      this.#driver ??= this.#load();
      return await (await this.#driver).pool.connect();
    } catch (error) {
      throw unreachable(this.#where, error);
    }
  }

  async #load(): Promise<Driver> {
    const { Client, Pool } = await import('pg');
    const { url, poolSize, connectTimeoutMs, lockTimeoutMs } = this.#options;
    const settings = {
      connectionString: url,
      application_name: 'wayfold',
      lock_timeout: lockTimeoutMs,
      keepAlive: true,
    };
    /** Connects as soon as it exists. */
    class Connection extends Client {
      constructor() {
        super(settings);
        this.on('error', ignored);
        const stop = startDeadline(connectTimeoutMs, () => this.connection.stream.destroy(noAnswer()));
        this.once('connect', stop).once('end', stop);
      }
    }
    const { host, port, database } = new Client(settings);
    this.#where = `PostgreSQL at ${host}:${port}/${database}`;
    const pool = new Pool({
      Client: Connection,
      max: poolSize,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
      onConnect: (client) => this.#set(client),
    });
    return { pool: pool.on('error', ignored), newClient: () => new Connection() };
  }

  async #set(client: ClientBase): Promise<void> {
    client.setTypeParser(INT8, Number);
    const answer = client.query(SETTINGS, [this.schema]);
    await answeredWithin(this.#options.answerTimeoutMs, answer);
  }

  #session(client: ClientBase): Session {
    const { answerTimeoutMs } = this.#options;
    return {
      query: async <Row>({ slow, ...statement }: Statement, values: readonly unknown[] = []) => {
        const query: QueryConfig = { ...statement, values: [...values] };
        const answerTo = async (asked: QueryConfig) => {
          const answer = client.query(asked);
          return (await (slow ? answer : answeredWithin(answerTimeoutMs, answer))).rows as Row[];
        };
        try {
          return await answerTo(query);
        } catch (error) {
          if (!isOutdatedPlan(error)) throw storeError(this.#where, error);
        }
        // Somebody has changed the table since the statement was prepared.
        const { name: _, ...unprepared } = query;
        try {
          return await answerTo(unprepared);
        } catch (error) {
          throw storeError(this.#where, error);
        }
      },
    };
  }
}

/** Rejects when the server does not answer in time. The connection still waits for the answer, so it is of no more use. */
export function answeredWithin(ms: number, answer: Promise<QueryResult>): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const stop = startDeadline(ms, () => reject(noAnswer()));
    answer.then(resolve, reject).finally(stop);
  });
}

async function inTransaction<T>(
  session: Session,
  where: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  await session.query(BEGIN);
  let result: T;
  try {
    result = await work(session);
  } catch (error) {
    if (!isLost(error)) await session.query(ROLLBACK);
    throw error;
  }
  try {
    await session.query(COMMIT);
  } catch (error) {
    if (!isLost(error)) throw error;
    throw outcomeUnknown(where, 'a change', 'Check whether it was made before you try again.', error);
  }
  return result;
}

/** Retries `work` after a transient failure: a broken connection, a restarting server, a deadlock. */
export async function retried<T>(work: () => Promise<T>, mayRepeat: () => boolean = () => true): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = RETRY_AFTER_MS[attempt];
      // A server that refuses connections is down, unless it was there a moment ago.
      const passing = isPassing(error) || (attempt > 0 && isRefused(error));
      if (pauseMs === undefined || !passing || !mayRepeat()) throw error;
      await wait(pauseMs);
    }
  }
}

/** A lost connection is an event besides the failure of its statement; an idle connection is replaced. */
function ignored(): void {}

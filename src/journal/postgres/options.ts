import { JournalError, shown } from '../error.ts';

/** Connection options for PostgreSQL. */
export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`. Missing parts come from PGHOST, PGUSER, PGPASSWORD and so on. */
  readonly url: string;
  /** The schema for all tables; created if missing. Default: `schema` in the URL's query, or `wayfold`. */
  readonly schema?: string;
  /** The maximum number of pooled connections; default 10. */
  readonly poolSize?: number;
  /** How long to wait for a connection; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** How long a statement may wait for a lock; default 10 s. */
  readonly lockTimeoutMs?: number;
  /**
   * How long to wait for a response before the connection counts as lost; default 60 s. Housekeeping may take
   * longer.
   */
  readonly answerTimeoutMs?: number;
  /** How often to check for appends of a process that died before it could notify; default 5 s. */
  readonly lookMs?: number;
}

// Leaves room in the 63 characters of an identifier for the notification channel's prefix, and needs no quoting.
const SCHEMA = /^[a-z_][a-z0-9_]{0,47}$/;

export function postgresOptions(urlOrOptions: string | PostgresOptions): Required<PostgresOptions> {
  const given = typeof urlOrOptions === 'string' ? { url: urlOrOptions } : urlOrOptions;
  const schema = given.schema ?? schemaIn(given.url) ?? 'wayfold';
  if (!SCHEMA.test(schema)) {
    throw new JournalError('store-failed', {
      expected: 'a schema name of 1 to 48 lower-case letters, digits or "_" that does not start with a digit',
      actual: shown(schema),
      fix: 'Choose another schema: postgresStore({ url, schema }).',
    });
  }
  return {
    poolSize: 10,
    connectTimeoutMs: 5000,
    lockTimeoutMs: 10_000,
    answerTimeoutMs: 60_000,
    lookMs: 5000,
    ...given,
    schema,
  };
}

function schemaIn(url: string): string | undefined {
  const [, value] = /[?&]schema=([^&#]*)/.exec(url) ?? [];
  return value;
}

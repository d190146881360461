import type { LeaseHolder, LeaseSurvey, SessionLeases } from '../session-leases.ts';
import { MAX_ABANDONED } from '../session-leases.ts';
import type { Database, Statement } from './database.ts';

/**
 * A worker that was silent for three seconds and has lost its connection has ended, on whatever machine it was; one that
 * still has it may be slow. What was seen before the server started says nothing about connections.
 */
const IS_ALIVE = `(until > clock_timestamp() AND (
  seen IS NULL OR seen > clock_timestamp() - interval '3 s' OR seen < pg_postmaster_start_time()
  OR EXISTS (SELECT FROM pg_stat_get_activity(backend))))`;

const RENEW: Statement = {
  name: 'renew worker',
  text: `WITH before AS (SELECT ${IS_ALIVE} AS alive FROM workers WHERE worker = $1),
         renewed AS (
           INSERT INTO workers (worker, until, seen, backend)
           VALUES ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp(), pg_backend_pid())
           ON CONFLICT (worker) DO UPDATE
           SET until = excluded.until, seen = excluded.seen, backend = excluded.backend
         )
         SELECT coalesce((SELECT alive FROM before), false) AS alive`,
};

// Sorted, to avoid deadlocks.
const ACQUIRE: Statement = {
  name: 'acquire leases',
  text: `INSERT INTO leases (session, worker) SELECT session, $1 FROM unnest($2::text[]) AS session ORDER BY session
         ON CONFLICT (session) DO UPDATE SET worker = excluded.worker
         WHERE leases.worker = excluded.worker OR NOT EXISTS (
           SELECT FROM workers WHERE workers.worker = leases.worker AND ${IS_ALIVE})
         RETURNING session`,
};

const RELEASE: Statement = {
  name: 'release leases',
  text: 'DELETE FROM leases WHERE session = ANY($2::text[]) AND worker = $1',
};

const ABANDON: Statement = {
  name: 'abandon leases',
  text: `UPDATE leases SET worker = '' WHERE session = ANY($2::text[]) AND worker = $1`,
};

const LEASED: Statement = {
  name: 'leased',
  text: 'SELECT session FROM leases WHERE session = ANY($1::text[])',
};

const HOLDERS: Statement = {
  name: 'lease holders',
  text: `SELECT worker, ${IS_ALIVE} AS "isAlive", (SELECT count(*) FROM leases WHERE leases.worker = workers.worker) AS sessions
         FROM workers ORDER BY worker`,
};

const ABANDONED: Statement = {
  name: 'abandoned leases',
  text: `SELECT session FROM leases WHERE worker NOT IN (SELECT worker FROM workers WHERE ${IS_ALIVE}) LIMIT ${MAX_ABANDONED}`,
};

const DISMISS: Statement = {
  name: 'dismiss worker',
  text: 'DELETE FROM workers WHERE worker = $1',
};

/** Leases in two unlogged tables: a commit does not wait for the disk, and a crash of the server ends all leases. */
export function postgresLeases(db: Pick<Database, 'query'>): SessionLeases {
  return {
    async renew(worker, ttlMs) {
      const [row] = await db.query<{ alive: boolean }>(RENEW, [worker, ttlMs]);
      return row?.alive ?? false;
    },
    async acquire(worker, sessions) {
      const rows = await db.query<{ session: string }>(ACQUIRE, [worker, [...new Set(sessions)]]);
      return rows.map(({ session }) => session);
    },
    async release(worker, sessions, { unfinished = false } = {}) {
      await db.query(unfinished ? ABANDON : RELEASE, [worker, sessions]);
    },
    async leased(sessions) {
      return (await db.query<{ session: string }>(LEASED, [sessions])).map(({ session }) => session);
    },
    async survey(): Promise<LeaseSurvey> {
      const holders = await db.query<LeaseHolder>(HOLDERS);
      const abandoned = await db.query<{ session: string }>(ABANDONED);
      return { holders, abandoned: abandoned.map(({ session }) => session) };
    },
    async dismiss(worker) {
      await db.query(DISMISS, [worker]);
    },
  };
}

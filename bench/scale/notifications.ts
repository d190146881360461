import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openJournal, postgresStore } from '../../src/journal/index.ts';

const APPENDER = fileURLToPath(new URL('appender.ts', import.meta.url));

/** What several processes append a second, and with a notification in each transaction. */
export interface NotificationRate {
  readonly processes: number;
  readonly writers: number;
  readonly afterCommit: number;
  readonly inTransaction: number;
}

/** Appends of several processes to journals of their own. */
export async function notificationRates(
  url: string,
  { seconds, sizes }: { readonly seconds: number; readonly sizes: readonly (readonly [number, number])[] },
): Promise<NotificationRate[]> {
  const after = `${url}?schema=after_commit`;
  const within = `${url}?schema=in_transaction`;
  await notifyWithin(url, within);
  const rates: NotificationRate[] = [];
  for (const [processes, writers] of sizes) {
    // Turn about, so that what else the machine does falls on both.
    const pairs: [number, number][] = [];
    for (let turn = 0; turn < 3; turn++) {
      const name = `${processes}-${writers}-${turn}`;
      const size = { processes, writers, seconds };
      pairs.push([await appendRate(after, name, size), await appendRate(within, name, size)]);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[1] ?? Number.NaN;
    rates.push({
      processes,
      writers,
      afterCommit: median(pairs.map(([rate]) => rate)),
      inTransaction: median(pairs.map(([, rate]) => rate)),
    });
  }
  return rates;
}

/** Makes a store of which every append is told of in its own transaction. */
async function notifyWithin(server: string, url: string): Promise<void> {
  const store = postgresStore(url);
  await openJournal(store, 'first').append([{ type: 'noted' }]);
  await store.close();
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`
    SET search_path TO in_transaction;
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_notify(''bench'', NEW.id); RETURN NEW; END';
    CREATE TRIGGER tell AFTER UPDATE ON journals FOR EACH ROW EXECUTE FUNCTION tell()`);
  await client.end();
}

async function appendRate(
  url: string,
  name: string,
  size: { readonly processes: number; readonly writers: number; readonly seconds: number },
): Promise<number> {
  const started = Array.from({ length: size.processes }, async (_, i) => {
    const args = [APPENDER, url, `${name}-${i}`, `${size.writers}`, `${size.seconds}`];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    return { child, lines };
  });
  const appenders = await Promise.all(started);
  const rates = appenders.map(({ lines }) => once(lines, 'line'));
  for (const { child } of appenders) child.stdin.write('go\n');
  return (await Promise.all(rates)).reduce((sum, [line]) => sum + Number(line), 0);
}

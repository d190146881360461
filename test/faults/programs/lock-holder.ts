/** Takes the write lock of a store, prints `{held: true}`, and keeps it until its input ends or it is killed. */
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const { file } = z.object({ file: z.string() }).parse(JSON.parse(process.argv[2] ?? ''));
const db = new DatabaseSync(file, { timeout: 60_000 });
db.exec('BEGIN IMMEDIATE');
process.stdout.write('{"held":true}\n');
process.stdin.on('end', () => {
  db.exec('ROLLBACK');
  db.close();
});
process.stdin.resume();

/**
 * A process of its own that appends to journals of its own: `node appender.ts URL NAME WRITERS SECONDS`. It prints `ready`,
 * begins when it is sent a line, and prints how many appends it made a second.
 */
import { once } from 'node:events';
import { openJournal, postgresStore } from '../../src/journal/index.ts';

const [url = '', name = '', writers = '', seconds = ''] = process.argv.slice(2);
const store = postgresStore(url);
await openJournal(store, name).append([{ type: 'noted' }]);
console.log('ready');
await once(process.stdin, 'data');

const end = performance.now() + Number(seconds) * 1000;
let appends = 0;
const writing = Array.from({ length: Number(writers) }, async (_, i) => {
  const journal = openJournal(store, `${name}-${i}`);
  for (; performance.now() < end; appends++) await journal.append([{ type: 'noted', text: 'a short note' }]);
});
await Promise.all(writing);
console.log(appends / Number(seconds));
process.stdin.destroy();
await store.close();

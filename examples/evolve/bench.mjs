/** Measures `duplicates`: how often it reads an item, and how many lines it has. A wrong result fails. */
import { readFileSync } from 'node:fs';
import { duplicates } from './duplicates.mjs';

let reads = 0;
const items = Array.from({ length: 200 }, (_, i) => (i * 7919) % 150);
const list = new Proxy(items, {
  get(target, key) {
    if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
    return Reflect.get(target, key);
  },
});
const found = duplicates(list).toSorted((a, b) => a - b);
const counts = new Map();
for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
const expected = [...counts].flatMap(([item, count]) => (count > 1 ? [item] : [])).toSorted((a, b) => a - b);
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error(`Expected ${expected.length} duplicates, got ${found.length}.`);
  process.exit(1);
}
const lines = readFileSync(new URL('./duplicates.mjs', import.meta.url), 'utf8').split('\n').length;
console.log(JSON.stringify({ metrics: { reads, lines } }));

/** Ten lines: a journal takes a fact only where its writer believed the end to be. Run it: node examples/journal.ts */
import { memoryStore, openJournal } from 'wayfold/journal';

const journal = openJournal(memoryStore(), 'trip:lisbon'); // sqliteStore('trips.db') makes it last
const head = await journal.head();

const first = await journal.append([{ type: 'stop_added', city: 'Lisbon' }], { expectedSeq: head });
const second = await journal.append([{ type: 'stop_added', city: 'Porto' }], { expectedSeq: head });
console.log(first.ok, second.ok, second.head); // → true false 1

for (const { seq, type, city } of await journal.facts()) console.log(seq, type, city); // → 1 stop_added Lisbon
console.log((await journal.verify()).ok); // → true

import { exportJournal, memoryStore, openJournal } from '../../src/journal/index.ts';
import { libraryLoan } from '../../src/planners/scenario/fixtures/library-loan.ts';
import { ROUTE_66 } from '../trip-fixture.ts';

async function exportedJournal(): Promise<string> {
  const store = memoryStore();
  const journal = openJournal(store, 'notes');
  const { sha256 } = await journal.attachments.put(new TextEncoder().encode('A file'));
  await journal.append([
    { type: 'note_added', text: 'Hello', file: sha256 },
    { type: 'note_added', text: '' },
  ]);
  await journal.append([{ type: 'note_removed', at: 1 }]);
  const lines = [];
  for await (const line of exportJournal(store, 'notes')) lines.push(line);
  return lines.join('\n');
}

/** A journal as a file, with an attachment and three facts. */
export const EXPORTED_JOURNAL = await exportedJournal();

/** A scenario with a tool of every kind. */
export const SCENARIO = libraryLoan;

/** A trip of two stops, short enough to be read a thousand times. */
export const TRIP = { ...ROUTE_66, anchors: ROUTE_66.anchors.slice(0, 2), days: ROUTE_66.days.slice(0, 2) };

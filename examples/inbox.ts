/**
 * A small application: an inbox at the terminal. Letters come in, the drafter answers them, and nothing leaves the house
 * that you have not approved word for word. Run it: node examples/inbox.ts inbox.db
 *
 * Stop it whenever you like: with a file it goes on where it was, and what was sent is not sent again. Without one
 * everything is kept in memory. With `WAYFOLD_MODEL` and a key a real model writes.
 */
import { createInterface } from 'node:readline';
import { DEFAULT_DRAFTER_CONFIG } from 'wayfold/drafter';
import { approve, type Draft, dismiss, edit, ingest, ledgerOf, type OutgoingMessage } from 'wayfold/harness';
import {
  builtInPlanners,
  createHostSession,
  createRegistry,
  offlineSkillsOf,
  openHostSession,
  type RunningSession,
  runSession,
  type Session,
} from 'wayfold/host';
import { memoryStore, sqliteStore } from 'wayfold/journal';
import { ConflictError } from 'wayfold/kernel';
import { openModel } from 'wayfold/model';

interface Letter {
  readonly id: string;
  readonly from: string;
  readonly text: string;
}

/** A draft that waits, with whom it would go to and what it answers. */
interface Waiting {
  readonly session: Session;
  readonly draft: Draft;
  readonly about: string;
}

const LETTERS: readonly Letter[] = [
  { id: 'mill', from: 'The mill', text: 'Can we bring the flour on Monday?' },
  { id: 'clinic', from: 'The clinic', text: 'Your visit has to move. Is Thursday fine?' },
];
const HELP = '(a)pprove, (e)dit and a text, (d)ismiss, (q)uit, or write what to improve';

const [, , file] = process.argv;
const store = file === undefined ? memoryStore() : sqliteStore(file);
const registry = createRegistry(builtInPlanners());
const llm = openModel(process.env.WAYFOLD_MODEL ?? 'offline', { skills: offlineSkillsOf(builtInPlanners()) });

const running: RunningSession[] = [];
for (const letter of LETTERS) running.push(await correspond(letter));
await readCommands();
for (const session of running) await session.close();
await store.close();

/** One session for each correspondent. A letter that is there already is not taken in twice. */
async function correspond({ id, from, text }: Letter): Promise<RunningSession> {
  const name = `mail:${id}`;
  const isNew = (await store.describe(name)) === undefined;
  const session = isNew
    ? await createHostSession(store, registry, {
        id: name,
        title: from,
        plannerId: 'drafter',
        config: DEFAULT_DRAFTER_CONFIG,
      })
    : await openHostSession(store, registry, name);
  await ingest(session.journal, [
    { type: 'status_changed', a2a: 'input-required' },
    { type: 'remote_received', messageId: `${id}-1`, text },
  ]);
  const post = async (message: OutgoingMessage) => console.log(`Sent to ${from}: ${message.text}`);
  return await runSession(session, { worker: `inbox-${process.pid}`, llm, deliver: post });
}

async function readCommands(): Promise<void> {
  const terminal = createInterface({ input: process.stdin });
  const lines = terminal[Symbol.asyncIterator]();
  for (let next = await nextDraft(); next !== undefined; next = await nextDraft()) {
    const { value: line, done } = await lines.next();
    if (done || line === 'q') break;
    await decide(next, line).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
      console.log('Somebody else has decided on it.');
    });
  }
  terminal.close();
}

/** Shows the first of what waits. */
async function nextDraft(): Promise<Waiting | undefined> {
  for (const session of running) await session.idle();
  const [first, ...others] = await waiting();
  if (first === undefined) console.log('Nothing needs you.');
  else show(first, others.length);
  return first;
}

async function waiting(): Promise<readonly Waiting[]> {
  const all = await Promise.all(
    running.map(async ({ session }) => {
      const { drafts, latestPublic } = await ledgerOf(session.journal);
      const undecided = drafts.open.filter(({ approval }) => approval === undefined);
      return undecided.map((draft) => ({ session, draft, about: latestPublic?.text ?? '' }));
    }),
  );
  return all.flat();
}

function show({ session, draft, about }: Waiting, others: number): void {
  const letter = LETTERS.find(({ id }) => session.journal.id === `mail:${id}`);
  console.log(`\n${letter?.from ?? session.journal.id}${others > 0 ? ` (and ${others} more)` : ''}`);
  console.log(`  they: ${about}`);
  console.log(`  you:  ${draft.text}`);
  console.log(HELP);
}

async function decide({ session: { journal }, draft }: Waiting, line: string): Promise<void> {
  const { composeId, digest } = draft;
  const [, command, text = ''] = /^(a|d|e)(?:\s+(.*))?$/.exec(line.trim()) ?? [];
  if (command === 'a') {
    // By its digest: what was read is what is sent, whoever else is at it.
    await approve(journal, { composeId, digest, by: 'me' });
  } else if (command === 'd') {
    await dismiss(journal, { composeId, by: 'me' });
  } else if (command === 'e' && text !== '') {
    await edit(journal, { composeId, text, by: 'me' });
  } else if (line.trim() !== '') {
    await journal.append([{ type: 'user_guidance', gid: crypto.randomUUID(), text: line.trim(), by: 'me' }]);
  }
}

import { keyReused, placeAfter } from '../append.ts';
import { JournalError } from '../error.ts';
import type { RequestOutcome } from '../group-commit.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { saltedText } from '../integrity/salt.ts';
import type { AppendOutcome, AppendRequest, Tip } from '../store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { type Database, retried, type Statement } from './database.ts';
import { isLost, outcomeUnknown } from './postgres-error.ts';
import { readAll } from './reading.ts';

const APPEND: Statement = {
  name: 'append',
  text: 'SELECT * FROM append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)',
};

/** No channel and no sender: the change is announced after the commit. */
const TOLD_LATER = [null, null];

interface AppendRow {
  readonly outcome: 'written' | 'conflict' | 'repeated' | 'reused';
  readonly tip_seq: number;
  /** `null` if there is no such journal, and so nothing was written. */
  readonly tip_hash: string | null;
  readonly tip_ts: string | null;
  readonly last_seq: number;
}

interface Member {
  readonly place: number;
  readonly request: AppendRequest;
}

/**
 * Writes a group of appends in one commit and settles each. Throws only when the server refused something in it and
 * nothing was written, so that each may be tried alone.
 *
 * When the connection breaks before the answer comes, the group may have been written or not, or may be written a moment
 * later by a server that has yet to notice. An append with a key can be sent again all the same: its key tells the
 * second from the first. So can one with an expected seq: of two that expect the same seq one is written, and the
 * second to arrive finds its own fact in that place. An append with neither could be written twice, so it is not sent
 * again: its caller is told.
 */
export async function appendGroup(
  db: Database,
  feed: ChangeFeed,
  group: readonly AppendRequest[],
): Promise<readonly RequestOutcome<AppendOutcome>[]> {
  const settled: RequestOutcome<AppendOutcome>[] = [];
  let waiting = group.map((request, place): Member => ({ place, request })).sort(byJournal);
  let again = false;

  const send = async (): Promise<AppendRow[]> => {
    let sent = false;
    try {
      return await db.connected((session) => {
        sent = true;
        return session.query<AppendRow>(APPEND, [...TOLD_LATER, ...columnsOf(waiting), again]);
      });
    } catch (error) {
      if (sent && isLost(error)) {
        again = true;
        feed.loseTrack(journalsOf(waiting));
        feed.announceSoon(journalsOf(waiting));
        for (const { place } of waiting.filter((member) => !isRepeatable(member)))
          settled[place] = { error: appendUnknown(db, error) };
        waiting = waiting.filter(isRepeatable);
      }
      throw error;
    }
  };

  try {
    await db.ready();
    const rows = await retried(send, () => waiting.length > 0);
    for (const [i, row] of rows.entries()) {
      const member = waiting[i];
      if (member) settled[member.place] = await settle(db, member.request, row);
    }
    feed.announceSoon(journalsOf(waiting.filter(({ request }, i) => isChange(request, rows[i]))));
    for (const journal of journalsOf(waiting)) feed.notify(journal);
  } catch (error) {
    if (!again && error instanceof JournalError && error.code === 'store-failed') throw error;
    for (const { place } of waiting) settled[place] = { error: again ? appendUnknown(db, error) : error };
  }
  return settled;
}

async function settle(
  db: Database,
  request: AppendRequest,
  row: AppendRow,
): Promise<RequestOutcome<AppendOutcome>> {
  const { journal, facts, key } = request;
  const { tip_seq: seq, tip_hash: hash, tip_ts: ts, last_seq: to } = row;
  switch (row.outcome) {
    case 'written': {
      const tip: Tip = hash === null || ts === null ? EMPTY_TIP : { seq, hash, ts };
      return { value: { ok: true, head: seq + facts.length, facts: placeAfter(tip, request) } };
    }
    case 'conflict':
      return { value: { ok: false, head: seq } };
    case 'repeated':
      try {
        return { value: { ok: true, head: to, facts: await readAll(db, journal, seq + 1, to) } };
      } catch (error) {
        return { error };
      }
    case 'reused':
      return { error: keyReused(journal, key?.name ?? '', { from: seq + 1, to }) };
    default:
      return row.outcome satisfies never;
  }
}

function isChange({ facts }: AppendRequest, row: AppendRow | undefined): boolean {
  return row?.outcome === 'written' && facts.length > 0;
}

function isRepeatable({ request: { key, expectedSeq, facts } }: Member): boolean {
  return key !== undefined || expectedSeq !== undefined || facts.length === 0;
}

function appendUnknown(db: Database, error: unknown): JournalError {
  return outcomeUnknown(
    db.where,
    'an append',
    'Retry it with the same key; without a key, read the journal first to see whether the facts are there.',
    error,
  );
}

function byJournal(a: Member, b: Member): number {
  if (a.request.journal === b.request.journal) return a.place - b.place;
  return a.request.journal < b.request.journal ? -1 : 1;
}

function journalsOf(members: readonly Member[]): Set<string> {
  return new Set(members.map(({ request }) => request.journal));
}

/** The columns that `append` takes for journals, requests and facts. */
function columnsOf(members: readonly Member[]): unknown[] {
  const requests = members.map(({ request }) => request);
  const ofJournals = Map.groupBy(requests, ({ journal }) => journal);
  const facts = requests.flatMap((request) => request.facts);
  const payloads = facts.map((fact) => Buffer.from(saltedText(fact)));
  const sizes = payloads.map(({ length }) => length);
  return [
    [...ofJournals.keys()],
    [...ofJournals.values()].map(({ length }) => length),
    requests.map(({ ts }) => ts),
    requests.map(({ expectedSeq }) => expectedSeq ?? null),
    requests.map(({ key }) => key?.name ?? null),
    requests.map(({ key }) => key?.digest ?? null),
    requests.map((request) => request.facts.length),
    facts.map(({ id }) => id),
    facts.map(({ type }) => type),
    facts.map(({ v }) => v),
    facts.map(({ digest }) => digest),
    startsOf(sizes),
    sizes,
    Buffer.concat(payloads),
  ];
}

/** Where parts of these sizes begin when joined; SQL counts from 1. */
function startsOf(sizes: readonly number[]): number[] {
  const starts: number[] = [];
  let next = 1;
  for (const size of sizes) {
    starts.push(next);
    next += size;
  }
  return starts;
}

/**
 * A handler that decides, and two processes that ask it at the same time. Each wants five seats of a theatre that has
 * six: whichever way they take turns, six are booked and none twice. Run it: node examples/two-writers.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal, sqliteStore } from 'wayfold/journal';
import { type Handler, runHandler } from 'wayfold/kernel';

type Command = { readonly type: 'Book'; readonly by: string };
type Event = { readonly type: 'seat_booked'; readonly seat: number; readonly by: string };

const SEATS = 6;

/** Pure: it is folded from what happened, and says what a command leads to. */
class Theatre implements Handler<Command, Event> {
  booked: number;

  constructor(booked: number) {
    this.booked = booked;
  }

  static fold(events: readonly Event[]): Theatre {
    return new Theatre(events.filter(({ type }) => type === 'seat_booked').length);
  }

  process({ by }: Command): Event[] {
    if (this.booked === SEATS) return [];
    this.booked += 1;
    return [{ type: 'seat_booked', seat: this.booked, by }];
  }
}

const [, , by, file = ''] = process.argv;
if (by === undefined) await watchTwoWriters();
else await book(by, file);

/** What each of the two processes does: it asks five times. */
async function book(by: string, file: string): Promise<void> {
  const store = sqliteStore(file);
  const journal = openJournal(store, 'theatre');
  for (let round = 0; round < 5; round++) {
    await runHandler(journal, {
      name: 'theatre',
      version: 1,
      fold: Theatre.fold,
      command: { type: 'Book', by },
    });
  }
  await store.close();
}

async function watchTwoWriters(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'wayfold-example-'));
  const file = join(directory, 'theatre.db');
  const writers = ['ada', 'grace'].map((name) => fork(import.meta.filename, [name, file]));
  await Promise.all(writers.map((writer) => once(writer, 'exit')));

  const store = sqliteStore(file);
  const journal = openJournal(store, 'theatre');
  const seats = (await journal.facts()).map(({ seat }) => seat);
  console.log(`seats ${seats.join(', ')}`); // → seats 1, 2, 3, 4, 5, 6
  console.log(await journal.verify().then(({ ok }) => (ok ? 'verified' : 'damaged'))); // → verified
  await store.close();
  await rm(directory, { recursive: true });
}

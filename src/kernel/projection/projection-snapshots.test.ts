import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { follow } from './follow.ts';
import type { Projection } from './projection.ts';

interface Count {
  readonly facts: number;
  readonly nativeFrom: number;
}

const SNAPSHOTS = {
  name: 'count',
  version: 1,
  every: 3,
  save: (state: Count) => state,
  // Only what `save` returned comes here.
  restore: (saved: unknown) => saved as Count,
};

/** Counts, and notes the seqs it was given. */
function counting(): { readonly seqs: number[]; readonly projection: Projection<Count> } {
  const seqs: number[] = [];
  const projection: Projection<Count> = {
    initial: ({ nativeFrom }) => ({ facts: 0, nativeFrom }),
    apply({ facts, nativeFrom }, { seq }) {
      seqs.push(seq);
      return { facts: facts + 1, nativeFrom };
    },
  };
  return { seqs, projection };
}

const noted = (count: number) => Array.from({ length: count }, () => ({ type: 'noted' }));

/** A journal of five facts that was followed with snapshots: there is one of it as a whole. */
async function followedBefore() {
  const journal = openJournal(memoryStore(), 'j');
  await journal.append(noted(5));
  await follow(journal, counting().projection, { snapshots: SNAPSHOTS }).catchUp();
  return journal;
}

describe('a projection with snapshots', () => {
  it('starts at the newest one', async () => {
    const journal = await followedBefore();
    await journal.append(noted(1));
    const { seqs, projection } = counting();
    const following = follow(journal, projection, { snapshots: SNAPSHOTS });
    expect(await following.catchUp()).toEqual({ facts: 6, nativeFrom: 1 });
    expect([following.head, seqs]).toEqual([6, [6]]);
  });

  it('saves the next one after the configured number of facts', async () => {
    const journal = await followedBefore();
    const following = follow(journal, counting().projection, { snapshots: SNAPSHOTS });
    await journal.append(noted(2));
    await following.catchUp();
    expect(await journal.loadSnapshot(SNAPSHOTS)).toMatchObject({ seq: 5 });
    await journal.append(noted(1));
    await following.catchUp();
    expect(await journal.loadSnapshot(SNAPSHOTS)).toMatchObject({ seq: 8, state: { facts: 8 } });
  });

  it('of another version starts at the first fact', async () => {
    const journal = await followedBefore();
    const { seqs, projection } = counting();
    await follow(journal, projection, { snapshots: { ...SNAPSHOTS, version: 2 } }).catchUp();
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
  });

  it('folds everything again once something was redacted', async () => {
    const journal = await followedBefore();
    const { seqs, projection } = counting();
    const following = follow(journal, projection, { snapshots: SNAPSHOTS });
    await following.catchUp();
    await journal.redact(2);
    await following.catchUp();
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('notices a recreated journal right after a snapshot', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    await journal.append(noted(5));
    await follow(journal, counting().projection, { snapshots: SNAPSHOTS }).catchUp();
    const following = follow(
      {
        facts: (range) => journal.facts(range),
        loadSnapshot: (wanted) => journal.loadSnapshot(wanted),
      },
      counting().projection,
      { snapshots: SNAPSHOTS },
    );
    await following.catchUp();
    await store.delete('j');
    await journal.append(noted(6));
    expect(await following.catchUp()).toEqual({ facts: 6, nativeFrom: 1 });
  });

  it('does not use the source’s snapshot for a fork', async () => {
    const journal = await followedBefore();
    const fork = await journal.fork(5, 'fork');
    await fork.append(noted(1));
    const following = follow(fork, counting().projection, { snapshots: SNAPSHOTS });
    expect(await following.catchUp()).toEqual({ facts: 6, nativeFrom: 6 });
  });

  it('reaches an earlier moment from the snapshot before it', async () => {
    const journal = await followedBefore();
    await journal.append(noted(2));
    const { seqs, projection } = counting();
    const following = follow(journal, projection, { snapshots: SNAPSHOTS });
    await following.catchUp();
    seqs.length = 0;
    expect(await following.at(6)).toMatchObject({ facts: 6 });
    expect(await following.at(2)).toMatchObject({ facts: 2 });
    expect(seqs).toEqual([6, 1, 2]);
  });

  it('reports everything to listeners when it is folded again, even with a snapshot', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    const other = openJournal(store, 'other');
    await other.append(noted(1));
    await journal.append(noted(5));
    const following = follow(journal, counting().projection, { snapshots: SNAPSHOTS });
    await following.catchUp();
    const reported: number[][] = [];
    following.subscribe(({ facts }) => {
      reported.push(facts.map(({ seq }) => seq));
    });
    await other.redact(1);
    await following.caughtUp();
    following.close();
    expect(reported).toEqual([[1, 2, 3, 4, 5]]);
  });
});

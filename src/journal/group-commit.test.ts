import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommitGroup, GroupCommit } from './group-commit.ts';

const unlimited = { weigh: () => 1, capacity: Number.POSITIVE_INFINITY };

/** A commit that waits to be let through, and remembers its groups. */
function gated() {
  const groups: number[][] = [];
  const gates: (() => void)[] = [];
  const commit: CommitGroup<number, string> = async (group) => {
    groups.push([...group]);
    await new Promise<void>((resolve) => gates.push(resolve));
    return group.map((n) => ({ value: `done ${n}` }));
  };
  const open = async () => {
    while (gates.length === 0) await new Promise((resolve) => setImmediate(resolve));
    gates.shift()?.();
  };
  return { groups, commit, open };
}

describe('group commit', () => {
  it('commits a single request alone', async () => {
    const groups: number[][] = [];
    const commits = new GroupCommit<number, number>((group) => {
      groups.push([...group]);
      return group.map((value) => ({ value }));
    }, unlimited);
    expect(await commits.submit(1)).toBe(1);
    expect(await commits.submit(2)).toBe(2);
    expect(groups).toEqual([[1], [2]]);
  });

  it('lets all waiting requests share the next commit, in order', async () => {
    const { groups, commit, open } = gated();
    const commits = new GroupCommit(commit, unlimited);
    const first = commits.submit(1);
    while (groups.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const rest = [2, 3, 4].map((n) => commits.submit(n));
    await open();
    expect(await first).toBe('done 1');
    await open();
    expect(await Promise.all(rest)).toEqual(['done 2', 'done 3', 'done 4']);
    expect(groups).toEqual([[1], [2, 3, 4]]);
  });

  it('lets requests released by the last commit join the next', async () => {
    const groups: number[] = [];
    const commits = new GroupCommit<number, number>(async (group) => {
      groups.push(group.length);
      return group.map((value) => ({ value }));
    }, unlimited);
    const writer = async () => {
      for (let i = 0; i < 10; i++) await commits.submit(i);
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    expect(groups.every((size) => size === 8)).toBe(true);
  });

  it('limits the weight of a group, but accepts a single heavier request', async () => {
    const groups: number[][] = [];
    const commits = new GroupCommit<number, number>(
      async (group) => {
        groups.push([...group]);
        return group.map((value) => ({ value }));
      },
      { weigh: (n) => n, capacity: 10 },
    );
    await Promise.all([4, 6, 1, 25, 5, 5, 5].map((n) => commits.submit(n)));
    expect(groups).toEqual([[4, 6], [1], [25], [5, 5], [5]]);
  });

  it('settles each request separately', async () => {
    const refusal = new RangeError('odd');
    const commits = new GroupCommit<number, number>(
      (group) => group.map((n) => (n % 2 ? { error: refusal } : { value: n })),
      unlimited,
    );
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => commits.submit(n)));
    expect(outcomes).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: 4 },
    ]);
  });

  it('retries each request alone when a whole group fails', async () => {
    const groups: number[][] = [];
    const commits = new GroupCommit<number, number>(async (group) => {
      groups.push([...group]);
      if (group.includes(3)) throw new RangeError('3 cannot be written');
      return group.map((value) => ({ value }));
    }, unlimited);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => commits.submit(n)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(groups).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
    expect(await commits.submit(5)).toBe(5);
  });

  it('settles a single request synchronously if possible', async () => {
    const groups: number[][] = [];
    const refusal = new RangeError('7');
    const commits = new GroupCommit<number, string>(
      async (group) => {
        groups.push([...group]);
        return group.map((n) => ({ value: `together ${n}` }));
      },
      {
        ...unlimited,
        commitAlone: (n) => {
          if (n === 7) return { error: refusal };
          return n % 2 ? { value: `alone ${n}` } : undefined;
        },
      },
    );
    expect(await commits.submit(1)).toBe('alone 1');
    expect(await commits.submit(2)).toBe('together 2');
    await expect(commits.submit(7)).rejects.toBe(refusal);
    expect(await Promise.all([commits.submit(3), commits.submit(5)])).toEqual(['together 3', 'together 5']);
    expect(await commits.submit(9)).toBe('alone 9');
    expect(groups).toEqual([[2], [3, 5]]);
    await commits.idle();
  });

  it('accepts requests while a single one is being settled', async () => {
    const later: Promise<string>[] = [];
    const commits: GroupCommit<number, string> = new GroupCommit(
      async (group) => group.map((n) => ({ value: `together ${n}` })),
      {
        ...unlimited,
        commitAlone: (n) => {
          if (n === 1) later.push(commits.submit(2), commits.submit(3));
          return { value: `alone ${n}` };
        },
      },
    );
    expect(await commits.submit(1)).toBe('alone 1');
    expect(await Promise.all(later)).toEqual(['together 2', 'together 3']);
    await commits.idle();
  });

  it('releases the requests of a group in the order they came', async () => {
    const released: number[] = [];
    const commits = new GroupCommit<number, number>(
      async (group) => group.map((value) => ({ value })),
      unlimited,
    );
    await Promise.all([1, 2, 3].map((n) => commits.submit(n).then((value) => released.push(value))));
    expect(released).toEqual([1, 2, 3]);
  });

  it('is idle when all is settled', async () => {
    const { commit, open } = gated();
    const commits = new GroupCommit(commit, unlimited);
    await commits.idle();
    const settled: string[] = [];
    void commits.submit(1).then((done) => settled.push(done));
    const idle = commits.idle();
    void commits.submit(2).then((done) => settled.push(done));
    await open();
    await idle;
    expect(settled).toEqual(['done 1', 'done 2']);
  });

  it('settles every request once, in the order of submission, whatever fails', async () => {
    const request = fc.record({
      weight: fc.integer({ min: 1, max: 9 }),
      bad: fc.boolean(),
      late: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request), fc.integer({ min: 1, max: 20 }), async (requests, capacity) => {
        const written: number[] = [];
        const commits = new GroupCommit<number, number>(
          async (group) => {
            if (group.some((i) => requests[i]?.bad)) throw new RangeError('bad');
            written.push(...group);
            return group.map((value) => ({ value }));
          },
          { weigh: (i) => requests[i]?.weight ?? 0, capacity },
        );
        const settled = [];
        for (const [i, { late }] of requests.entries()) {
          settled.push(commits.submit(i).then(String, () => 'refused'));
          if (late) await new Promise((resolve) => setImmediate(resolve));
        }
        expect(await Promise.all(settled)).toEqual(requests.map(({ bad }, i) => (bad ? 'refused' : `${i}`)));
        expect(written).toEqual(requests.flatMap(({ bad }, i) => (bad ? [] : [i])));
        await commits.idle();
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { storeWith } from '../../test/store-with.ts';
import { memoryStore } from '../journal/memory-store.ts';
import type { FactStore, StoredFact } from '../journal/store.ts';
import { factStoreContract } from './fact-store-contract.ts';

/** Runs one group of the contract without a test runner, and returns the names of the tests that failed. */
async function failing(makeStore: () => FactStore, group: string): Promise<string[]> {
  const groups: string[] = [];
  const tests: { name: string; run: () => Promise<void> }[] = [];
  factStoreContract(makeStore, {
    describe: (name, body) => {
      groups.push(name);
      body();
      groups.pop();
    },
    it: (name, run) => groups.at(-1) === group && tests.push({ name, run }),
  });
  expect(tests.length, `tests in group ${group}`).toBeGreaterThan(0);
  const failed: string[] = [];
  for (const { name, run } of tests) await run().catch(() => failed.push(name));
  return failed;
}

function broken(change: (store: FactStore) => Partial<FactStore>): () => FactStore {
  return () => {
    const store = memoryStore();
    return storeWith(store, change(store));
  };
}

async function* changed(facts: AsyncIterable<StoredFact>, change: (fact: StoredFact) => StoredFact) {
  for await (const fact of facts) yield change(fact);
}

const LATE = '9999-12-31T00:00:00.000Z';

describe('the contract of fact stores catches a store', () => {
  const faults: Record<string, [group: string, () => FactStore]> = {
    'that compares nothing': [
      'appending',
      broken((store) => ({ append: ({ expectedSeq: _, ...request }) => store.append(request) })),
    ],
    'that loses updates under concurrency': [
      'appending at once',
      broken((store) => ({ append: ({ expectedSeq: _, ...request }) => store.append(request) })),
    ],
    'whose time goes back': [
      'time',
      broken((store) => ({
        read: async (id, range) =>
          (await store.read(id, range)).map((fact) => ({ ...fact, ts: '2020-01-01T00:00:00.000Z' })),
      })),
    ],
    'that ignores keys': [
      'idempotency keys',
      broken((store) => ({ append: ({ key: _, ...request }) => store.append(request) })),
    ],
    'that takes any facts under a used key': [
      'idempotency keys',
      broken((store) => ({
        append: ({ key, ...request }) =>
          store.append({ ...request, ...(key && { key: { name: key.name, digest: 'same' } }) }),
      })),
    ],
    'whose pages are too long': [
      'reading',
      broken((store) => ({ read: (id, range) => store.read(id, { ...range, limit: range.limit + 1 }) })),
    ],
    'that changes payloads': [
      'payloads are read back exactly',
      broken((store) => ({
        read: async (id, range) =>
          (await store.read(id, range)).map((fact) => ({
            ...fact,
            payload: fact.payload?.normalize('NFC') ?? null,
          })),
      })),
    ],
    'that forks at the head whatever it is told': [
      'a fork',
      broken((store) => ({
        fork: async (fork) =>
          store.fork({ ...fork, at: (await store.describe(fork.source))?.head ?? fork.at }),
      })),
    ],
    'that gives snapshots of any version': [
      'a snapshot',
      broken((store) => ({ loadSnapshot: (id, want) => store.loadSnapshot(id, { ...want, version: 1 }) })),
    ],
    'that gives snapshots beyond the wanted seq': [
      'a snapshot',
      broken((store) => ({
        loadSnapshot: (id, want) => store.loadSnapshot(id, { ...want, atMost: Number.MAX_SAFE_INTEGER }),
      })),
    ],
    'that collects new attachments': [
      'collecting attachments',
      broken((store) => ({ collectAttachments: () => store.collectAttachments(LATE) })),
    ],
    'that keeps the array it was given': [
      'attachments',
      () => {
        const kept = new Map<string, Uint8Array>();
        return storeWith(memoryStore(), {
          putAttachment: async (hash, bytes) => void kept.set(hash, bytes),
          getAttachment: async (hash) => kept.get(hash),
        });
      },
    ],
    'that redacts nothing': ['redaction', broken(() => ({ redact: async () => true }))],
    'that deletes nothing': ['deletion', broken(() => ({ delete: async () => true }))],
    'that restores half of a torn import': [
      'a restored journal',
      broken((store) => ({
        restore: async (id, facts, createdAt) => {
          const read: StoredFact[] = [];
          try {
            for await (const fact of facts) read.push(fact);
          } finally {
            await store.restore(
              id,
              (async function* () {
                yield* read;
              })(),
              createdAt,
            );
          }
        },
      })),
    ],
    'that forges imports': [
      'a restored journal',
      broken((store) => ({
        restore: (id, facts, createdAt) =>
          store.restore(
            id,
            changed(facts, (fact) => ({ ...fact, ts: LATE })),
            createdAt,
          ),
      })),
    ],
    'that lists by prefix as a pattern': [
      'the list of journals',
      broken((store) => ({
        list: async ({ prefix = '', ...page }) =>
          (await store.list({ ...page, limit: 1000 }))
            .filter(({ id }) => new RegExp(`^${prefix.replace('_', '.')}`).test(id))
            .slice(0, page.limit),
      })),
    ],
    'that still works when it is closed': ['a closed store', broken(() => ({ close: async () => {} }))],
  };

  for (const [fault, [group, makeStore]] of Object.entries(faults)) {
    it(fault, async () => {
      expect(await failing(makeStore, group)).not.toEqual([]);
    });
  }
});

describe('the contract of fact stores', () => {
  it('asks for a test runner when there is none', () => {
    expect(() => factStoreContract(memoryStore)).toThrow(
      expect.objectContaining({
        code: 'no-test-runner',
        message: expect.stringContaining('{ describe, it }'),
      }),
    );
  });

  it('uses the global test runner when there is one', () => {
    const described: string[] = [];
    Object.assign(globalThis, { describe: (name: string) => described.push(name), it: () => {} });
    try {
      factStoreContract(memoryStore);
    } finally {
      Reflect.deleteProperty(globalThis, 'describe');
      Reflect.deleteProperty(globalThis, 'it');
    }
    expect(described).toContain('appending');
  });
});

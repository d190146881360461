import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { type TcpProxy, tcpProxy } from '../../../test/tcp-proxy.ts';
import { openJournal } from '../journal.ts';

const note = (text: string) => ({ type: 'note_added', text });

let schema: TestSchema;
let proxy: TcpProxy;

beforeEach(async () => {
  schema = testSchema();
  proxy = await tcpProxy(schema.url);
});

afterEach(async () => {
  await schema.drop();
  await proxy.close();
});

describe('a subscription', () => {
  it('sees every fact once, in order, while its listening connection is killed', async () => {
    const seen: unknown[] = [];
    const end = openJournal(schema.open(), 'j').subscribe({}, (facts) => {
      seen.push(...facts.map(({ text }) => text));
    });
    const writer = openJournal(schema.open(), 'j');
    const texts = Array.from({ length: 60 }, (_, i) => String(i));
    for (const text of texts) {
      if (Number(text) % 20 === 10) {
        await eventually(() => schema.listeners()).toBe(1);
        await schema.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN "wayfold:${schema.schema}"'`,
        );
      }
      await writer.append([note(text)]);
    }
    await eventually(() => seen.length).toBeGreaterThanOrEqual(60);
    expect(seen).toEqual(texts);
    end();
  });

  it('and a watch of all are told after a gap, of journals they could not hear of', async () => {
    const changed = new Set<string>();
    const end = schema.open(proxy.url).watch((journal) => changed.add(journal));
    await eventually(() => schema.listeners()).toBe(1);
    proxy.cut();
    await openJournal(schema.open(), 'quiet').append([note('a')]);
    await eventually(() => changed).toContain('quiet');
    end();
  });

  it('listens only while there is one', async () => {
    const store = schema.open();
    const ends = [store.watch(() => {}), store.watch(() => {}, 'j')];
    await eventually(() => schema.listeners()).toBe(1);
    for (const end of ends) end();
    await eventually(() => schema.listeners()).toBe(0);
    ends.push(store.watch(() => {}));
    await eventually(() => schema.listeners()).toBe(1);
    await store.close();
    await eventually(() => schema.listeners()).toBe(0);
  });

  it('is not woken twice by an append of its own store', async () => {
    const [store, other] = [schema.open(), schema.open()];
    const notified = { own: 0, marker: 0 };
    for (const journal of ['own', 'marker'] as const) {
      store.watch(() => {
        notified[journal] += 1;
      }, journal);
    }
    await eventually(() => schema.listeners()).toBe(1);
    await openJournal(other, 'marker').append([note('all is told of at the start, then this')]);
    await eventually(() => notified.marker).toBe(2);
    const before = notified.own;
    await openJournal(store, 'own').append([note('a')]);
    await openJournal(other, 'marker').append([note('heard after what was committed before')]);
    await eventually(() => notified.marker).toBe(3);
    expect(notified.own).toBe(before + 1);
  });

  it.each(['one journal', 'all journals'])(
    'of %s finds out about an append whose process died before it could tell',
    async (which) => {
      const store = schema.open(schema.url, { lookMs: 200 });
      await openJournal(schema.open(), 'j').append([note('a')]);
      let notified = 0;
      const end = store.watch(
        (journal) => {
          if (journal === 'j') notified += 1;
        },
        which === 'one journal' ? 'j' : undefined,
      );
      await eventually(() => schema.listeners()).toBe(1);
      await eventually(() => notified).toBeGreaterThan(0);
      const before = notified;
      // What an append does to a journal's row, and nothing else.
      await schema.sql("UPDATE journals SET head_ts = head_ts WHERE id = 'j'");
      await eventually(() => notified).toBeGreaterThan(before);
      end();
    },
  );

  it('hears of an append by another store without looking, also after one that wrote nothing', async () => {
    const store = schema.open(schema.url, { lookMs: 2 ** 31 - 1 });
    let notified = 0;
    const end = store.watch(() => {
      notified += 1;
    }, 'j');
    await eventually(() => schema.listeners()).toBe(1);
    const journal = openJournal(schema.open(), 'j');
    for (const text of ['a', 'b', 'c']) {
      const before = notified;
      await journal.append([note('in the wrong place')], { expectedSeq: 99 });
      await journal.append([note(text)]);
      await eventually(() => notified).toBeGreaterThan(before);
    }
    end();
  });

  it('hears of an erasure by another store, in the journal and in every fork that shares the fact', async () => {
    const [store, other] = [schema.open(), schema.open()];
    const source = openJournal(other, 'source');
    await source.append([note('shared'), note('secret')]);
    await source.fork(2, 'sharing');
    await source.fork(1, 'apart');
    const notified = { source: 0, sharing: 0, apart: 0, marker: 0 };
    for (const journal of ['source', 'sharing', 'apart', 'marker'] as const) {
      store.watch(() => {
        notified[journal] += 1;
      }, journal);
    }
    await eventually(() => schema.listeners()).toBe(1);
    await openJournal(other, 'marker').append([note('all is told of at the start, then this')]);
    await eventually(() => notified.marker).toBe(2);
    const before = { ...notified };
    await openJournal(other, 'sharing').redact(2);
    await openJournal(other, 'marker').append([note('heard after what was committed before')]);
    await eventually(() => notified.marker).toBe(3);
    expect(notified).toEqual({
      source: before.source + 1,
      sharing: before.sharing + 1,
      apart: before.apart,
      marker: 3,
    });
    expect(await openJournal(store, 'source').facts()).toMatchObject([
      { text: 'shared' },
      { type: 'redacted' },
      { type: 'fact_erased', erasedSeq: 2 },
    ]);
  });

  it('that throws does not make an append look failed', async () => {
    const store = schema.open();
    const thrown: unknown[] = [];
    const failure = new RangeError('a listener failed');
    const uncaught = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => thrown.push(error));
    try {
      store.watch(() => {
        throw failure;
      }, 'j');
      expect(await openJournal(store, 'j').append([note('a')])).toMatchObject({ ok: true, head: 1 });
      await eventually(() => thrown).toContain(failure);
      await store.close();
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of uncaught) process.on('uncaughtException', listener);
    }
    expect(await openJournal(schema.open(), 'j').head()).toBe(1);
  });
});

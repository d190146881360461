import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { failureOf, type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { type TcpProxy, tcpProxy } from '../../../test/tcp-proxy.ts';
import { type Journal, openJournal } from '../journal.ts';

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

async function textsOf(id: string): Promise<unknown[]> {
  return (await openJournal(schema.open(), id).facts()).map(({ text }) => text);
}

/** A journal with one fact, and a connection to it that is there and has nothing else to do. */
async function begun(): Promise<Journal> {
  await openJournal(schema.open(), 'j').append([note('a')]);
  const journal = openJournal(schema.open(proxy.url), 'j');
  await journal.head();
  return journal;
}

describe('a connection that breaks', () => {
  it('while idle is replaced, unnoticed', async () => {
    const journal = openJournal(schema.open(proxy.url), 'j');
    await journal.append([note('a')]);
    proxy.cut();
    expect((await journal.append([note('b')], { expectedSeq: 1 })).ok).toBe(true);
    proxy.cut();
    expect(await journal.head()).toBe(2);
  });

  for (const loss of ['loseRequest', 'loseAnswer'] as const) {
    it(`(${loss}) repeats an append that has a key, and writes it once`, async () => {
      const journal = await begun();
      proxy[loss]();
      const result = await journal.append([note('b'), note('c')], { key: 'k' });
      expect(result).toMatchObject({ ok: true, head: 3, facts: [{ text: 'b' }, { text: 'c' }] });
      expect(await textsOf('j')).toEqual(['a', 'b', 'c']);
    });

    it(`(${loss}) repeats an append that expects a seq, and writes it once`, async () => {
      const journal = await begun();
      proxy[loss]();
      const result = await journal.append([note('b'), note('c')], { expectedSeq: 1 });
      expect(result).toMatchObject({ ok: true, head: 3, facts: [{ text: 'b' }, { text: 'c' }] });
      expect(await textsOf('j')).toEqual(['a', 'b', 'c']);
    });

    it(`(${loss}) still tells a conflict from an append of its own`, async () => {
      const journal = await begun();
      proxy[loss]();
      expect(await journal.append([note('b')], { expectedSeq: 0 })).toEqual({ ok: false, head: 1 });
    });

    it(`(${loss}) makes an append with neither fail, never twice`, async () => {
      const journal = await begun();
      proxy[loss]();
      const error = await failureOf(journal.append([note('b')]));
      expect(error.code).toBe('store-unreachable');
      expect(error.fix).toContain('same key');
      await eventually(() => textsOf('j')).toEqual(loss === 'loseAnswer' ? ['a', 'b'] : ['a']);
    });

    it(`(${loss}) settles each of a group by what it can know`, async () => {
      const journal = await begun();
      proxy[loss]();
      const [expecting, plain, keyed] = await Promise.allSettled([
        journal.append([note('expecting')], { expectedSeq: 1 }),
        journal.append([note('plain')]),
        journal.append([note('keyed')], { key: 'k' }),
      ]);
      expect(expecting).toMatchObject({ status: 'fulfilled', value: { ok: true, head: 2 } });
      expect(plain).toMatchObject({ status: 'rejected', reason: { code: 'store-unreachable' } });
      expect(keyed).toMatchObject({ status: 'fulfilled', value: { ok: true } });
      const all = ['a', 'expecting', 'plain', 'keyed'];
      expect(await textsOf('j')).toEqual(
        loss === 'loseAnswer' ? all : all.filter((text) => text !== 'plain'),
      );
    });

    it(`(${loss}) repeats a read`, async () => {
      const journal = await begun();
      proxy[loss]();
      expect(await journal.facts()).toHaveLength(1);
    });
  }

  it('with the answer wakes who watches: the fact may be there', async () => {
    const journal = openJournal(schema.open(proxy.url), 'j');
    const seen: unknown[] = [];
    const end = journal.subscribe({}, (facts) => void seen.push(...facts.map(({ text }) => text)));
    await journal.append([note('a')]);
    await eventually(() => seen).toEqual(['a']);
    await eventually(() => schema.listeners()).toBe(1);
    proxy.loseAnswer();
    await failureOf(journal.append([note('b')]));
    await eventually(() => seen).toEqual(['a', 'b']);
    end();
  });

  it('during the commit of a fork leaves its caller to look', async () => {
    const journal = openJournal(schema.open(proxy.url), 'j');
    await journal.append([note('a')]);
    await schema.sql(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
    await schema.sql(`CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON journals DEFERRABLE INITIALLY DEFERRED
                      FOR EACH ROW EXECUTE FUNCTION cut()`);
    const error = await failureOf(journal.fork(1, 'f'));
    expect(error.code).toBe('store-unreachable');
    expect(error.fix).toContain('before you try again');
  });
});

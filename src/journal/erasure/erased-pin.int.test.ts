import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testSchema } from '../../../test/postgres-schema.ts';
import { placeAfter } from '../append.ts';
import { chainHash, EMPTY_TIP, GENESIS_HASH } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { openJournal } from '../journal.ts';
import { sqliteStore } from '../sqlite/sqlite-store.ts';
import type { FactStore, StoredFact } from '../store.ts';
import { exportJournal } from '../transfer/transfer-export.ts';

const PIN = '4711';
const CANDIDATES = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));
const payloadOf = (pin: string) => `{"pin":"${pin}"}`;

/** Tells, erases and forgets a PIN in every way there is: with a salt, and as versions without salts wrote it. */
async function toldAndErased(store: FactStore): Promise<{ lines: string[]; facts: StoredFact[] }> {
  const journal = openJournal(store, 'j');
  await journal.append([{ type: 'pin_told', pin: PIN }], { key: 'telling' });
  await journal.saveSnapshot({ name: 'pins', version: 1, seq: 1, state: [PIN] });
  await journal.redact(1);
  const payload = payloadOf(PIN);
  const old = { id: 'old', type: 'pin_told', v: 1, payload, digest: sha256(payload) };
  async function* unsalted() {
    yield* placeAfter(EMPTY_TIP, { facts: [old, { ...old, id: 'next' }], ts: '2026-01-01T00:00:00.000Z' });
  }
  await store.restore('old', unsalted(), '2026-01-01T00:00:00.000Z');
  await openJournal(store, 'old').fork(2, 'old-fork');
  for (const seq of [1, 2]) await openJournal(store, 'old').redact(seq);
  const [lines, facts]: [string[], StoredFact[]] = [[], []];
  for (const id of ['j', 'old', 'old-fork']) {
    for await (const line of exportJournal(store, id)) lines.push(line);
    facts.push(...(await store.read(id, { from: 1, to: 9, limit: 9 })));
  }
  return { lines, facts };
}

/** Every text of 64 hex digits by which a candidate could be recognised. */
function traces(pin: string, facts: readonly StoredFact[]): string[] {
  const payload = payloadOf(pin);
  const digests = [sha256(payload), sha256(pin), sha256(JSON.stringify(pin)), sha256(JSON.stringify([pin]))];
  const key = sha256(`pin_told\n1\n${sha256(payload)}`);
  const hashes = facts.map((fact) => {
    const before =
      facts.find(({ seq, hash }) => seq === fact.seq - 1 && hash !== fact.hash)?.hash ?? GENESIS_HASH;
    return chainHash(before, { ...fact, digest: sha256(payload) });
  });
  return [...digests, key, ...hashes];
}

/** Every stretch of some length, wherever it begins: columns follow each other without a gap. */
function stretches(texts: readonly string[], length: number): Set<string> {
  const all = new Set<string>();
  for (const text of texts)
    for (let at = 0; at + length <= text.length; at++) all.add(text.slice(at, at + length));
  return all;
}

/** The PINs of which something in these texts tells, as hex digits or as bytes. */
function recognised(texts: readonly string[], facts: readonly StoredFact[]): string[] {
  const [digits, bytes] = [stretches(texts, 16), stretches(texts, 8)];
  const isThere = (trace: string) =>
    digits.has(trace.slice(0, 16)) || bytes.has(Buffer.from(trace, 'hex').toString('latin1', 0, 8));
  return CANDIDATES.filter((pin) => traces(pin, facts).some(isThere));
}

test('a PIN could be found by brute force from an unsalted digest, key or hash', async () => {
  const fact: StoredFact = {
    ...{ seq: 1, id: 'f', ts: 'T', type: 'pin_told', v: 1, payload: null, hash: '' },
    digest: sha256(payloadOf(PIN)),
  };
  for (const trace of traces(PIN, [fact])) {
    expect(recognised([`abc${trace}abc`], [fact])).toEqual([PIN]);
    expect(recognised([Buffer.from(`ab${trace}`, 'hex').toString('latin1')], [fact])).toEqual([PIN]);
  }
});

test('an erased PIN cannot be found by brute force in a SQLite file, its log or an export', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'wayfold-pin-'));
  const store = sqliteStore(join(directory, 'wayfold.db'));
  try {
    const { lines, facts } = await toldAndErased(store);
    const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
    const texts = files.map((bytes) => bytes.toString('latin1'));
    expect(texts.some((text) => text.includes(payloadOf(PIN)))).toBe(false);
    expect(recognised([...texts, ...lines], facts)).toEqual([]);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true });
  }
});

test('an erased PIN cannot be found by brute force in the rows of PostgreSQL', async () => {
  const schema = testSchema();
  const store = schema.open();
  try {
    const { lines, facts } = await toldAndErased(store);
    const rows: string[] = [];
    for (const table of ['facts', 'keys', 'snapshots', 'journals', 'attachments']) {
      const found = await schema.sql<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      rows.push(...found.map(({ row }) => row));
    }
    expect(rows.some((row) => row.includes(payloadOf(PIN)))).toBe(false);
    expect(recognised([...rows, ...lines], facts)).toEqual([]);
  } finally {
    await schema.drop();
  }
});

/**
 * A store of your own, held to the suite that every store has to pass: it encrypts what it keeps in another store, here
 * SQLite, so that a stolen file tells how many facts there are, of which types and when, and nothing else. Run it:
 * node examples/own-store.ts
 */
import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type FactStore,
  hashesIn,
  type NewFact,
  openJournal,
  type StoredFact,
  sqliteStore,
} from 'wayfold/journal';
import { factStoreContract } from 'wayfold/testing';

/** Keeps payloads, snapshots and attachments of `inner` encrypted with a key of 32 bytes. */
function encryptedStore(inner: FactStore, key: Uint8Array): FactStore {
  const shown = (fact: StoredFact): StoredFact => openFact(fact, key);
  return {
    directory: inner.directory,
    async append(request) {
      const facts = request.facts.map((fact) => sealFact(fact, key));
      const outcome = await inner.append({ ...request, facts });
      return outcome.ok ? { ...outcome, facts: outcome.facts.map(shown) } : outcome;
    },
    async read(journal, range) {
      return (await inner.read(journal, range)).map(shown);
    },
    async erasures(journal) {
      return (await inner.erasures(journal)).map(shown);
    },
    async fork(request) {
      await inner.fork({ ...request, records: request.records.map((record) => sealFact(record, key)) });
    },
    async redact({ kept, ...request }) {
      return await inner.redact({
        ...request,
        ...(kept !== undefined && { kept: seal(kept, key) }),
        record: () => sealFact(request.record(), key),
      });
    },
    async restore(journal, facts, createdAt, fork) {
      async function* sealed(): AsyncGenerator<StoredFact> {
        for await (const { payload, kept, ...fact } of facts) {
          yield {
            ...(payload === null ? { ...fact, payload } : sealFact({ ...fact, payload }, key)),
            ...(kept !== undefined && { kept: seal(kept, key) }),
          };
        }
      }
      await inner.restore(journal, sealed(), createdAt, fork);
    },
    async saveSnapshot(journal, snapshot, redactions) {
      await inner.saveSnapshot(journal, { ...snapshot, state: seal(snapshot.state, key) }, redactions);
    },
    async loadSnapshot(journal, want) {
      const snapshot = await inner.loadSnapshot(journal, want);
      return snapshot && { ...snapshot, state: open(snapshot.state, key) };
    },
    async putAttachment(sha256, bytes, createdAt) {
      await inner.putAttachment(sha256, scramble(bytes, sha256, key), createdAt);
    },
    async getAttachment(sha256) {
      const bytes = await inner.getAttachment(sha256);
      return bytes && scramble(bytes, sha256, key);
    },
    describe: (journal) => inner.describe(journal),
    inspect: (journal) => inner.inspect(journal),
    list: (page) => inner.list(page),
    watch: (listener, journal) => inner.watch(listener, journal),
    delete: (journal) => inner.delete(journal),
    redactions: () => inner.redactions(),
    collectAttachments: (before) => inner.collectAttachments(before),
    usage: () => inner.usage(),
    close: () => inner.close(),
  };
}

/**
 * The salt is encrypted too: beside the digest it would let anybody try out short payloads. A store keeps the attachments
 * whose hashes stand in a payload, in quotes: those stay in the open.
 */
function sealFact<F extends NewFact>({ salt, payload, ...fact }: F, key: Uint8Array) {
  return {
    ...fact,
    ...(salt !== undefined && { salt: scrambleSalt(salt, fact.id, key) }),
    payload: JSON.stringify([...hashesIn(payload), seal(payload, key)]),
  };
}

function openFact({ salt, payload, kept, ...fact }: StoredFact, key: Uint8Array): StoredFact {
  return {
    ...fact,
    ...(salt !== undefined && { salt: scrambleSalt(salt, fact.id, key) }),
    payload: payload === null ? null : open(String(JSON.parse(payload).at(-1)), key),
    ...(kept !== undefined && { kept: open(kept, key) }),
  };
}

function scrambleSalt(salt: string, id: string, key: Uint8Array): string {
  return Buffer.from(scramble(Buffer.from(salt, 'hex'), id, key)).toString('hex');
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function seal(text: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function open(sealed: string, key: Uint8Array): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(text).toString('utf8');
}

/** There and back. The name, the hash of a file or the id of a fact, makes it different for each. */
function scramble(bytes: Uint8Array, name: string, key: Uint8Array): Uint8Array {
  const counter = createHash('sha256').update(key).update(name).digest().subarray(0, 16);
  return new Uint8Array(createCipheriv('aes-256-ctr', key, counter).update(bytes));
}

const key = randomBytes(32);

describe('an encrypted store', () => {
  factStoreContract(
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'wayfold-example-'));
      const openStore = () => encryptedStore(sqliteStore(join(directory, 'wayfold.db')), key);
      return {
        store: openStore(),
        second: openStore,
        reopen: openStore,
        cleanUp: () => rm(directory, { recursive: true }),
      };
    },
    { describe, it },
  );

  it('keeps nothing on disk that could be read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'wayfold-example-'));
    const store = encryptedStore(sqliteStore(join(directory, 'wayfold.db')), key);
    await openJournal(store, 'diary').append([{ type: 'thought_noted', text: 'nobody must know' }]);
    const [fact] = await openJournal(store, 'diary').facts();
    assert.equal(fact?.text, 'nobody must know');
    await store.close();
    for (const file of await readdir(directory)) {
      assert.ok(!(await readFile(join(directory, file))).includes('nobody must know'));
    }
    await rm(directory, { recursive: true });
  });
});

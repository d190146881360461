import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';

const ROUNDS = Number(process.env.WAYFOLD_FAULT_ROUNDS ?? 12);
const WRITERS = 4;
const directory = mkdtempSync(join(tmpdir(), 'wayfold-kill-'));
const file = join(directory, 'wayfold.db');
afterAll(() => rmSync(directory, { recursive: true }));

const acknowledgement = z.object({ n: z.number(), head: z.number(), size: z.number() });
const written = z.object({ by: z.string(), n: z.number(), part: z.number() });

/** Runs a writer until it has received `lives` acknowledgements and a random moment more, then kills it. */
async function untilKilled(
  name: string,
  first: number,
  lives: number,
): Promise<z.infer<typeof acknowledgement>[]> {
  const writer: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writer.ts'), file, name, `${first}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const acknowledged: z.infer<typeof acknowledgement>[] = [];
  if (writer.stdout === null) throw new Error('the writer has no output');
  const lines = createInterface({ input: writer.stdout });
  lines.on('line', (line) => {
    acknowledged.push(acknowledgement.parse(JSON.parse(line)));
    if (acknowledged.length === lives) setTimeout(() => writer.kill('SIGKILL'), Math.random() * 10);
  });
  await Promise.all([once(writer, 'exit'), once(lines, 'close')]);
  expect(writer.signalCode).toBe('SIGKILL');
  return acknowledged;
}

test(`what ${WRITERS} writers were told is there, once, after ${ROUNDS} rounds of SIGKILL`, async () => {
  const next = new Map<string, number>();
  const acknowledged: { by: string; n: number; head: number; size: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, w) => {
        const by = `writer${w}`;
        const lives = 1 + Math.floor(Math.random() * 30);
        const received = await untilKilled(by, next.get(by) ?? 0, lives);
        acknowledged.push(...received.map((line) => ({ by, ...line })));
        const last = received.at(-1);
        if (last) next.set(by, last.n + 1);
      }),
    );
  }

  const store = sqliteStore(file);
  const journal = openJournal(store, 'shared');
  const verification = await journal.verify();
  const facts = await journal.facts();
  await store.close();

  expect(verification).toEqual({ ok: true, head: facts.length });
  expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, i) => i + 1));
  const places = new Map<string, number>();
  for (const fact of facts) {
    const { by, n, part } = written.parse(fact);
    expect(places.has(`${by}-${n}-${part}`), `${by} ${n}.${part} is there twice`).toBe(false);
    places.set(`${by}-${n}-${part}`, fact.seq);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WRITERS);
  for (const { by, n, head, size } of acknowledged) {
    const seqs = Array.from({ length: size }, (_, part) => places.get(`${by}-${n}-${part}`));
    expect(seqs).toEqual(seqs.map((_, part) => head - size + 1 + part));
  }
}, 300_000);

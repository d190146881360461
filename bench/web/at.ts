/**
 * Measures how long it takes to show a session as it was: `node bench/web/at.ts [facts]`. Random moments of one session,
 * one after the other, beside folding the whole session each time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noModel } from '../../src/harness/pass/recorded-llm.ts';
import { createRegistry } from '../../src/host/registry.ts';
import { sqliteStore } from '../../src/journal/index.ts';
import { builtInModules } from '../../src/planners/built-in.ts';
import { Sessions } from '../../src/sessions/sessions.ts';
import { Distribution } from '../harness/distribution.ts';
import { exactly, figure } from '../harness/figure.ts';
import { openTalk, writeTalk } from '../passes/talk.ts';

const facts = Number(process.argv[2] ?? 100_000);
const MOMENTS = 200;
const WHOLE = 5;

const directory = await mkdtemp(join(tmpdir(), 'wayfold-at-'));
const store = sqliteStore(join(directory, 'wayfold.db'));
try {
  const journal = openTalk(store);
  await journal.append([{ type: 'session_created', title: 'Talk', plannerId: 'drafter' }]);
  await writeTalk(journal, facts - 1);
  const opened = () => {
    const source = { store: async () => store, existing: async () => store };
    const registry = createRegistry(builtInModules());
    return new Sessions({ source, registry, llm: noModel }).open(journal.id);
  };

  const whole = await timed(WHOLE, async () => (await opened()).view());
  const session = await opened();
  const [first = Number.NaN] = await timed(1, () => session.view(facts));
  const random = new Distribution(
    await timed(MOMENTS, () => session.view(1 + Math.floor(Math.random() * facts))),
  );
  const fold = new Distribution(whole).median;
  console.log(`${exactly(facts)} facts, milliseconds:`);
  console.log(`  folding all of it      ${figure(fold)}`);
  console.log(`  the first moment       ${figure(first)}`);
  console.log(
    `  a random moment        ${figure(random.median)} (p10 ${figure(random.at(0.1))}, p90 ${figure(random.at(0.9))})`,
  );
  console.log(`  a random moment costs  1/${figure(fold / random.median)} of folding all of it`);
} finally {
  await store.close();
  await rm(directory, { recursive: true, force: true });
}

async function timed(times: number, act: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    await act();
    took.push(performance.now() - start);
  }
  return took;
}

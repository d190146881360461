/**
 * A process of its own that works on the conversation `talk` in a SQLite file: `node harness-process.ts FILE ROLE`. It
 * prints `ready`, begins when it is sent a line, and prints what it does as JSON, a line each.
 */
import { once } from 'node:events';
import {
  approve,
  conversationFacts,
  createSender,
  dismiss,
  edit,
  startPlannerController,
} from '../src/harness/index.ts';
import { createPlannerSetup } from '../src/harness/setup/planner-setup.ts';
import { openJournal, sqliteStore } from '../src/journal/index.ts';
import { react } from '../src/kernel/index.ts';

const [file = '', role = '', digest = ''] = process.argv.slice(2);
const store = sqliteStore(file);
const journal = openJournal(store, 'talk', { facts: conversationFacts });
const worker = `${role}-${process.pid}`;
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

process.stdout.write('"ready"\n');
await once(process.stdin, 'data');

if (role === 'decide') {
  const decisions = [
    () => approve(journal, { composeId: 'c1', digest, by: worker }),
    () => dismiss(journal, { composeId: 'c1' }),
    () => edit(journal, { composeId: 'c1', text: worker }),
  ];
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, (_, i) => decisions[i % 3]?.()));
  for (const outcome of outcomes) {
    print(outcome.status === 'fulfilled' ? { won: outcome.value?.facts } : { lost: outcome.reason.code });
  }
}

if (role === 'send') {
  const sender = createSender({
    journal,
    deliver: async ({ messageId, text }) => void print({ delivered: messageId, text }),
  });
  for (const fact of await journal.facts()) {
    if (fact.type === 'compose_approved') await react(journal, sender, fact, { worker });
  }
}

if (role === 'plan' || role === 'hang') {
  const planner = {
    id: 'test',
    name: 'Test',
    async plan() {
      print({ planning: worker });
      if (role === 'hang') await new Promise(() => {});
      return [{ type: 'compose_intent', composeId: `c-${worker}`, text: 'hi' }];
    },
  };
  const setup = createPlannerSetup({ planner, config: undefined, ready: true });
  const controller = startPlannerController({ journal, setup, options: { worker, ttlMs: 1000 } });
  process.stdin.on('end', async () => {
    await controller.close();
    await store.close();
  });
} else {
  process.stdin.destroy();
  await store.close();
}

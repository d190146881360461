/**
 * Plans for conversations until it is killed or its input ends, and prints `{planning}` with the journal each time it is
 * asked for a draft. With a model it answers what the model says.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { conversationFacts, type Planner, startPlannerController } from '../../../src/harness/index.ts';
import { createPlannerSetup } from '../../../src/harness/setup/planner-setup.ts';
import { isGone, workerName } from '../../../src/host/this-process.ts';
import { openJournal, sqliteStore } from '../../../src/journal/index.ts';
import { generateText } from '../../../src/model/answers/answer-check.ts';
import { openModel } from '../../../src/model/open-model.ts';

const { file, journals, thinkMs, model } = z
  .object({
    file: z.string(),
    journals: z.array(z.string()),
    thinkMs: z.number(),
    model: z.object({ url: z.string(), silenceMs: z.number(), retries: z.number() }).optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const store = sqliteStore({ file, lockTimeoutMs: 60_000 });
const llm = model && openModel(model.url, { env: {}, silenceMs: model.silenceMs, retries: model.retries });

const controllers = journals.map((id) => {
  const journal = openJournal(store, id, { facts: conversationFacts });
  const planner: Planner<undefined> = {
    id: 'echo',
    name: 'Echo',
    async plan({ facts }, { newId, llm }) {
      const message = facts.findLast(({ type }) => type === 'remote_received');
      const question = String(message?.text);
      print({ planning: id });
      await wait(thinkMs);
      const text = model
        ? (await generateText(llm, { messages: [{ role: 'user', text: question }] })).text
        : `You said: ${question}`;
      return [{ type: 'compose_intent', composeId: newId('compose'), text }];
    },
  };
  const setup = createPlannerSetup({ planner, config: undefined, ready: true });
  const options = { worker: workerName(), isGone, ...(llm && { llm }) };
  return startPlannerController({ journal, setup, options });
});

process.stdin.on('end', async () => {
  for (const controller of controllers) await controller.close();
  await store.close();
});
process.stdin.resume();

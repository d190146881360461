/**
 * An executor of your own: it carries out tasks, asks when it lacks something, and says which failures pass by
 * themselves. Here it hands letters to a courier who is not always there. Run it: node examples/own-executor.ts
 */
import { runReactors } from 'wayfold/host';
import { memoryStore, openJournal } from 'wayfold/journal';
import { runHandler } from 'wayfold/kernel';
import { type Executor, loadTaskPlan, TaskRunner, taskPlan } from 'wayfold/tasks';

/** Somebody else's service: away at first, and it delivers what it knows the key of only once. */
class Courier {
  readonly delivered = new Map<string, string>();
  #calls = 0;

  async send(letter: string, key: string): Promise<'delivered' | 'away'> {
    this.#calls += 1;
    if (this.#calls === 1) return 'away';
    this.delivered.set(key, letter);
    return 'delivered';
  }
}

const courier = new Courier();
const addresses = new Map([['Ada', '12 Analytical Row']]);

const letters: Executor = {
  name: 'letters',
  async execute({ parameters }, { idempotencyKey, signal, progress }) {
    const [, name = ''] = /letter to (\w+)/.exec(parameters) ?? [];
    // The answer to a question comes back with the task.
    const address = addresses.get(name) ?? /^Answer: (.+)$/m.exec(parameters)?.[1];
    if (address === undefined) {
      return { type: 'needs-clarification', question: `Where does ${name} live?` };
    }
    progress(`to ${name}, ${address}`);
    signal.throwIfAborted();
    // The key stays the same when this task starts again, so that nobody gets two letters.
    const came = await courier.send(`${name}, ${address}`, idempotencyKey);
    return came === 'delivered'
      ? { type: 'completed', result: `Delivered to ${address}` }
      : { type: 'failed', error: 'The courier is away.', failureClass: 'unavailable' };
  },
};

const journal = openJournal(memoryStore(), 'tasks:letters');
await runHandler(journal, {
  ...taskPlan,
  command: {
    type: 'Initialize',
    userInput: 'Send a letter to Ada. Then send a letter to Grace.',
    policy: { retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 10, retryOn: ['unavailable'] } },
  },
});
const runner = new TaskRunner({
  executors: { Processing: letters, ToolCall: letters },
  ask: async (question) => {
    console.log(question); // → Where does Grace live?
    return '1 Compiler Street';
  },
});
const running = await runReactors(journal, [runner], { worker: 'post-office' });
await running.idle();
await running.close();

const { planner } = await loadTaskPlan(journal);
for (const { status, result } of planner.state.tasks) console.log(`${status}: ${result}`);
// → Completed: Delivered to 12 Analytical Row
// → Completed: Delivered to 1 Compiler Street
console.log(courier.delivered.size); // → 2
for (const { type, error } of await journal.facts()) if (type === 'TaskRetryScheduled') console.log(error);
// → The courier is away.

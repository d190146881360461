/**
 * The whole way, through every planner: a plan made of commits is accepted and becomes tasks; the tasks are carried out,
 * one of them breaks, and the repair engine mends the plan; one of them plans a trip over MCP; and all of it is facts that
 * are shown as a board, replayed and forked. Run it: node examples/whole-way.ts
 *
 * Two stand-ins keep it offline: a backend that answers as a coding agent would, and an executor that does the work.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  acceptPlan,
  CommitsConfig,
  commitsEventOf,
  commitsSessionFacts,
  concludePlan,
  foldPlans,
  plansToDecide,
} from 'wayfold/commits';
import { builtInPlanners, createHostSession, createRegistry, runReactors, runSession } from 'wayfold/host';
import { type Journal, openJournal, sqliteStore } from 'wayfold/journal';
import { runHandler } from 'wayfold/kernel';
import { openModel } from 'wayfold/model';
import { repairTaskPlan } from 'wayfold/repair';
import {
  type GivenTask,
  loadTaskPlan,
  Planner,
  TaskRunner,
  type TaskStatus,
  taskEventOf,
  taskPlan,
} from 'wayfold/tasks';
import { codingAgent } from './whole-way/coding-agent.ts';
import { beginRepository } from './whole-way/repository.ts';
import { workshop } from './whole-way/workshop.ts';

const GOAL = 'Make parsing faster, and show it at the meetup in Flagstaff';
const folder = await mkdtemp(join(tmpdir(), 'wayfold-example-'));
const repository = join(folder, 'parser');
const data = join(folder, '.wayfold');
const store = sqliteStore(join(data, 'wayfold.db'));
beginRepository(repository);

console.log('1. A coding agent reads the repository and proposes a plan.');
const registry = createRegistry(builtInPlanners({ commits: { backend: codingAgent, roots: [repository] } }));
const session = await createHostSession(store, registry, {
  id: 'commits:parser',
  title: GOAL,
  plannerId: 'commits',
  config: CommitsConfig.parse({ repository, mode: 'strict' }),
});
const planning = await runSession(session, { worker: 'example', llm: openModel('offline') });
const commits = openJournal(store, 'commits:parser', { facts: commitsSessionFacts });
await commits.append([{ type: 'user_input', text: GOAL }]);
await planning.idle();
await planning.close();
const book = foldPlans((await commits.facts()).flatMap((fact) => commitsEventOf(fact) ?? []));
const proposal = plansToDecide(book)[0]?.proposal;
if (proposal === undefined) throw new Error('No plan was proposed.');
console.log(`   ${proposal.origin}: ${proposal.plan.plan_summary}`);
// → 1. A coding agent reads the repository and proposes a plan.
// →    strict: Cache what was parsed, then show it

console.log('2. Somebody accepts exactly this plan, and it becomes tasks.');
const { tasks } = await acceptPlan(commits, { ...proposal, by: 'ada' });
const first = await begin('tasks:parser', tasks);
console.log(`   ${tasks.length} tasks`);
// → 2. Somebody accepts exactly this plan, and it becomes tasks.
// →    5 tasks

console.log('3. The tasks are carried out, and one of them breaks.');
const trips = new Client({ name: 'whole-way', version: '1.0.0' });
const launcher = fileURLToPath(new URL('bin/wayfold.cjs', import.meta.resolve('wayfold/package.json')));
await trips.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', '--tools', 'trip', '--data', data],
  }),
);
const runner = new TaskRunner({ executors: { Processing: workshop(repository, trips) } });
await carryOut(first);
await showBoard(first);
// → 3. The tasks are carried out, and one of them breaks.
// →    Completed  Write a test: parse.test.js
// →    Failed     Measure the parser: There is no bench.js.
// →    Cancelled  Cache what was parsed
// →    Cancelled  Plan the way to the meetup
// →    Cancelled  Check the whole plan

console.log('4. The repair engine mends the plan: what broke is left out, and nobody waits for it any more.');
const second = await begin('tasks:parser:repaired', await repaired(first));
await carryOut(second);
await showBoard(second);
await concludePlan(commits, { requestId: proposal.requestId, outcome: 'succeeded', note: 'Not measured.' });
// → 4. The repair engine mends the plan: what broke is left out, and nobody waits for it any more.
// →    Task 3: No step is called "2".
// →    Task 5: No step is called "2".
// →    Completed  Cache what was parsed: parse.js
// →    Completed  Plan the way to the meetup: Los Angeles to Flagstaff
// →    Completed  Check the whole plan: the tests pass

console.log('5. Everything is on record, and can be replayed.');
const facts = await first.facts();
const measuring = facts.find(({ type, taskId }) => type === 'TaskDispatched' && taskId === 2)?.seq ?? 0;
const past = Planner.fold((await first.facts({ to: measuring })).flatMap((fact) => taskEventOf(fact) ?? []));
console.log(`   at seq ${measuring}: ${past.state.tasks.map(({ status }) => status).join(', ')}`);
for (const { id } of await store.list({ limit: 100 })) {
  const { ok } = await openJournal(store, id).verify();
  console.log(`   ${id}: ${ok ? 'nobody has changed it' : 'somebody has changed it'}`);
}
// → 5. Everything is on record, and can be replayed.
// →    at seq 6: Completed, Running, Planned, Planned, Planned
// →    commits:parser: nobody has changed it
// →    tasks:parser: nobody has changed it
// →    tasks:parser:repaired: nobody has changed it
// →    trip:meetup: nobody has changed it

console.log('6. What if there had been a bench.js? A fork goes another way from there.');
await copyFile(join(repository, 'parse.js'), join(repository, 'bench.js'));
const fork = await first.fork(measuring, 'tasks:parser:measured');
await carryOut(fork);
await showBoard(fork); // a copy begins nothing by itself
await runHandler(fork, { ...taskPlan, command: { type: 'Redispatch', taskId: 2 } });
await carryOut(fork);
await showBoard(fork);
// → 6. What if there had been a bench.js? A fork goes another way from there.
// →    Completed  Write a test: parse.test.js
// →    Running    Measure the parser
// →    Planned    Cache what was parsed
// →    Planned    Plan the way to the meetup
// →    Planned    Check the whole plan
// →    Completed  Write a test: parse.test.js
// →    Completed  Measure the parser: bench.js
// →    Completed  Cache what was parsed: parse.js
// →    Completed  Plan the way to the meetup: Los Angeles to Flagstaff
// →    Completed  Check the whole plan: the tests pass

await trips.close();
await store.close();
await rm(folder, { recursive: true });

async function begin(id: string, planned: readonly GivenTask[]): Promise<Journal> {
  const journal = openJournal(store, id);
  await journal.append([{ type: 'session_created', title: GOAL, plannerId: 'tasks' }]);
  await runHandler(journal, { ...taskPlan, command: { type: 'Initialize', tasks: planned } });
  return journal;
}

async function carryOut(journal: Journal): Promise<void> {
  const running = await runReactors(journal, [runner], { worker: 'example' });
  await running.idle();
  await running.close();
}

/** What is left of a broken plan, as a plan that can be carried out. */
async function repaired(journal: Journal): Promise<readonly GivenTask[]> {
  const all = (await loadTaskPlan(journal)).planner.state.tasks;
  const is = (id: number, status: TaskStatus) => all.some((task) => task.id === id && task.status === status);
  const left = all.filter(({ id }) => !is(id, 'Completed') && !is(id, 'Failed'));
  const { plan, applied } = repairTaskPlan({
    steps: left.map(({ id, description, dependsOn = [] }) => ({
      id: `${id}`,
      title: description,
      dependsOn: dependsOn.filter((needed) => !is(needed, 'Completed')).map(String),
    })),
  });
  for (const { change, why } of applied) console.log(`   Task ${change.stepId}: ${why}`);
  return plan.steps.map(({ id, title, dependsOn }) => ({
    id: Number(id),
    description: title,
    dependsOn: dependsOn.map(Number),
  }));
}

async function showBoard(journal: Journal): Promise<void> {
  const { planner } = await loadTaskPlan(journal);
  for (const { description, status, result } of planner.state.tasks) {
    const [title = ''] = description.split(/[:\n]/);
    const outcome = status === 'Completed' || status === 'Failed' ? `: ${result}` : '';
    console.log(`   ${status.padEnd(10)} ${title}${outcome}`);
  }
}

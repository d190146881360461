import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Fact, type FactStore, openJournal } from '../../src/journal/index.ts';
import { runHandler } from '../../src/kernel/index.ts';
import { commitsSessionFacts } from '../../src/planners/commits/facts.ts';
import { taskFacts } from '../../src/planners/tasks/facts.ts';
import { taskPlan } from '../../src/planners/tasks/plan/task-plan.ts';
import { GitRepository } from '../cli-stand-ins/git-repository.ts';
import { type FaultSetting, faultInRounds, type Round } from './fault.ts';
import { OneStore } from './one-store.ts';
import { eventuallyHolds, Program } from './program.ts';

const CLI = fileURLToPath(new URL('programs/bad-cli.mjs', import.meta.url));
const BEHAVIOURS = [
  'hang',
  'hang-apart',
  'flood',
  'crash',
  'killed',
  'leave-child',
  'garbage',
  'silent',
  'plan',
] as const;
const TIMEOUT_SECONDS = 2;

/** One store, and a repository that nobody may change. */
class RepositoryAndStore implements AsyncDisposable {
  readonly kept: OneStore;
  readonly repository = new GitRepository();
  readonly base: string;
  readonly logs: string;

  constructor(setting: FaultSetting) {
    this.kept = new OneStore(setting);
    this.base = this.repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
    this.logs = setting.directory;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kept[Symbol.asyncDispose]();
    this.repository.remove();
  }
}

export const badCli = faultInRounds({
  name: 'bad-cli',
  injects: 'programs that hang, flood, crash, say nothing or leave children behind, as planners and as tasks',
  cannotRun: () => (process.platform === 'win32' ? 'Process groups are of Unix.' : undefined),
  begin: (setting) => new RepositoryAndStore(setting),
  async round(shared, round) {
    const { kept, repository, base, logs } = shared;
    const { number, choices, tally } = round;
    const before = repository.state();
    const behaviours = [choices.pick(...BEHAVIOURS), choices.pick(...BEHAVIOURS)] as const;
    // Seconds to sleep that nothing else on this machine sleeps for.
    const mark = `9${process.pid}.${number}${choices.between(100_000, 999_999)}`;
    const [planned, ran] = [`planned-${number}`, `ran-${number}`];
    await askForPlan(kept.store, planned, { repository: repository.directory, base });
    await askForTask(kept.store, ran, `node ${CLI} ${behaviours[1]} ${mark}`);
    tally.acknowledged += 2;
    tally.injected += 2;

    const environment = {
      LOGS_BASE_DIR: logs,
      WORKER_PLANNING_BACKEND: 'command',
      WORKER_PLANNING_COMMAND: `${process.execPath} ${CLI} ${behaviours[0]} ${mark}`,
      WORKER_PLANNING_MAX_ATTEMPTS: '1',
      WORKER_PLANNING_TIMEOUT_SECONDS: `${TIMEOUT_SECONDS}`,
    };
    const worker = new Program({
      name: 'cli-planner',
      options: {
        file: kept.file,
        journals: [planned, ran],
        roots: [repository.directory],
        environment,
        shell: { allow: ['node'], cwd: repository.directory, timeoutMs: TIMEOUT_SECONDS * 1000 },
      },
      line: z.object({ ready: z.literal(true) }),
    });
    const ends = async () => [
      await endsIn(kept.store, planned, ({ type }) => /^plan_(proposed|failed)$/.test(type)),
      await endsIn(kept.store, ran, isEndOfTask),
    ];
    await eventuallyHolds(`${behaviours.join(' and ')} ended`, async () =>
      (await ends()).every((n) => n > 0),
    );
    await worker.end();
    for (const [i, times] of (await ends()).entries()) {
      if (times > 1) tally.duplicated(`${behaviours[i]} has ${times} ends`);
      tally.persisted += 1;
    }
    await auditLeftovers({ mark, behaviours, isChanged: repository.state() !== before }, round);
    for (const id of [planned, ran])
      if (!(await openJournal(kept.store, id).verify()).ok) tally.wrong(`${id} is damaged`);
  },
});

async function askForPlan(
  store: FactStore,
  id: string,
  { repository, base }: { readonly repository: string; readonly base: string },
): Promise<void> {
  const request = {
    type: 'plan_requested',
    requestId: 'r1',
    goal: 'Make parsing 2x faster',
    repository,
    base,
    inspirations: [],
    constraints: [],
    acceptanceCriteria: [],
    coldStart: false,
    backend: 'command',
    mode: 'lenient',
    earlierPlans: [],
  } as const;
  await openJournal(store, id, { facts: commitsSessionFacts }).append([request]);
}

async function askForTask(store: FactStore, id: string, command: string): Promise<void> {
  const tasks = [{ description: `\`${command}\``, kind: 'ToolCall' as const }];
  const initialize = { type: 'Initialize', userInput: '', attachments: [], tasks } as const;
  await runHandler(openJournal(store, id, { facts: taskFacts }), { ...taskPlan, command: initialize });
}

async function endsIn(store: FactStore, id: string, isEnd: (fact: Fact) => boolean): Promise<number> {
  return (await openJournal(store, id).facts()).filter((fact) => isEnd(fact as Fact)).length;
}

function isEndOfTask({ type, status }: Fact): boolean {
  return (
    (type === 'TaskStatusUpdated' && /^(Completed|Failed)$/.test(String(status))) ||
    type === 'ClarificationRequested'
  );
}

/** Nothing runs on, and the repository is as it was. */
async function auditLeftovers(
  {
    mark,
    behaviours,
    isChanged,
  }: { readonly mark: string; readonly behaviours: readonly string[]; readonly isChanged: boolean },
  { tally }: Round,
): Promise<void> {
  const left = () =>
    execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`sleep ${mark}`));
  try {
    await eventuallyHolds('children are gone', () => left().length === 0, 5000);
  } catch {
    tally.wrong(`${behaviours.join(' or ')} left a child behind: ${left().join(', ')}`);
    for (const line of left()) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  }
  if (isChanged) tally.wrong(`the repository was changed by ${behaviours.join(' or ')}`);
}

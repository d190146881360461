import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HostedSessions } from '../../src/host/engine/hosted-sessions.ts';
import { sessionRegistry } from '../../src/host/engine/session-registry.ts';
import { createHostSession } from '../../src/host/session.ts';
import type { FactStore } from '../../src/journal/index.ts';
import { CommitsConfig } from '../../src/planners/commits/config.ts';
import { DEFAULT_DRAFTER_CONFIG } from '../../src/planners/drafter/config.ts';
import { ScenarioConfig } from '../../src/planners/scenario/config.ts';
import { parseScenario } from '../../src/planners/scenario/file/validate-scenario.ts';
import { chosenIn } from '../../src/planners/scenario/turn/side.ts';
import { DEFAULT_TASKS_CONFIG } from '../../src/planners/tasks/config.ts';
import { DEFAULT_TRIP_CONFIG } from '../../src/planners/trip/config.ts';
import { SessionFollower } from './session-follower.ts';
import type { PlannerId } from './turns.ts';

const SCENARIO = new URL('../../examples/scenarios/flour-supply.json', import.meta.url);
const run = promisify(execFile);

/** Begins sessions of every planner, as people who have set them up would. */
export class SessionStarter {
  readonly #store: FactStore;
  readonly #configs: Readonly<Record<PlannerId, unknown>>;
  readonly #hosted: HostedSessions;

  private constructor(
    store: FactStore,
    hosted: HostedSessions,
    configs: Readonly<Record<PlannerId, unknown>>,
  ) {
    this.#store = store;
    this.#hosted = hosted;
    this.#configs = configs;
  }

  /** `folder` gets a small repository for plans from commits. */
  static async prepare(store: FactStore, folder: string): Promise<SessionStarter> {
    const resolvedScenario = parseScenario(await readFile(SCENARIO));
    // It works on none of them itself.
    const hosted = await HostedSessions.open(store, { engine: { wake: () => {}, rest: async () => {} } });
    return new SessionStarter(store, hosted, {
      drafter: DEFAULT_DRAFTER_CONFIG,
      scenario: ScenarioConfig.parse({ ...chosenIn(resolvedScenario, {}), resolvedScenario }),
      tasks: DEFAULT_TASKS_CONFIG,
      commits: CommitsConfig.parse({ repository: await smallRepository(folder), backend: 'model' }),
      trip: DEFAULT_TRIP_CONFIG,
    });
  }

  async begin(id: string, plannerId: PlannerId): Promise<SessionFollower> {
    const store = this.#store;
    const registry = sessionRegistry(async () => store);
    const config = this.#configs[plannerId];
    const session = await createHostSession(store, registry, {
      id,
      title: id,
      plannerId,
      config,
      mode: 'approve',
    });
    await this.#hosted.host(id);
    return new SessionFollower(session);
  }

  async close(): Promise<void> {
    await this.#hosted.close();
  }
}

async function smallRepository(folder: string): Promise<string> {
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=load', '-c', 'user.email=load@example.org', ...args], { cwd: folder });
  await git('init', '--quiet');
  for (const n of [1, 2, 3]) {
    await writeFile(join(folder, 'part.txt'), `part ${n}\n`);
    await git('add', '.');
    await git('commit', '--quiet', '-m', `Write part ${n}`);
  }
  return folder;
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../../../test/cli-stand-ins/git-repository.ts';
import { PLAN } from '../../../test/cli-stand-ins/stand-in.mjs';
import { foldModule } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import type { At, ModuleServices } from '../../harness/module/planner-module.ts';
import { createRegistry } from '../../host/registry.ts';
import { runSession } from '../../host/run-session.ts';
import { createHostSession, type Session } from '../../host/session.ts';
import { memoryStore } from '../../journal/index.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { CommitsConfig } from './config.ts';
import { CommitHistory } from './history/commit-history.ts';
import { commitsModule } from './module.ts';
import { settingsFromEnv } from './settings.ts';

let repository: GitRepository;
beforeEach(() => {
  repository = new GitRepository();
});
afterEach(() => repository.remove());

/** Plans in the repository of the test, by a backend that always answers with the same plan. */
function planning() {
  return commitsModule({
    settings: settingsFromEnv({ LOGS_BASE_DIR: repository.directory }),
    roots: [repository.directory],
    backend: {
      run: async () => ({ command: ['fake'], stdout: JSON.stringify(PLAN), stderr: '', durationSeconds: 0 }),
    },
  });
}

type Planning = ReturnType<typeof planning>;

async function momentIn(module: Planning, { journal }: Session, config: CommitsConfig): Promise<At> {
  const facts = await journal.facts();
  const state = foldModule(module, facts);
  return momentOf(module, { state, config, loaded: undefined, head: facts.length, nativeFrom: 1 });
}

async function historyAt(module: Planning, at: At, input: object): Promise<CommitHistory> {
  const services: ModuleServices = {
    llm: scriptedModel([]),
    config: () => at.config,
    loaded: () => undefined,
    host: { readAttachment: () => Promise.reject(new Error('no attachments')) },
    hud() {},
    signal: new AbortController().signal,
  };
  return CommitHistory.parse(await module.queries.history?.run(at, input, services));
}

async function begin(module: Planning, config: CommitsConfig): Promise<Session> {
  return await createHostSession(memoryStore(), createRegistry([module]), {
    id: 'commits:1',
    title: 'Parsing',
    plannerId: 'commits',
    config,
  });
}

describe('a session with the module', () => {
  it('makes the requested plan, and knows the history it is based on', async () => {
    const first = repository.commit('One');
    const module = planning();
    const config = CommitsConfig.parse({ repository: repository.directory });
    const session = await begin(module, config);
    const running = await runSession(session, { worker: 'w', llm: scriptedModel([]) });
    await session.journal.append([{ type: 'user_input', text: 'Make parsing faster' }]);
    await expect
      .poll(async () => module.waiting(await momentIn(module, session, config)), { timeout: 10_000 })
      .toMatchObject([{ data: { type: 'plan', summary: PLAN.plan_summary } }]);
    await running.close();

    const later = repository.commit('Two');
    const at = await momentIn(module, session, config);
    const [{ id: request = '' } = {}] = module.waiting(at);
    expect((await historyAt(module, at, { request })).base).toEqual({ name: 'HEAD', commitHash: first });
    expect((await historyAt(module, at, {})).base).toEqual({ name: 'HEAD', commitHash: later });
  });
});

describe('the history', () => {
  it('has the unique steps of inspirations, and their ancestors', async () => {
    repository.commit('One');
    const fork = repository.commit('Two');
    repository.git('checkout', '--quiet', '-b', 'idea');
    const idea = repository.commit('Idea');
    repository.git('checkout', '--quiet', 'main');
    const main = repository.commit('Three');
    const config = CommitsConfig.parse({ repository: repository.directory, inspirations: ['idea'] });
    const module = planning();
    const at = await momentIn(module, await begin(module, config), config);
    expect(await historyAt(module, at, {})).toMatchObject({
      base: { name: 'HEAD', commitHash: main },
      inspirations: [{ name: 'idea', commitHash: idea, lca: fork, uniqueSteps: 1 }],
      more: false,
    });
  });

  it('is refused for unknown plans and commits, and outside the allowed directories', async () => {
    repository.commit('One');
    const module = planning();
    const at = async (config: object) => {
      const parsed = CommitsConfig.parse(config);
      return await momentIn(module, await begin(module, parsed), parsed);
    };
    const here = await at({ repository: repository.directory, base: 'nowhere' });
    await expect(historyAt(module, here, {})).rejects.toMatchObject({ code: 'unknown-revision' });
    await expect(historyAt(module, here, { request: 'none' })).rejects.toMatchObject({
      code: 'proposal-not-found',
    });
    const outside = new GitRepository();
    outside.commit('Secret');
    const elsewhere = await at({ repository: outside.directory });
    await expect(historyAt(module, elsewhere, {})).rejects.toMatchObject({ code: 'repository-refused' });
    outside.remove();
  });
});

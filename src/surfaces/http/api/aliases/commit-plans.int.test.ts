import { execFileSync } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { SessionsServer } from '../../../../../test/sessions-server.ts';
import { CommitHistory } from '../../../../planners/commits/history/commit-history.ts';
import { settingsFromEnv } from '../../../../planners/commits/settings.ts';
import { SessionDiff } from '../../../../sessions/compare/session-diff.ts';

const CODEX = fileURLToPath(new URL('../../../../../test/cli-stand-ins/codex', import.meta.url));

let server: SessionsServer;
let repository: GitRepository;
beforeEach(() => {
  repository = new GitRepository();
});
afterEach(async () => {
  await server.stop();
  repository.remove();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const settings = settingsFromEnv({
    ...env,
    WORKER_PLANNING_CODEX_BIN: CODEX,
    LOGS_BASE_DIR: repository.directory,
  });
  const commits = { settings, roots: [repository.directory] };
  server = await SessionsServer.start({ sessions: { builtIn: { commits } } });
}

/** Three commits, and two of another branch after the second. */
function branched() {
  repository.commit('One');
  const fork = repository.commit('Two');
  repository.git('checkout', '--quiet', '-b', 'idea');
  repository.commit('Idea A');
  const idea = repository.commit('Idea B');
  repository.git('checkout', '--quiet', 'main');
  const main = repository.commit('Three');
  return { fork, idea, main };
}

async function historyOf(id: string, request?: string): Promise<CommitHistory> {
  const query = request === undefined ? '' : `?request=${encodeURIComponent(request)}`;
  return CommitHistory.parse((await server.get(`/sessions/${id}/commits/history${query}`)).body);
}

describe('the history behind plans', () => {
  it('has the base, the inspirations with what is unique to them, and the commits that lead there', async () => {
    const { fork, idea, main } = branched();
    await start();
    const config = { repository: repository.directory, inspirations: ['idea'] };
    const id = await server.begin('commits', { config });
    const history = await historyOf(id);
    expect(history).toMatchObject({
      base: { name: 'HEAD', commitHash: main },
      inspirations: [{ name: 'idea', commitHash: idea, lca: fork, uniqueSteps: 2, omitted: 0 }],
      more: false,
    });
    expect(history.commits.map(({ subject }) => subject).toSorted()).toEqual(
      ['Idea A', 'Idea B', 'One', 'Three', 'Two'].toSorted(),
    );
    expect(history.commits.find(({ commitHash }) => commitHash === main)?.parents).toEqual([fork]);
    expect(history.inspirations[0]?.lines.join('\n')).toContain('Idea A');
  });

  it('of a plan stays what it was when branches move on', async () => {
    const { main, idea } = branched();
    await start();
    const config = { repository: repository.directory, inspirations: ['idea'] };
    const id = await server.begin('commits', { config });
    await server.does(id, { type: 'say', text: 'Faster' });
    const { requestId } = await server.waitsFor(id, 'plan');
    const later = repository.commit('Four');
    expect((await historyOf(id)).base.commitHash).toBe(later);
    expect(await historyOf(id, requestId)).toMatchObject({
      base: { name: 'HEAD', commitHash: main },
      inspirations: [{ name: 'idea', commitHash: idea }],
    });
  });

  it('is bounded, says so, and keeps secrets of the machine out', async () => {
    repository.commit('Begin');
    const tree = repository.git('rev-parse', 'HEAD^{tree}');
    let tip = repository.git('rev-parse', 'HEAD');
    for (let i = 0; i < 401; i++) {
      tip = repository.git('commit-tree', tree, '-p', tip, '-m', `Step ${i} sesame-open-123`);
    }
    repository.git('update-ref', 'refs/heads/long', tip);
    await start({ SOME_API_KEY: 'sesame-open-123' });
    const id = await server.begin('commits', {
      config: { repository: repository.directory, base: 'long' },
    });
    const history = await historyOf(id);
    expect(history.commits).toHaveLength(400);
    expect(history.more).toBe(true);
    expect(JSON.stringify(history)).not.toContain('sesame');
  });

  it('is refused outside of the allowed directories, for unknown commits and plans, and for other planners', async () => {
    repository.commit('One');
    await start();
    const outside = new GitRepository();
    try {
      outside.commit('Secret');
      const config = { repository: outside.directory };
      const begun = await server.post('/sessions', { title: 'Outside', plannerId: 'commits', config });
      expect(begun).toMatchObject({ status: 422, fields: { code: 'config-invalid' } });
      expect(Object.keys(Object(begun.fields.fields))).toEqual(['repository']);
      // A place that was allowed may lead elsewhere later.
      const inner = join(repository.directory, 'inner');
      execFileSync('git', ['clone', '--quiet', repository.directory, inner]);
      const elsewhere = await server.begin('commits', { config: { repository: inner } });
      await rm(inner, { recursive: true });
      await symlink(outside.directory, inner);
      const refused = await server.get(`/sessions/${elsewhere}/commits/history`);
      expect(refused.fields.code).toBe('repository-refused');
      expect(JSON.stringify(refused.body)).not.toContain('Secret');
    } finally {
      outside.remove();
    }
    repository.git('branch', 'short-lived');
    const config = { repository: repository.directory, base: 'short-lived' };
    const unknown = await server.begin('commits', { config });
    repository.git('branch', '-D', 'short-lived');
    expect((await server.get(`/sessions/${unknown}/commits/history`)).fields.code).toBe('unknown-revision');
    expect((await server.get(`/sessions/${unknown}/commits/history?request=none`)).status).toBe(404);
    const tasks = await server.begin('tasks');
    expect((await server.get(`/sessions/${tasks}/commits/history`)).status).toBe(400);
  });
});

describe('what differs once a plan was made', () => {
  it('is told by its goal and its steps, without the time and the ids of its attempts', async () => {
    repository.commit('One');
    await start();
    const id = await server.begin('commits', { config: { repository: repository.directory } });
    const { head } = await server.does(id, { type: 'say', text: 'Faster' });
    await server.waitsFor(id, 'plan');
    const { changes } = SessionDiff.parse((await server.get(`/sessions/${id}/diff?from=${head}`)).body);
    expect(changes.map(({ label }) => label)).toEqual(['Plan “Faster”']);
    expect(changes[0]?.after).toMatchObject({ goal: 'Faster', standing: 'proposed', attempts: 1 });
    expect(JSON.stringify(changes)).not.toMatch(/seconds|sha256|digest/i);
  });
});

describe('the tasks of a plan', () => {
  it('begin in a session of their own once it is accepted, which runs, and of which there is one', async () => {
    repository.commit('One');
    await start();
    const id = await server.begin('commits', { config: { repository: repository.directory } });
    await server.does(id, { type: 'say', text: 'Make it faster\nand smaller' });
    const { requestId, digest } = await server.waitsFor(id, 'plan');
    const early = await server.post(`/sessions/${id}/commits/tasks`, { requestId });
    expect(early).toMatchObject({ status: 409, fields: { code: 'conflict' } });

    await server.does(id, { type: 'accept-plan', requestId, digest });
    const begun = await Promise.all(
      [1, 2].map(() => server.post(`/sessions/${id}/commits/tasks`, { requestId })),
    );
    expect(begun.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(begun.map(({ fields }) => fields.id))).toEqual(new Set([`tasks:${requestId}`]));
    expect(begun[0]?.fields).toMatchObject({ title: 'Make it faster', plannerId: 'tasks', hosted: true });
    await eventually(async () => (await server.made(`tasks:${requestId}`)).completed).toBe(true);
    expect((await server.made(`tasks:${requestId}`)).tasks).toHaveLength(3);
  });

  it('are what the plan hands over, like those of every planner', async () => {
    repository.commit('One');
    await start();
    const id = await server.begin('commits', { config: { repository: repository.directory } });
    await server.does(id, { type: 'say', text: 'Make it faster\nand smaller' });
    const { requestId, digest } = await server.waitsFor(id, 'plan');
    expect((await server.session(id)).handsOver).toEqual([]);
    const early = await server.post(`/sessions/${id}/hand-over`, { key: requestId });
    expect(early).toMatchObject({ status: 409, fields: { code: 'conflict' } });
    await server.does(id, { type: 'accept-plan', requestId, digest });
    const [offered] = (await server.session(id)).handsOver;
    expect(offered).toEqual({
      key: requestId,
      to: 'tasks',
      title: 'Make it faster',
      session: `tasks:${requestId}`,
    });
    const begun = await server.post(`/sessions/${id}/hand-over`, { key: requestId });
    expect(begun).toMatchObject({ status: 201, fields: { id: offered?.session, hosted: true } });
  });
});

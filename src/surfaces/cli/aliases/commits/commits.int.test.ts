import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { runCommits } from '../../../../../test/run-commits.ts';
import { openJournal } from '../../../../journal/index.ts';
import { taskSessionFacts } from '../../../../planners/tasks/facts.ts';
import { openStore, storeLocation } from '../../config/store-location.ts';

let repository: GitRepository;
let data: string;

beforeEach(() => {
  repository = new GitRepository();
  repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  data = mkdtempSync(join(tmpdir(), 'wayfold-data-'));
});

afterEach(() => {
  repository.remove();
  rmSync(data, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommits(args, { data, env });

const at = () => ['--repo', repository.directory];
const json = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('plan', () => {
  test('prints the plan with what it rests on, and how to accept it', async () => {
    repository.git('notes', '--ref=metrics', 'add', '-m', '{"speed": 12.5}', 'HEAD');
    const { stdout, stderr } = await run(['plan', '--goal', 'Make parsing 2x faster', ...at()]);
    expect(stdout).toMatch(/^Cache parsed headers\n/);
    expect(stdout).toMatch(/Evidence\n.*\nBase +[0-9a-f]{12} +Add the parser +speed 12\.5\n/);
    expect(stdout).toMatch(
      / s1 {2}Measure\n +Know where time goes\.[\s\S]*- Profile parse\(\)[\s\S]*- `parse\.js`[\s\S]*- A profile is there\.\n/,
    );
    expect(stdout).toContain('s2  Cache (depends on s1)');
    expect(stderr).toMatch(
      /Planning with codex, attempt 1 of 1.*Planned in [\d.]+ s \(strict\).*wayfold commits accept plan-/s,
    );
  });

  test('is one JSON value for machines', async () => {
    const { stdout, stderr } = await run(['plan', '--goal', 'Faster', '--json', ...at()]);
    expect(json(stdout)).toMatchObject([
      {
        plan_id: expect.stringMatching(/^plan-/),
        origin: 'strict',
        base_commit: repository.git('rev-parse', 'HEAD'),
        attempts: 1,
        plan: { plan_summary: 'Cache parsed headers' },
      },
    ]);
    expect(stderr).toBe('');
  });

  test('has the base measured by a program of the current directory, not by one of the commit', async () => {
    const program = (speed: number) => `#!/bin/sh\necho '{"metrics": {"speed": ${speed}}}'\n`;
    repository.commit('Measure', { 'measure.sh': program(1) });
    writeFileSync(join(data, 'measure.sh'), program(2), { mode: 0o755 });
    const evaluator = `./${relative(process.cwd(), join(data, 'measure.sh'))}`;
    const { stdout } = await run(['plan', '--goal', 'Faster', '--evaluator', evaluator, ...at()]);
    expect(stdout).toMatch(/Base .* Measure +speed 2\n/);
  });

  test.each(['', "sh -c 'make it", '["sh"'])('refuses %j as an evaluator', async (evaluator) => {
    await expect(run(['plan', '--goal', 'Faster', '--evaluator', evaluator, ...at()])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--evaluator'),
    });
  });

  test('passes on all that was said', async () => {
    repository.git('checkout', '-q', '-b', 'side');
    repository.commit('An idea');
    repository.git('checkout', '-q', 'main');
    const record = join(data, 'seen.json');
    const metrics = join(data, 'metrics.json');
    writeFileSync(metrics, JSON.stringify({ [repository.git('rev-parse', 'HEAD')]: { speed: 3 } }));
    const options = [
      ...[
        '--goal',
        'The goal',
        '--constraint',
        'First rule',
        '--constraint',
        'Second rule',
        '--accept',
        'It works',
        '--accept',
        ' ',
      ],
      ...[
        '--inspire',
        'side',
        '--metrics',
        metrics,
        '--iteration-hint',
        'Look here',
        '--cold-start',
        '--mode',
        'strict',
      ],
    ];
    await run(['plan', ...options, ...at()], {
      WORKER_PLANNING_EXTRA_ENV: JSON.stringify({ STAND_IN_RECORD: record }),
    });
    const { prompt } = JSON.parse(readFileSync(record, 'utf8'));
    for (const part of [
      '## Cold start',
      'The goal',
      '- First rule\n- Second rule',
      '- It works',
      'Look here',
      'speed = 3',
      '## Inspiration #1',
      'unique_steps_count: 1',
      'Subject: An idea',
    ]) {
      expect(prompt).toContain(part);
    }
  });

  test.each([
    ['a CLI that is not there', { WORKER_PLANNING_CODEX_BIN: 'no-codex-here' }, [], 'backend-missing'],
    [
      'a CLI that is not logged in',
      { WORKER_PLANNING_EXTRA_ENV: '{"STAND_IN_BEHAVIOUR":"not-logged-in"}' },
      [],
      'backend-not-logged-in',
    ],
    ['a base that is not there', {}, ['--base', 'nowhere'], 'unknown-revision'],
    ['a backend that is none', {}, ['--backend', 'codecs'], 'unknown-backend'],
    ['a blank goal', {}, ['--goal', ' '], 'usage'],
  ])('says clearly about %s', async (_, env, options, code) => {
    await expect(run(['plan', '--goal', 'Faster', ...options, ...at()], env)).rejects.toMatchObject({ code });
  });

  test('outside of a repository names the place', async () => {
    await expect(run(['plan', '--goal', 'Faster', '--repo', data])).rejects.toMatchObject({
      code: 'no-work-tree',
      message: expect.stringContaining(data),
    });
  });

  test('without a record leaves none', async () => {
    await run(['plan', '--goal', 'Faster', '--no-record', ...at()]);
    await expect(run(['list'])).rejects.toMatchObject({ code: 'no-data' });
  });
});

describe('deciding', () => {
  const planned = async (): Promise<string> =>
    json((await run(['plan', '--goal', 'Faster', '--json', ...at()])).stdout)[0].plan_id;

  test('a plan is listed, accepted once, and becomes tasks', async () => {
    const planId = await planned();
    const { stdout, stderr } = await run(['list']);
    expect(stdout).toMatch(new RegExp(`${planId} +proposed +[0-9a-f]{12} +Faster`));
    expect(stderr).toMatch(/codex: 1 attempt, 0 failed, [\d.]+ s, 1540 tokens/);
    const accepted = await run(['accept', planId, '--json']);
    expect(json(accepted.stdout)[0]).toMatchObject({
      plan_id: planId,
      tasks: [{ kind: 'Processing' }, { dependsOn: [1] }, {}],
    });
    await expect(run(['reject', planId])).rejects.toMatchObject({ code: 'conflict' });
  });

  test('accepting a plan begins its task plan in one step, and only once', async () => {
    const planId = await planned();
    const [first] = json((await run(['accept', planId, '--start-tasks', '--json'])).stdout);
    expect(first).toMatchObject({ plan_id: planId, task_plan: planId });
    const [again] = json((await run(['accept', planId, '--start-tasks', '--json'])).stdout);
    expect(again).toEqual(first);
    const store = await openStore(storeLocation({ data }), { create: false });
    const facts = await openJournal(store, `tasks:${planId}`, { facts: taskSessionFacts }).facts();
    await store.close();
    expect(facts).toMatchObject([
      { type: 'session_created', title: 'Faster', plannerId: 'tasks' },
      { type: 'planner_configured', plannerId: 'tasks' },
      { type: 'TasksPlanned', tasks: [{ id: 1 }, { id: 2, dependsOn: [1] }, { id: 3, dependsOn: [1, 2] }] },
      { type: 'TaskDispatched', taskId: 1 },
    ]);
  });

  test('a plan that was accepted without tasks gets them later, a rejected one never', async () => {
    const planId = await planned();
    const { stderr } = await run(['accept', planId]);
    expect(stderr).toContain(`wayfold commits accept ${planId} --start-tasks`);
    expect((await run(['accept', planId, '--start-tasks'])).stderr).toContain(
      `wayfold tasks run --resume ${planId}`,
    );
    const other = await planned();
    await run(['reject', other]);
    await expect(run(['accept', other, '--start-tasks'])).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a rejected plan is remembered in the next prompt', async () => {
    const planId = await planned();
    await run(['reject', planId, '--reason', 'No caches here']);
    const record = join(data, 'seen.json');
    await run(['plan', '--goal', 'Faster', ...at()], {
      WORKER_PLANNING_EXTRA_ENV: JSON.stringify({ STAND_IN_RECORD: record }),
    });
    expect(JSON.parse(readFileSync(record, 'utf8')).prompt).toContain(
      'rejected: Cache parsed headers (No caches here)',
    );
  });

  test('a plan can be read again before it is decided on', async () => {
    const planned = await run(['plan', '--goal', 'Faster', '--json', ...at()]);
    const [plan] = json(planned.stdout);
    expect(json((await run(['show', plan.plan_id, '--json'])).stdout)).toEqual([plan]);
    expect((await run(['show', plan.plan_id])).stdout).toMatch(/^Cache parsed headers\n/);
    await expect(run(['show', 'plan-9'])).rejects.toMatchObject({ code: 'proposal-not-found' });
  });

  test('what came of an accepted plan is recorded once, and told to whoever plans next', async () => {
    const planId = await planned();
    const failed = ['conclude', planId, 'failed', '--note', 'It was slower'];
    await expect(run(failed)).rejects.toMatchObject({ code: 'conflict' });
    await run(['accept', planId]);
    expect((await run(failed)).stdout).toBe(`Concluded ${planId}: it failed.\n`);
    await expect(run(['conclude', planId, 'succeeded'])).rejects.toMatchObject({ code: 'conflict' });
    const record = join(data, 'seen.json');
    await run(['plan', '--goal', 'Faster', ...at()], {
      WORKER_PLANNING_EXTRA_ENV: JSON.stringify({ STAND_IN_RECORD: record }),
    });
    expect(JSON.parse(readFileSync(record, 'utf8')).prompt).toContain(
      'failed: Cache parsed headers (It was slower)',
    );
  });

  test('a plan that is not there is not found', async () => {
    await planned();
    await expect(run(['accept', 'plan-9'])).rejects.toMatchObject({ code: 'proposal-not-found' });
  });
});

describe('reading', () => {
  beforeEach(() => {
    repository.git('tag', 'v1');
    for (let i = 1; i <= 20; i++) repository.commit(`Step ${i}`);
  });

  test('a trajectory is shown in lines, or as JSON', async () => {
    const { stdout } = await run(['trajectory', '--base', 'v1', '--tip', 'main', ...at()]);
    expect(stdout).toMatch(/^unique_steps_count: 20, lca: [0-9a-f]{12}\n/);
    const whole = await run(['trajectory', '--base', 'v1', '--tip', 'main', '--json', ...at()]);
    expect(json(whole.stdout)[0]).toMatchObject({
      meta: { uniqueStepsCount: 20, lca: repository.git('rev-parse', 'v1') },
    });
  });

  test('a bare repository has a history like any other', async () => {
    const bare = join(data, 'bare');
    repository.git('clone', '-q', '--bare', '.', bare);
    const { stdout } = await run(['trajectory', '--base', 'v1', '--tip', 'main', '--repo', bare]);
    expect(stdout).toMatch(/^unique_steps_count: 20/);
    expect(json((await run(['cards', '--repo', bare])).stdout)).toHaveLength(21);
    await expect(run(['plan', '--goal', 'Faster', '--repo', bare])).rejects.toMatchObject({
      code: 'no-work-tree',
      fix: expect.stringContaining('git worktree add'),
    });
  });

  test('a shallow clone is told how to get what is missing', async () => {
    const shallow = join(data, 'shallow');
    repository.git('clone', '-q', '--depth', '3', `file://${repository.directory}`, shallow);
    const first = repository.git('rev-parse', 'v1');
    repository.git('-C', shallow, 'fetch', '-q', '--depth', '1', 'origin', first);
    const { stdout, stderr } = await run(['trajectory', '--base', first, '--tip', 'HEAD', '--repo', shallow]);
    expect(stdout).toMatch(/^Trajectory unavailable: /);
    expect(stderr).toContain('git fetch --unshallow');
  });

  test('a secret of the environment in a commit message is not shown', async () => {
    repository.commit('Log in with tok-0123456789');
    const { stdout } = await run(['trajectory', '--base', 'v1', '--tip', 'HEAD', ...at()], {
      MY_TOKEN: 'tok-0123456789',
    });
    expect(stdout).toContain('Log in with [redacted MY_TOKEN]');
  });

  test('cards are JSON lines that a trajectory can be read from', async () => {
    const file = join(data, 'cards.jsonl');
    await run(['cards', '-o', file, ...at()]);
    const [tip, base] = [repository.git('rev-parse', 'main'), repository.git('rev-parse', 'v1')];
    const { stdout } = await run(['trajectory', '--cards', file, '--base', base, '--tip', tip]);
    expect(stdout).toMatch(/^unique_steps_count: 20/);
    const since = await run(['cards', '--since', 'main~2', ...at()]);
    expect(json(since.stdout).map(({ subject }) => subject)).toEqual(['Step 20', 'Step 19']);
  });
});

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CliProcess, type RunResult, runWayfold } from './cli-process.ts';
import { GitRepository } from './cli-stand-ins/git-repository.ts';
import { eventually } from './eventually.ts';
import { answered, NEWEST, Project } from './mcp-client.ts';

const STAND_INS = fileURLToPath(new URL('./cli-stand-ins', import.meta.url));

let repository: GitRepository;
let project: Project;
let bin: string;

beforeEach(async () => {
  repository = new GitRepository();
  repository.commit('Begin', { 'parse.js': 'old\n' });
  project = await Project.create();
  bin = mkdtempSync(join(tmpdir(), 'wayfold-bin-'));
});

afterEach(async () => {
  repository.remove();
  rmSync(bin, { recursive: true, force: true });
  await project.end();
});

/** A coding agent that does the same to every checkout, whatever it is asked. */
function agent(edit: object, behaviour = 'edit'): Record<string, string> {
  const script = [
    '#!/bin/sh',
    `export STAND_IN_BEHAVIOUR=${behaviour} STAND_IN_ANSWER='I changed it.' STAND_IN_EDIT='${JSON.stringify(edit)}'`,
    `exec '${process.execPath}' '${join(STAND_INS, 'codex')}' "$@"`,
  ];
  writeFileSync(join(bin, 'codex'), script.join('\n'));
  chmodSync(join(bin, 'codex'), 0o755);
  return { WORKER_PLANNING_CODEX_BIN: join(bin, 'codex') };
}

function tasks(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RunResult> {
  return runWayfold(['tasks', ...args], options(env));
}

const options = (env: Readonly<Record<string, string>>) => ({
  cwd: repository.directory,
  env: { WAYFOLD_DATA: join(project.directory, '.wayfold'), ...env },
});

const State = z.object({
  completed: z.boolean(),
  tasks: z.array(
    z.looseObject({
      id: z.number(),
      kind: z.string(),
      status: z.string(),
      result: z.string().optional(),
      change: z.looseObject({ digest: z.string(), base: z.string() }).optional(),
      conflict: z.looseObject({ branch: z.string(), files: z.array(z.string()) }).optional(),
    }),
  ),
});

async function onlyPlan(): Promise<string> {
  const { stdout } = await tasks(['list', '--json']);
  return z.object({ id: z.string() }).parse(JSON.parse(stdout.trim())).id;
}

async function stateOf(id: string) {
  return State.parse(JSON.parse((await tasks(['show', id, '--json'])).stdout));
}

async function proposed(text: string, edit: object): Promise<string> {
  const { code, stderr } = await tasks(
    ['run', text, '--executor', 'codex', '--check', 'git --version'],
    agent(edit),
  );
  expect({ code, stderr }).toMatchObject({ code: 7 });
  return await onlyPlan();
}

const file = (name: string) => readFileSync(join(repository.directory, name), 'utf8');
const worktrees = () => repository.git('worktree', 'list').split('\n').length;
const branches = () => repository.git('branch', '--list', 'wayfold-*');

describe('a coding agent', () => {
  it('proposes a change, which is merged when it is approved', async () => {
    const id = await proposed('Add a cache.', { write: { 'parse.js': 'new\n' } });
    expect(file('parse.js')).toBe('old\n');
    const shown = await tasks(['show', id]);
    for (const part of ['+new', 'I changed it.', 'npm test', 'git --version'])
      expect(shown.stdout).toContain(part);
    const approved = await tasks(['approve', id, '1', '--json']);
    expect(JSON.parse(approved.stdout)).toMatchObject({ task: 1, status: 'Completed' });
    expect(file('parse.js')).toBe('new\n');
    expect((await stateOf(id)).completed).toBe(true);
    expect([branches(), worktrees()]).toEqual(['', 1]);
  });

  it('leaves the working tree unchanged if its change is rejected', async () => {
    const before = repository.state();
    const id = await proposed('Add a cache.', { write: { 'parse.js': 'new\n' } });
    const { code } = await tasks(['reject', id, '1', '--reason', 'too early']);
    expect(code).toBe(0);
    expect(repository.state()).toBe(before);
    const [task] = (await stateOf(id)).tasks;
    expect(task).toMatchObject({ status: 'Failed' });
    expect(task?.result).toContain('too early');
  });

  it('fails if its change conflicts, which is kept', async () => {
    const id = await proposed('Add a cache.', { write: { 'parse.js': 'new\n' } });
    repository.commit('Elsewhere', { 'parse.js': 'other\n' });
    const { code, stdout } = await tasks(['approve', id, '1', '--json']);
    expect(code).toBe(7);
    const { conflict } = z
      .looseObject({ conflict: z.object({ branch: z.string() }) })
      .parse(JSON.parse(stdout));
    expect(file('parse.js')).toBe('other\n');
    expect(repository.git('show', `${conflict.branch}:parse.js`)).toBe('new');
  });

  it('is not approved by the digest of another change', async () => {
    const id = await proposed('Add a cache.', { write: { 'parse.js': 'new\n' } });
    const { code, stderr } = await tasks(['approve', id, '1', '--digest', '0'.repeat(64)]);
    expect(code).toBe(4);
    expect(stderr).toContain('[digest-mismatch]');
    expect(file('parse.js')).toBe('old\n');
  });

  it('starts from the approved changes of earlier tasks', async () => {
    const id = await proposed('Write one. Then write two.', { write: { 'one.js': '1\n' } });
    const approved = await tasks(['approve', id, '1']);
    expect(approved.stdout.split('\n').filter(Boolean)).toHaveLength(2);
    const env = agent({ write: { 'two.js': '2\n' } });
    await tasks(['run', '--resume', id, '--executor', 'codex'], env);
    const [, second] = (await stateOf(id)).tasks;
    expect(second?.change?.base).toBe(repository.git('rev-parse', 'HEAD'));
    await tasks(['approve', id, '2']);
    expect([file('one.js'), file('two.js')]).toEqual(['1\n', '2\n']);
  });

  it('can be decided over MCP', async () => {
    const id = await proposed('Add a cache.', { write: { 'parse.js': 'new\n' } });
    const { client } = await project.spawn(NEWEST, '--tools', 'tasks');
    const next = await answered(client, 'tasks_next', { plan_id: id });
    const [change] = z.array(z.object({ task: z.int(), digest: z.string() })).parse(next.changes);
    const done = await answered(client, 'tasks_decide', {
      plan_id: id,
      task: 1,
      digest: change?.digest,
      approve: true,
    });
    expect(done.task).toMatchObject({ status: 'running', change: { approved: true } });
    await tasks(['run', '--resume', id]);
    expect(file('parse.js')).toBe('new\n');
  });
});

describe('configured kinds of tasks', () => {
  const KINDS = {
    UnitTest: { description: 'Writes tests', executor: 'echo', attempts: 3 },
    Review: { executor: 'human' },
  };

  it('are planned from a text, carried out by their executors, and shown', async () => {
    const env = { WAYFOLD_TASK_KINDS: JSON.stringify(KINDS) };
    const { code, stdout } = await tasks(['run', '- UnitTest: cover the parser\n- Review: look at it'], env);
    expect(code).toBe(7);
    expect(stdout).toContain('UnitTest');
    const { tasks: made } = await stateOf(await onlyPlan());
    expect(made.map(({ kind, status }) => [kind, status])).toEqual([
      ['UnitTest', 'Completed'],
      ['Review', 'Running'],
    ]);
  });

  it('that do not exist are refused with the list of known ones', async () => {
    await tasks(['run', 'Write the docs.', '--review']);
    const { code, stderr } = await tasks(['edit', await onlyPlan(), '1', '--kind', 'Refactor']);
    expect(code).toBe(4);
    for (const kind of ['Refactor', 'Processing', 'ToolCall']) expect(stderr).toContain(kind);
  });
});

/** Puts a git on the PATH that kills whoever called it the n-th time, once it has done what it was to do. */
function killingGit(): { env: Record<string, string>; killAt(call: number): void; wasKilled(): boolean } {
  const folder = join(bin, 'killing');
  mkdirSync(folder);
  const [count, at, killed] = ['count', 'at', 'killed'].map((name) => join(folder, name));
  const path = process.env.PATH ?? '';
  const script = `#!/bin/sh
PATH='${path}' git "$@"; code=$?
n=$(($(cat '${count}') + 1)); echo $n > '${count}'
if [ $n -eq $(cat '${at}') ]; then touch '${killed}'; kill -9 $PPID; fi
exit $code
`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  return {
    env: { PATH: `${folder}${delimiter}${path}` },
    killAt(call) {
      writeFileSync(count ?? '', '0\n');
      writeFileSync(at ?? '', `${call}\n`);
      rmSync(killed ?? '', { force: true });
    },
    wasKilled: () => existsSync(killed ?? ''),
  };
}

describe('a process that is killed', () => {
  it('at any git operation leaves no worktree, and merges nothing twice', {
    timeout: 300_000,
  }, async () => {
    const git = killingGit();
    const env = { ...agent({ write: { 'parse.js': 'new\n' } }), ...git.env };
    git.killAt(1);
    await tasks(['run', 'Add a cache.', '--executor', 'codex'], env);
    expect(git.wasKilled()).toBe(true);
    const id = await onlyPlan();
    for (let call = 2; git.wasKilled(); call += 2) {
      git.killAt(call);
      await tasks(['run', '--resume', id, '--executor', 'codex'], env);
    }
    expect((await stateOf(id)).tasks).toMatchObject([{ status: 'NeedsApproval' }]);
    expect([worktrees(), branches().split('\n').length]).toEqual([1, 1]);
    git.killAt(1);
    await tasks(['approve', id, '1'], env);
    for (let call = 2; git.wasKilled(); call += 1) {
      git.killAt(call);
      await tasks(['run', '--resume', id], env);
    }
    expect((await stateOf(id)).tasks).toMatchObject([{ status: 'Completed' }]);
    expect(repository.git('rev-list', '--count', 'HEAD')).toBe('2');
    expect([file('parse.js'), repository.git('status', '--porcelain'), branches()]).toEqual([
      'new\n',
      '',
      '',
    ]);
  });

  it('while its agent works leaves neither the agent nor its checkout behind', async () => {
    const gate = join(bin, 'gate');
    const env = agent({ write: { 'parse.js': 'new\n' }, wait: gate });
    const first = new CliProcess(['tasks', 'run', 'Add a cache.', '--executor', 'codex'], {
      ...options(env),
      input: '',
    });
    await eventually(worktrees).toBe(2);
    await first.end('SIGKILL');
    writeFileSync(gate, '');
    const id = await onlyPlan();
    await tasks(['run', '--resume', id, '--executor', 'codex'], env);
    expect((await stateOf(id)).tasks).toMatchObject([{ status: 'NeedsApproval' }]);
    expect(worktrees()).toBe(1);
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { CODING_AGENTS, type CodingAgentName } from '../../../../machine/agents/agent-names.ts';
import { codingAgent } from '../../../../machine/agents/coding-agent.ts';
import type { ProposedChange } from '../../facts.ts';
import type { ExecutableTask, ExecutionContext } from '../executor.ts';
import { codingAgentExecutor } from './coding-agent.ts';
import { gitChanges } from './git-changes.ts';

const STAND_INS = fileURLToPath(new URL('../../../../../test/cli-stand-ins', import.meta.url));
const TASK: ExecutableTask = {
  id: 3,
  kind: 'Processing',
  description: 'Add a cache',
  parameters: 'Add a cache',
  attachments: [],
  context: 'The parser was measured.',
  brief: {
    objective: 'Twice as fast',
    constraints: ['Do not touch legacy.js'],
    background: [],
    acceptance: ['All tests pass'],
  },
};

let repository: GitRepository;
let place: string;

beforeEach(() => {
  repository = new GitRepository();
  repository.commit('Begin', { 'parse.js': 'old\n', '.env': 'KEY=1\n', '.claude/settings.json': '{}\n' });
  place = mkdtempSync(join(tmpdir(), 'wayfold-agent-'));
});

afterEach(() => {
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

interface Doing {
  readonly agent?: CodingAgentName;
  readonly edit?: object;
  readonly answer?: string;
  readonly behaviour?: string;
  readonly checks?: readonly string[];
  readonly timeoutMs?: number;
}

function executor({
  agent = 'codex',
  edit = {},
  answer = 'I added a cache.',
  behaviour = 'edit',
  ...rest
}: Doing) {
  const backend = codingAgent(agent, {
    env: { [`WORKER_PLANNING_${agent.toUpperCase()}_BIN`]: join(STAND_INS, agent) },
    extraEnv: {
      STAND_IN_BEHAVIOUR: behaviour,
      STAND_IN_EDIT: JSON.stringify(edit),
      STAND_IN_ANSWER: answer,
      STAND_IN_RECORD: join(place, 'seen.json'),
    },
  });
  return codingAgentExecutor({ backend, cwd: repository.directory, ...rest });
}

function context(key = 'k1', signal = new AbortController().signal): ExecutionContext {
  return { signal, idempotencyKey: key, progress: () => undefined };
}

async function proposed(doing: Doing, key?: string, task = TASK): Promise<ProposedChange> {
  const outcome = await executor(doing).execute(task, context(key));
  if (outcome.type !== 'proposed') throw new Error(JSON.stringify(outcome));
  return outcome.change;
}

const worktrees = () => repository.git('worktree', 'list').split('\n').length;
const merger = () => gitChanges({ cwd: repository.directory });

describe.each(CODING_AGENTS)('%s', (agent) => {
  test('changes files in a separate checkout, and describes its change', async () => {
    const before = repository.state();
    const change = await proposed({ agent, edit: { write: { 'parse.js': 'new\n', 'cache.js': 'x\n' } } });
    expect(change).toMatchObject({
      agent,
      summary: 'I added a cache.',
      files: [
        { path: 'cache.js', added: 1, removed: 0 },
        { path: 'parse.js', added: 1, removed: 1 },
      ],
      commands: [{ command: 'npm test' }],
    });
    expect(change.diff).toContain('-old\n+new');
    repository.git('branch', '-D', change.branch);
    expect(repository.state()).toBe(before);
  });

  test('gets the task and the brief, and may write', async () => {
    await proposed({ agent, edit: { write: { 'parse.js': 'new\n' } } });
    const { prompt } = JSON.parse(readFileSync(join(place, 'seen.json'), 'utf8'));
    for (const reported of [
      'Add a cache',
      'Twice as fast',
      'Do not touch legacy.js',
      'All tests pass',
      'was measured',
    ])
      expect(prompt).toContain(reported);
  });
});

test('key files, and files that would make an agent run programs, are neither visible nor part of the change', async () => {
  const change = await proposed({ edit: { write: { 'parse.js': 'new\n', '.env': 'KEY=2\n' } } });
  expect(change.files.map(({ path }) => path)).toEqual(['parse.js']);
});

test('an agent gets only the variables it needs', async () => {
  process.env.SECRET_OF_SOMEBODY = 'hunter22';
  try {
    await proposed({ edit: { write: { 'parse.js': 'new\n' } } });
  } finally {
    delete process.env.SECRET_OF_SOMEBODY;
  }
  expect(readFileSync(join(place, 'seen.json'), 'utf8')).not.toContain('hunter22');
});

test("checks run in the agent's checkout, and their output files are not part of the change", async () => {
  const script = `require('fs').writeFileSync('left.txt', ''); process.exit(require('fs').readFileSync('parse.js', 'utf8') === 'new\\n' ? 0 : 1)`;
  writeFileSync(join(place, 'check.cjs'), script);
  const checks = [`node ${join(place, 'check.cjs')}`, 'node --no-such-option'];
  const change = await proposed({ edit: { write: { 'parse.js': 'new\n' } }, checks });
  expect(change.checks.map(({ passed }) => passed)).toEqual([true, false]);
  expect(change.files.map(({ path }) => path)).toEqual(['parse.js']);
});

test('an agent that changes nothing completes the task with its answer', async () => {
  const outcome = await executor({}).execute(TASK, context());
  expect(outcome).toMatchObject({ type: 'completed' });
  expect(worktrees()).toBe(1);
});

test('an agent that asks hands its question to the task', async () => {
  const outcome = await executor({ answer: 'QUESTION: Which cache?' }).execute(TASK, context());
  expect(outcome).toEqual({ type: 'needs-clarification', question: 'Which cache?' });
});

test.each([
  ['crash', 'crash'],
  ['not-logged-in', 'forbidden'],
  ['hang', 'timeout'],
])('an agent that ends by %s fails, and leaves no worktree', async (behaviour, failureClass) => {
  const outcome = await executor({ behaviour, timeoutMs: 3000 }).execute(TASK, context());
  expect(outcome).toMatchObject({ type: 'failed', failureClass });
  expect(worktrees()).toBe(1);
});

test('an agent that damages its checkout harms nothing, and its change is still visible', async () => {
  const before = repository.state();
  const change = await proposed({ behaviour: 'vandal' });
  expect(change.files.map(({ path }) => path)).toEqual(['parse.js']);
  repository.git('branch', '-D', change.branch);
  expect(repository.state()).toBe(before);
});

test('a repository without a commit is refused', async () => {
  const empty = new GitRepository();
  try {
    const backend = codingAgent('codex', { env: {} });
    const outcome = await codingAgentExecutor({ backend, cwd: empty.directory }).execute(TASK, context());
    expect(outcome).toMatchObject({ type: 'failed', failureClass: 'rejected' });
  } finally {
    empty.remove();
  }
});

describe('merging', () => {
  test('puts the change into the working tree once, however often it is requested', async () => {
    const change = await proposed({ edit: { write: { 'parse.js': 'new\n' }, remove: ['legacy.js'] } });
    expect(await merger().merge(change, TASK)).toMatchObject({ type: 'merged' });
    const head = repository.git('rev-parse', 'HEAD');
    await merger().discard(change);
    expect(await merger().merge(change, TASK)).toMatchObject({ type: 'merged' });
    expect(repository.git('rev-parse', 'HEAD')).toBe(head);
    expect(readFileSync(join(repository.directory, 'parse.js'), 'utf8')).toBe('new\n');
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(repository.git('branch', '--list', 'wayfold-*')).toBe('');
  });

  test('of parallel changes keeps both', async () => {
    const [one, two] = await Promise.all([
      proposed({ edit: { write: { 'one.js': '1\n' } } }, 'k1'),
      proposed({ edit: { write: { 'two.js': '2\n' } } }, 'k2', { ...TASK, id: 4 }),
    ]);
    const outcomes = await Promise.all([merger().merge(one, TASK), merger().merge(two, { ...TASK, id: 4 })]);
    expect(outcomes.map(({ type }) => type)).toEqual(['merged', 'merged']);
    for (const file of ['one.js', 'two.js']) expect(existsSync(join(repository.directory, file))).toBe(true);
  });

  test('keeps uncommitted changes in other files', async () => {
    const change = await proposed({ edit: { write: { 'parse.js': 'new\n' } } });
    repository.write('notes.txt', 'mine\n');
    expect(await merger().merge(change, TASK)).toMatchObject({ type: 'merged' });
    expect(readFileSync(join(repository.directory, 'notes.txt'), 'utf8')).toBe('mine\n');
  });

  test('of a change that conflicts with a commit changes nothing, and names the branch', async () => {
    const change = await proposed({ edit: { write: { 'parse.js': 'new\n' } } });
    repository.commit('Elsewhere', { 'parse.js': 'other\n' });
    const before = repository.state();
    expect(await merger().merge(change, TASK)).toMatchObject({
      type: 'conflict',
      conflict: { branch: change.branch, files: ['parse.js'] },
    });
    expect(repository.state()).toBe(before);
    expect(repository.git('show', `${change.branch}:parse.js`)).toBe('new');
  });

  test('of a change to a file with uncommitted work changes nothing', async () => {
    const change = await proposed({ edit: { write: { 'parse.js': 'new\n' } } });
    repository.write('parse.js', 'mine\n');
    const before = repository.state();
    expect(await merger().merge(change, TASK)).toMatchObject({
      type: 'conflict',
      conflict: { branch: change.branch, files: ['parse.js'] },
    });
    expect(repository.state()).toBe(before);
  });

  test('is left to a process in the repository of the change', async () => {
    const change = await proposed({ edit: { write: { 'parse.js': 'new\n' } } });
    await expect(gitChanges({ cwd: place }).merge(change, TASK)).rejects.toMatchObject({
      name: 'NoPersonAvailable',
    });
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codingAgent } from '../src/machine/agents/coding-agent.ts';
import { codingAgentExecutor } from '../src/planners/tasks/executors/coding-agent/coding-agent.ts';
import { GitRepository } from './cli-stand-ins/git-repository.ts';
import { eventually } from './eventually.ts';
import { SessionsServer } from './sessions-server.ts';

const STAND_INS = fileURLToPath(new URL('./cli-stand-ins', import.meta.url));

let repository: GitRepository;
let server: SessionsServer;
let id: string;

beforeEach(async () => {
  repository = new GitRepository();
  repository.commit('Begin', { 'parse.js': 'old\n' });
  const backend = codingAgent('claude', {
    env: { WORKER_PLANNING_CLAUDE_BIN: join(STAND_INS, 'claude') },
    extraEnv: {
      STAND_IN_BEHAVIOUR: 'edit',
      STAND_IN_ANSWER: 'I changed it.',
      STAND_IN_EDIT: JSON.stringify({ write: { 'parse.js': 'new\n' } }),
    },
  });
  const cwd = repository.directory;
  const executor = codingAgentExecutor({ backend, cwd });
  server = await SessionsServer.start({
    sessions: { builtIn: { tasks: { cwd, kinds: { Processing: { executor } } } } },
  });
  id = await server.begin('tasks', { text: 'Add a cache.' });
});

afterEach(async () => {
  await server.stop();
  repository.remove();
});

const file = () => readFileSync(join(repository.directory, 'parse.js'), 'utf8');
const statuses = async () => (await server.made(id)).tasks.map(({ status }) => status);

it('a change by a coding agent is approved over HTTP and merged', async () => {
  const { taskId, digest } = await server.waitsFor(id, 'task-change');
  const { blocks } = await server.session(id);
  expect(JSON.stringify(blocks)).toContain('+new');
  const wrong = await server.tell(id, { type: 'task-approve', taskId, digest: '0'.repeat(64) });
  expect(wrong).toMatchObject({ status: 409, fields: { code: 'digest-mismatch' } });
  expect(file()).toBe('old\n');
  await server.does(id, { type: 'task-approve', taskId, digest });
  await eventually(statuses).toEqual(['Completed']);
  expect(file()).toBe('new\n');
  const again = await server.tell(id, { type: 'task-reject', taskId, digest });
  expect(again).toMatchObject({ status: 409, fields: { code: 'InvalidCommand' } });
});

it('a change is rejected over HTTP, and the working tree stays unchanged', async () => {
  const { taskId, digest } = await server.waitsFor(id, 'task-change');
  await server.does(id, { type: 'task-reject', taskId, digest, reason: 'too early' });
  expect(await statuses()).toEqual(['Failed']);
  expect(file()).toBe('old\n');
  await eventually(() => repository.git('branch', '--list', 'wayfold-*')).toBe('');
});

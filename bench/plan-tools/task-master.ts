import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { step } from '../../scripts/step.mjs';
import { stepsFrom } from '../journal/plan.ts';
import type { PlanServer } from './plan-server.ts';

const VERSION = '0.43.1';
const CACHE = fileURLToPath(new URL('../../.cache/task-master-ai', import.meta.url));
const Tasks = z.object({
  master: z.object({ tasks: z.array(z.object({ title: z.string(), status: z.string() })) }),
});

/** Without a model it still sets a status, with `set_task_status`, and takes a task that is written out, with `add_task`. */
export const TASK_MASTER: PlanServer = {
  name: `task-master-ai ${VERSION}`,
  keeps: 'in a file',
  launch: async () => {
    await install();
    return {
      program: join(CACHE, 'node_modules', 'task-master-ai', 'dist', 'mcp-server.js'),
      // The smallest set of tools that has both.
      env: { TASK_MASTER_TOOLS: 'standard' },
    };
  },
  begin: async ({ project }, steps) => {
    const tasks = stepsFrom(0, steps).map(({ title, detail }, i) => ({
      id: i + 1,
      title,
      description: detail,
      details: '',
      testStrategy: '',
      status: 'pending',
      dependencies: [],
      priority: 'medium',
      subtasks: [],
    }));
    const created = new Date().toISOString();
    const metadata = { created, updated: created, description: 'Tasks for master context' };
    const folder = join(project, '.taskmaster');
    await mkdir(join(folder, 'tasks'), { recursive: true });
    // The machine may be offline, and then its telemetry would wait for an answer.
    await writeFile(join(folder, 'config.json'), JSON.stringify({ global: { anonymousTelemetry: false } }));
    await writeFile(tasksFile(project), JSON.stringify({ master: { tasks, metadata } }, undefined, 2));
  },
  markDone: async ({ project, call }, index) => {
    await call('set_task_status', { id: String(index + 1), status: 'done', projectRoot: project });
  },
  addStep: async ({ project, call }, { title, detail }) => {
    await call('add_task', { title, description: detail, projectRoot: project });
  },
  read: async ({ project }) => {
    const { master } = Tasks.parse(JSON.parse(await readFile(tasksFile(project), 'utf8')));
    return master.tasks.map(({ title, status }) => ({ title, done: status === 'done' }));
  },
};

function tasksFile(project: string): string {
  return join(project, '.taskmaster', 'tasks', 'tasks.json');
}

/** It brings hundreds of packages, 0.8 GB: too much to give to everybody who installs the other peers. */
async function install(): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: { 'task-master-ai': VERSION } });
  const installed = join(CACHE, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, 'package.json'), wanted);
  await step('Installing task-master-ai', {
    file: 'npm',
    args: ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'],
    cwd: CACHE,
    shell: process.platform === 'win32',
  });
  await writeFile(installed, wanted);
}

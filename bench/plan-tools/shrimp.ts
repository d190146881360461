import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { stepsFrom } from '../journal/plan.ts';
import type { PlanServer } from './plan-server.ts';

const Tasks = z.object({ tasks: z.array(z.object({ name: z.string(), status: z.string() })) });
const SUMMARY = 'Finished as planned; the tests pass and the work was read by a second person.';

/** A task that is in progress is done with `verify_task`; a new one comes with `split_tasks`, mode `append`. */
export const SHRIMP: PlanServer = {
  name: 'mcp-shrimp-task-manager',
  keeps: 'in a file',
  launch: async () => ({
    program: fileURLToPath(import.meta.resolve('mcp-shrimp-task-manager/dist/index.js')),
    env: { TEMPLATES_USE: 'en' },
  }),
  begin: async ({ project }, steps) => {
    const now = new Date().toISOString();
    const tasks = stepsFrom(0, steps).map(({ title, detail }, i) => ({
      id: idOf(i),
      name: title,
      description: detail,
      status: 'in_progress',
      dependencies: [],
      createdAt: now,
      updatedAt: now,
      implementationGuide: title,
    }));
    await mkdir(join(project, 'data'), { recursive: true });
    await writeFile(tasksFile(project), JSON.stringify({ tasks }, undefined, 2));
  },
  markDone: async ({ call }, index) => {
    await call('verify_task', { taskId: idOf(index), summary: SUMMARY, score: 100 });
  },
  addStep: async ({ call }, { title, detail }) => {
    const tasks = [{ name: title, description: detail, implementationGuide: title }];
    await call('split_tasks', { updateMode: 'append', tasksRaw: JSON.stringify(tasks) });
  },
  read: async ({ project }) => {
    const { tasks } = Tasks.parse(JSON.parse(await readFile(tasksFile(project), 'utf8')));
    return tasks.map(({ name, status }) => ({ title: name, done: status === 'completed' }));
  },
};

/** Where it keeps its tasks in the first of the client's folders. */
function tasksFile(project: string): string {
  return join(project, 'data', 'tasks.json');
}

/** It takes UUIDs of version 4 only. */
function idOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

import { describe, expect, it } from 'vitest';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { importPlan } from './plan-files.ts';

const section = () => new PlanningToolsSection({ session: new Session() });
const imported = async (file: unknown, tag?: string) =>
  (await importPlan(section(), JSON.stringify(file), undefined, { tag })).plan;

const setup = {
  id: 1,
  title: 'Initialize Repo',
  description: 'Create a new repository, set up initial structure.',
  status: 'done',
  dependencies: [],
  priority: 'high',
  details: 'Use GitHub.',
  testStrategy: 'Deploy and call endpoint.',
  subtasks: [],
};
const auth = {
  id: 2,
  title: 'Authentication',
  description: '',
  status: 'in-progress',
  dependencies: [1],
  priority: 'medium',
  subtasks: [
    { id: 1, title: 'Configure OAuth', description: 'Client id', status: 'pending', dependencies: [] },
    { id: 2, title: 'Session token', status: 'deferred', dependencies: [1, '1'], details: '' },
  ],
};

const expected = [
  {
    stepId: 'S001',
    title: 'Initialize Repo',
    details: 'Create a new repository, set up initial structure.',
    status: 'done',
    notes: ['Use GitHub.', 'Test: Deploy and call endpoint.', 'Priority: high.'],
  },
  {
    stepId: 'S002',
    title: 'Authentication',
    details: null,
    status: 'in_progress',
    notes: [],
    blockedBy: ['S001'],
  },
  {
    stepId: 'S003',
    title: 'Configure OAuth',
    details: 'Client id',
    status: 'pending',
    notes: [],
    parent: 'S002',
  },
  {
    stepId: 'S004',
    title: 'Session token',
    details: null,
    status: 'blocked',
    notes: ['Deferred.'],
    parent: 'S002',
    blockedBy: ['S003'],
  },
];

describe('a tasks.json of task-master', () => {
  it('is read in its legacy form', async () => {
    const file = { tasks: [setup, auth], metadata: { projectName: 'Shop', totalTasks: 2 } };
    expect(await imported(file)).toEqual({ objective: 'Shop', status: 'active', steps: expected });
  });

  it('is read in its tagged form, by tag', async () => {
    const metadata = { created: '2026-01-01', description: 'Tasks for master context' };
    const file = {
      'feature-x': { tasks: [{ id: '7', title: 'Only here' }] },
      master: { tasks: [setup, auth], metadata },
    };
    expect(await imported(file, 'master')).toEqual({
      objective: 'Tasks for master context',
      status: 'active',
      steps: expected,
    });
    expect(await imported(file, 'feature-x')).toMatchObject({
      objective: 'Tasks of feature-x',
      steps: [{ stepId: 'S001', title: 'Only here', status: 'pending' }],
    });
  });

  it('is read from its only tag, and refused if the tag is ambiguous', async () => {
    const list = { tasks: [{ id: 1, title: 'a' }] };
    expect(await imported({ sprint: list })).toMatchObject({ steps: [{ title: 'a' }] });
    await expect(imported({ one: list, two: list })).rejects.toMatchObject({
      code: 'import-unreadable',
      actual: 'the lists one, two',
    });
    await expect(imported({ master: list, two: list }, 'three')).rejects.toMatchObject({ place: 'three' });
  });

  it.each([
    ['pending', 'pending', []],
    ['in-progress', 'in_progress', []],
    ['review', 'in_progress', ['In review.']],
    ['done', 'done', []],
    ['completed', 'done', []],
    ['blocked', 'blocked', []],
    ['deferred', 'blocked', ['Deferred.']],
    ['cancelled', 'done', ['Cancelled, not carried out.']],
  ])('has the status %s, which becomes %s', async (status, becomes, notes) => {
    expect(await imported({ tasks: [{ id: 1, title: 'a', status }] })).toMatchObject({
      steps: [{ status: becomes, notes }],
    });
  });

  it('splits texts that are too long for a note', async () => {
    const words = Array.from({ length: 300 }, (_, i) => `word${i}`);
    const file = { tasks: [{ id: 1, title: 'a', description: words.join(' '), details: 'x'.repeat(1200) }] };
    const { steps } = await imported(file);
    const [{ details, notes } = { details: null, notes: [] }] = steps;
    const texts = [details ?? '', ...notes];
    expect(texts.every((text) => text.length <= 512)).toBe(true);
    expect(texts.filter((text) => text.startsWith('word')).join(' ')).toBe(words.join(' '));
    expect(texts.filter((text) => text.startsWith('x')).join('')).toBe('x'.repeat(1200));
  });

  it.each([
    ['a task without a title', { tasks: [{ id: 1 }] }, 'tasks[0].title'],
    [
      'a subtask in another script',
      { tasks: [{ id: 1, title: 'a', subtasks: [{ id: 1, title: '\u8a08\u753b' }] }] },
      'tasks[0].subtasks[0].title',
    ],
  ])('is refused with %s', async (_, file, place) => {
    await expect(imported(file)).rejects.toMatchObject({ code: 'import-unreadable', place });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../journal/memory-store.ts';
import { openPlan, planIn } from '../../../plan-tools/plan/open-plan.ts';
import type { AgentHostName } from './agent-host.ts';
import { agentHost } from './agent-hosts.ts';
import { mirrorTodos } from './mirror-todos.ts';
import type { Todo, TodoChange } from './todo-change.ts';

const owner = { planId: 'claude-1', objective: 'Claude Code in shop', by: 'hook:claude' };

async function mirrored(...changes: readonly TodoChange[]) {
  const store = memoryStore();
  for (const change of changes) await mirrorTodos(store, change, owner);
  const { session, journal } = openPlan(store, owner.planId);
  await session.refresh();
  return { plan: planIn({ session }), facts: await journal.facts() };
}

const written = (...todos: readonly Todo[]): TodoChange => ({ type: 'written', todos });
const listOf = (plan: Awaited<ReturnType<typeof mirrored>>['plan']) =>
  plan?.steps.map(({ title, status }) => [title, status]);

/** Events as the agents tell them; what is not looked at is left out. */
const EVENTS: readonly [AgentHostName, string, object][] = [
  [
    'claude',
    'PostToolUse',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'TodoWrite',
      tool_input: {
        todos: [
          { content: 'Write it', status: 'in_progress', activeForm: 'Writing it' },
          { content: 'Test it', status: 'pending', activeForm: 'Testing it' },
        ],
      },
      tool_response: {},
    },
  ],
  [
    'codex',
    'PostToolUse',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'update_plan',
      tool_input: {
        plan: [
          { step: 'Write it', status: 'in_progress' },
          { step: 'Test it', status: 'pending' },
        ],
      },
    },
  ],
  [
    'gemini',
    'AfterTool',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'write_todos',
      tool_input: {
        todos: [
          { description: 'Write it', status: 'in_progress' },
          { description: 'Test it', status: 'pending' },
          { description: 'Sell it', status: 'cancelled' },
        ],
      },
    },
  ],
  [
    'opencode',
    'todo.updated',
    {
      session: 's',
      directory: '/p',
      todos: [
        { id: '1', content: 'Write it', status: 'in_progress', priority: 'high' },
        { id: '2', content: 'Test it', status: 'pending', priority: 'low' },
      ],
    },
  ],
];

describe('the list that an agent keeps', () => {
  it.each(EVENTS)('of %s becomes a plan', async (name, event, input) => {
    const { session, directory, todos } = agentHost(name).read(event, input);
    expect([session, directory]).toEqual(['s', '/p']);
    if (todos === undefined) throw new Error('no change was read');
    const { plan } = await mirrored(todos);
    expect(listOf(plan)).toEqual([
      ['Write it', 'in_progress'],
      ['Test it', 'pending'],
    ]);
  });

  it('changes only what the agent changed, and says who', async () => {
    const { plan, facts } = await mirrored(
      written({ text: 'Écrire', status: 'in_progress' }, { text: 'Tester', status: 'pending' }),
      written({ text: 'Écrire', status: 'done' }, { text: 'Tester', status: 'pending' }),
      written(
        { text: 'Écrire', status: 'done' },
        { text: 'Tester', status: 'pending' },
        { text: 'Livrer', status: 'in_progress' },
      ),
    );
    expect(plan?.steps.map(({ stepId, status }) => [stepId, status])).toEqual([
      ['S001', 'done'],
      ['S002', 'pending'],
      ['S003', 'in_progress'],
    ]);
    expect(facts.map((fact) => Object(fact).tool)).toEqual([
      'planning_setup_plan',
      'planning_mark_step',
      'planning_mark_step',
      'planning_add_step',
      'planning_mark_step',
    ]);
    expect(new Set(facts.map((fact) => Object(fact).by))).toEqual(new Set(['hook:claude']));
  });

  it('is found again by the ids that the agent gives its items', async () => {
    const claude = agentHost('claude');
    const event = (tool_name: string, tool_input: object, tool_response: object = {}) =>
      claude.read('PostToolUse', { session_id: 's', tool_name, tool_input, tool_response }).todos;
    const changes = [
      event('TaskCreate', { subject: 'Write it', description: 'All of it' }, { task: { id: '1' } }),
      event('TaskCreate', { subject: 'Write it', description: 'Once more' }, { task: { id: '2' } }),
      event('TaskUpdate', { taskId: '2', status: 'in_progress', subject: 'Write it again' }),
      event('TaskUpdate', { taskId: '9', status: 'completed' }),
    ].filter((change) => change !== undefined);
    const { plan } = await mirrored(...changes);
    expect(listOf(plan)).toEqual([
      ['Write it', 'pending'],
      ['Write it again', 'in_progress'],
    ]);
    const deleted = event('TaskUpdate', { taskId: '1', status: 'deleted' });
    const { plan: left } = await mirrored(...changes, ...(deleted ? [deleted] : []));
    expect(listOf(left)).toEqual([['Write it again', 'in_progress']]);
  });

  it('keeps its order, and items of the same text apart', async () => {
    const { plan, facts } = await mirrored(
      written(
        { text: 'A', status: 'pending' },
        { text: 'A', status: 'done' },
        { text: 'Z', status: 'pending' },
      ),
      written(
        { text: 'New', status: 'pending' },
        { text: 'A', status: 'pending' },
        { text: 'Between', status: 'in_progress' },
        { text: 'A', status: 'done' },
        { text: 'Z', status: 'done' },
      ),
    );
    expect(listOf(plan)).toEqual([
      ['New', 'pending'],
      ['A', 'pending'],
      ['Between', 'in_progress'],
      ['A', 'done'],
      ['Z', 'done'],
    ]);
    expect(facts.filter((fact) => Object(fact).tool === 'planning_setup_plan')).toHaveLength(1);
    const moved = await mirrored(
      written({ text: 'A', status: 'pending' }, { text: 'B', status: 'done' }),
      written({ text: 'B', status: 'done' }, { text: 'A', status: 'pending' }),
    );
    expect(listOf(moved.plan)?.map(([title]) => title)).toEqual(['B', 'A']);
  });

  it('is cleared with its last item, and continues after its last one was done', async () => {
    const { plan: cleared } = await mirrored(written({ text: 'A', status: 'pending' }), written());
    expect(cleared).toMatchObject({ status: 'abandoned', steps: [] });
    const task = (id: string): TodoChange => ({
      type: 'added',
      id,
      todo: { text: `Task ${id}`, status: 'pending' },
    });
    const { plan } = await mirrored(task('1'), { type: 'changed', id: '1', status: 'done' }, task('2'), {
      type: 'changed',
      id: '2',
      blockedBy: ['1', '9'],
    });
    expect(plan?.steps).toMatchObject([
      { title: 'Task 1', status: 'done' },
      { title: 'Task 2', status: 'pending', blockedBy: ['S001'] },
    ]);
  });

  it('keeps steps, ids and links where items go, come, move or are opened again', async () => {
    const item = (text: string, status: Todo['status'] = 'pending'): Todo => ({ text, status });
    const { plan, facts } = await mirrored(
      written(item('A', 'done'), item('B', 'done')),
      written(item('A'), item('B', 'done')),
      written(item('C', 'in_progress'), item('B', 'done'), item('A', 'done')),
      written(item('C', 'done'), item('A', 'done')),
      written(item('A', 'done'), item('D')),
    );
    expect(plan?.steps.map(({ stepId, title, status }) => [stepId, title, status])).toEqual([
      ['S001', 'A', 'done'],
      ['S004', 'D', 'pending'],
    ]);
    expect(facts.filter((fact) => Object(fact).tool === 'planning_setup_plan')).toHaveLength(1);
    expect(facts.every((fact) => Object(fact).success)).toBe(true);
  });

  it('keeps the links of tasks when all are done and another one comes, and passes over a link that closes a circle', async () => {
    const task = (id: string): TodoChange => ({
      type: 'added',
      id,
      todo: { text: `Task ${id}`, status: 'pending' },
    });
    const changed = (id: string, more: object): TodoChange => ({ type: 'changed', id, ...more });
    const { plan } = await mirrored(
      task('1'),
      task('2'),
      changed('2', { blockedBy: ['1'] }),
      changed('1', { blockedBy: ['2'], status: 'done' }),
      changed('2', { status: 'done' }),
      task('3'),
      task('3'),
      changed('3', { status: 'done' }),
      changed('1', { text: 'First', status: 'in_progress' }),
      changed('1', { status: 'done' }),
      changed('2', { text: 'Second' }),
      changed('3', { status: 'cancelled' }),
      task('4'),
      changed('4', { text: '\u200b', details: 'More' }),
    );
    expect(plan?.steps).toMatchObject([
      { stepId: 'S001', title: 'First', status: 'done' },
      { stepId: 'S002', title: 'Second', status: 'done', blockedBy: ['S001'] },
      { stepId: 'S004', title: 'Task 4', status: 'pending' },
    ]);
  });

  it('loses nothing to an item with invisible or bidirectional text', async () => {
    const { plan } = await mirrored(
      written(
        { text: '\u200b', status: 'pending' },
        { text: 'Real', status: 'pending' },
        { text: 'a\u202eb', status: 'done' },
      ),
      { type: 'added', id: '7', todo: { text: '\u2060', status: 'pending' } },
    );
    expect(listOf(plan)).toEqual([
      ['Real', 'pending'],
      ['ab', 'done'],
      ['Task 7', 'pending'],
    ]);
  });

  it('accepts statuses in any spelling, and nothing else', () => {
    const todos = ['COMPLETED', 'in-progress', 'inProgress', 'constructor', 'Canceled'].map((status) => ({
      content: status,
      status,
    }));
    const { todos: change } = agentHost('claude').read('PostToolUse', {
      tool_name: 'TodoWrite',
      tool_input: { todos },
    });
    if (change?.type !== 'written') throw new Error('no list was read');
    expect(change.todos.map(({ status }) => status)).toEqual([
      'done',
      'in_progress',
      'in_progress',
      'pending',
      'cancelled',
    ]);
  });

  it('of an agent inside the session is its own, while tasks are shared', () => {
    const reported = (tool_name: string) =>
      agentHost('claude').read('PostToolUse', { session_id: 's', agent_id: 'a1', tool_name, tool_input: {} });
    expect([reported('TodoWrite').subagent, reported('TaskCreate').subagent]).toEqual(['a1', undefined]);
  });

  it('is unchanged if the agent could not change it', () => {
    const tool_input = { taskId: '1', status: 'completed' };
    const event = { tool_name: 'TaskUpdate', tool_input, tool_response: { success: false } };
    expect(agentHost('claude').read('PostToolUse', event).todos).toBeUndefined();
  });

  it('has every item that hooks add at the same time', async () => {
    const store = memoryStore();
    const adding = (id: string): TodoChange => ({
      type: 'added',
      id,
      todo: { text: `Task ${id}`, status: 'pending' },
    });
    await Promise.all(['1', '2', '3', '4'].map((id) => mirrorTodos(store, adding(id), owner)));
    const { session } = openPlan(store, owner.planId);
    await session.refresh();
    expect(
      planIn({ session })
        ?.steps.map(({ title }) => title)
        .toSorted(),
    ).toEqual(['1', '2', '3', '4'].map((id) => `Task ${id}`));
  });

  it('is mirrored whatever it holds', async () => {
    const todo = fc.record({
      text: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
        .filter((text) => text.trim() !== ''),
      status: fc.constantFrom<Todo['status']>('pending', 'in_progress', 'done', 'blocked', 'cancelled'),
    });
    const list = fc.uniqueArray(todo, { maxLength: 6, selector: ({ text }) => text.slice(0, 40) });
    await fc.assert(
      fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 4 }), async (lists) => {
        const { plan } = await mirrored(...lists.map((todos) => written(...todos)));
        const wanted = lists.reduce<readonly string[]>((before, todos) => {
          const kept = todos.flatMap(({ status }) => (status === 'cancelled' ? [] : [status]));
          // What is done stays on record when the agent clears its list.
          const isFinished = before.every((status) => status === 'done');
          return kept.length === 0 && isFinished ? before : kept;
        }, []);
        expect(plan?.steps.map(({ status }) => status).toSorted() ?? []).toEqual(wanted.toSorted());
      }),
      { numRuns: 60, examples: [[[[{ text: '!', status: 'done' }], []]]] },
    );
  });

  it('ignores unrelated events', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...EVENTS), (json, [name, event]) => {
        const { todos } = agentHost(name).read(event, json);
        expect(todos === undefined || todos.type === 'written').toBe(true);
      }),
    );
  });
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner, type SayCall } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import type { ViewBlock } from '../../harness/module/view-block.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { Sessions } from '../sessions.ts';
import { type ListStatus, listStatusOf } from './session-summary.ts';

const STEPS: readonly ViewBlock<SayCall>[] = [
  {
    type: 'steps',
    items: [
      { id: '1', title: 'Look', status: 'done' },
      {
        id: '2',
        title: 'Leap',
        status: 'failed',
        details: 'Too far.',
        actions: [
          { label: 'Try again', command: { type: 'say', text: 'Leap' } },
          { label: 'Change', command: { type: 'say', text: 'Change' }, edit: ['text'] },
        ],
      },
    ],
  },
];

async function sessionsWith(status: SessionStatus, { waits = false, done = false, blocks = STEPS } = {}) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const work = definePlanner({
    id: 'work',
    title: 'Work',
    description: 'Does work.',
    config: z.strictObject({}),
    facts: {},
    state: { initial: 0, apply: (count) => count },
    status: () => status,
    view: () => blocks,
    waiting: () => (waits ? [{ id: 'w', text: 'Go on?' }] : []),
    ...(done && { done: () => true }),
  });
  const sessions = new Sessions({ source, registry: createRegistry([work]), llm: noModel });
  await sessions.create({ planner: 'work', id: 's', by: 'ada' });
  return sessions;
}

const STANDING: readonly (readonly [SessionStatus, ListStatus])[] = [
  ['idle', 'idle'],
  ['working', 'working'],
  ['completed', 'done'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
  ['rejected', 'rejected'],
];

it.each(STANDING)('shows work that is %s as %s, in a list and on its own', async (status, standing) => {
  const sessions = await sessionsWith(status);

  expect((await sessions.list()).map((summary) => listStatusOf(summary, false))).toEqual([standing]);
  expect((await (await sessions.open('s')).view()).standing).toBe(standing);
});

it('tells what failed, with what can be done about it, if nothing waits', async () => {
  const failureOf = async (status: SessionStatus, waits: boolean) =>
    (await (await sessionsWith(status, { waits })).list())[0]?.failure;

  expect(await failureOf('failed', false)).toMatchObject({
    id: 'failed-2',
    details: 'Too far.',
    options: [{ label: 'Try again', command: { type: 'say', text: 'Leap' } }],
  });
  expect(await failureOf('failed', true)).toBeNull();
  expect(await failureOf('completed', false)).toBeNull();
});

it('tells work that failed before it had steps by the text that offers something', async () => {
  const again = { label: 'Try again', command: { type: 'say', text: 'Leap' } } as const;
  const blocks = [
    { type: 'markdown', text: 'An introduction' },
    { type: 'markdown', text: '## Leap\n\n**Failed**: too far\n\nLook first.', actions: [again] },
  ] as const;
  const [summary] = await (await sessionsWith('failed', { blocks })).list();

  expect(summary?.failure).toMatchObject({
    text: 'Leap: failed',
    details: '**Failed**: too far\n\nLook first.',
    options: [again],
    data: { type: 'error' },
  });
});

it('prefers waiting items over the status of the work', async () => {
  const [summary] = await (await sessionsWith('failed', { waits: true })).list();

  expect(summary && listStatusOf(summary, false)).toBe('waiting');
});

it('does not show failed work as done', async () => {
  const [summary] = await (await sessionsWith('failed', { done: true })).list();

  expect(summary && listStatusOf(summary, false)).toBe('failed');
});

it.each([
  ['idle', false, 'setup-needed'],
  ['idle', true, 'done'],
  ['completed', false, 'done'],
  ['working', false, 'working'],
] as const)(
  'of a session without a setup, whose work is %s (done: %s), is %s',
  (status, isDone, standing) => {
    const summary = {
      archived: false,
      ready: false,
      pause: null,
      waiting: [],
      status,
      isDone,
      isReadOnly: false,
    };
    expect(listStatusOf(summary, false)).toBe(standing);
  },
);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldModule } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import { ViewBlockSchema } from '../../harness/module/view-block.ts';
import { runReactors } from '../../host/run-reactors.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { scriptedModel } from '../../testing/index.ts';
import type { Command } from './commands/command.ts';
import { Planner } from './handler.ts';
import { tasksModule } from './module.ts';

const module = tasksModule();

/** The facts that these commands lead to. */
function factsOf(...commands: readonly Command[]): readonly ProposedFact[] {
  const planner = new Planner();
  return commands.flatMap((command) => planner.process(command));
}

function facts(...proposed: readonly ProposedFact[]): readonly Fact[] {
  return proposed.map((fact, i) => ({
    id: `f${i}`,
    ts: `2026-01-01T00:00:0${i % 10}.000Z`,
    v: 1,
    seq: i + 1,
    ...fact,
  }));
}

function at(proposed: readonly ProposedFact[], nativeFrom = 1) {
  const state = foldModule(module, facts(...proposed));
  return momentOf(module, { state, config: undefined, loaded: undefined, head: proposed.length, nativeFrom });
}

type Moment = ReturnType<typeof at>;

const context = { by: 'kim', now: '2026-01-01T00:00:00.000Z', newId: () => 'x' };

function doing(moment: Moment, type: string, input: object = {}): readonly ProposedFact[] {
  const command = module.commands[type];
  if (command === undefined) throw new Error(`no command ${type}`);
  return command.decide(moment, command.input.parse(input), context);
}

const BEGIN: Command = { type: 'Initialize', userInput: 'Run `npm test`. Write the news.' };
const QUESTION: Command = { type: 'Initialize', userInput: 'Which date do we aim for?\nWrite the news.' };
const types = (events: readonly ProposedFact[]) => events.map(({ type }) => type);

describe('commands', () => {
  it('report the outcome of a task, with their author', () => {
    expect(doing(at(factsOf(BEGIN)), 'task-complete', { taskId: 1, result: '12 pass' })).toMatchObject([
      { type: 'TaskStatusUpdated', taskId: 1, status: 'Completed', result: '12 pass', by: 'kim' },
      { type: 'TaskDispatched', taskId: 2 },
    ]);
    expect(doing(at(factsOf(BEGIN)), 'task-fail', { taskId: 1, error: 'no disk' })).toMatchObject([
      { type: 'TaskStatusUpdated', status: 'Failed', result: 'no disk', by: 'kim' },
      { type: 'TaskDispatched' },
    ]);
  });

  it('answer the question of a task', () => {
    expect(doing(at(factsOf(QUESTION)), 'task-answer', { taskId: 1, answer: 'May' })).toMatchObject([
      { type: 'ClarificationReceived', taskId: 1, answer: 'May', by: 'kim' },
      { type: 'TaskStatusUpdated', status: 'Completed' },
      { type: 'TaskDispatched', taskId: 2 },
    ]);
  });

  it('cancel one task, or all of them, and change nothing if all are finished', () => {
    const begun = factsOf(BEGIN);
    expect(doing(at(begun), 'task-cancel', { taskId: 2, reason: 'late' })).toMatchObject([
      { type: 'TaskStatusUpdated', taskId: 2, status: 'Cancelled', result: 'late', by: 'kim' },
    ]);
    const all = module.cancel?.(at(begun), { ...context, reason: 'enough' }) ?? [];
    expect(all).toMatchObject([
      { type: 'TasksCancelled', taskIds: [1, 2], reason: 'enough', by: 'kim' },
      { type: 'PlanningCompleted' },
    ]);
    expect(module.cancel?.(at([...begun, ...all]), context)).toEqual([]);
  });

  it('are refused if the task does not wait for them, or does not exist', () => {
    const done = [
      ...factsOf(BEGIN),
      ...doing(at(factsOf(BEGIN)), 'task-complete', { taskId: 1, result: 'ok' }),
    ];
    const code = (wanted: string) => expect.objectContaining({ code: wanted });
    expect(() => doing(at(done), 'task-complete', { taskId: 1, result: 'ok' })).toThrow(code('conflict'));
    expect(() => doing(at(done), 'task-answer', { taskId: 2, answer: 'x' })).toThrow(code('InvalidCommand'));
    expect(() => doing(at(done), 'task-cancel', { taskId: 9 })).toThrow(code('TaskNotFound'));
  });

  it('leave the state they were decided on unchanged', () => {
    const moment = at(factsOf(BEGIN));
    const before = JSON.stringify(module.data(moment));
    doing(moment, 'task-complete', { taskId: 1, result: 'ok' });
    module.cancel?.(moment, context);
    expect(JSON.stringify(module.data(moment))).toBe(before);
  });

  it('reply with the next step of the plan', () => {
    const { 'task-complete': complete, continue: goOn } = module.commands;
    const reply = (moment: Moment) => complete?.reply?.(moment, {}, { facts: [] });
    expect(reply(at(factsOf(BEGIN)))).toContain('Task 1 needs you');
    expect(reply(at(factsOf(QUESTION)))).toContain('Task 1 asks');
    expect(goOn?.reply?.(at([]), {}, { facts: [] })).toEqual(expect.any(String));
  });
});

describe('continue', () => {
  it('repeats pending events of the original in a copy', () => {
    const begun = factsOf(BEGIN);
    const inCopy = at(begun, begun.length + 1);
    expect(doing(inCopy, 'continue')).toMatchObject([{ type: 'TaskDispatched', taskId: 1 }]);
    const going = [...begun, ...doing(inCopy, 'continue')];
    expect(doing(at(going, begun.length + 1), 'continue')).toEqual([]);
    expect(doing(at(factsOf(QUESTION), 9), 'continue')).toMatchObject([{ type: 'ClarificationRequested' }]);
  });

  it('starts the next task of a journal that was truncated inside a batch', () => {
    const [planned] = factsOf(BEGIN);
    const cut = planned ? [planned] : [];
    expect(types(doing(at(cut), 'continue'))).toEqual(['TaskDispatched']);
    const offersToContinue = expect.objectContaining({
      actions: [{ label: 'Continue', command: { type: 'continue' } }],
    });
    expect(module.view(at(cut, cut.length + 1))).toContainEqual(offersToContinue);
    // In a journal of its own, this is the past between two facts of one batch.
    expect(module.view(at(cut))).not.toContainEqual(offersToContinue);
  });
});

describe('a message', () => {
  const meaning = (proposed: readonly ProposedFact[], text: string, data?: unknown) =>
    module.understand?.({ text, data, by: 'kim' }, at(proposed));

  it.each([
    ['all 12 pass', { type: 'task-complete', taskId: 1, result: 'all 12 pass' }],
    ['/done', { type: 'task-complete', taskId: 1, result: 'Done.' }],
    ['failed: no disk', { type: 'task-fail', taskId: 1, error: 'no disk' }],
    ['Add: Write a poem', { say: 'Add: Write a poem' }],
  ])('for a task that a person does: %s', (text, meant) => {
    expect(meaning(factsOf(BEGIN), text)).toEqual(meant);
  });

  it('with a slash reports on the running task even if a model carries it out', () => {
    const running = [
      ...factsOf(BEGIN),
      ...doing(at(factsOf(BEGIN)), 'task-complete', { taskId: 1, result: '' }),
    ];
    expect(meaning(running, '/fail no time')).toEqual({ type: 'task-fail', taskId: 2, error: 'no time' });
    expect(meaning(running, 'no time')).toEqual({ say: 'no time' });
    expect(() => meaning([], '/done')).toThrow(expect.objectContaining({ code: 'refused' }));
  });

  it('includes earlier messages that were not planned for', () => {
    const message: ProposedFact = { type: 'user_input', text: 'Write the tests.' };
    expect(meaning([message], 'Fix the bug.')).toEqual({ say: 'Write the tests.\nFix the bug.' });
    expect(meaning([message, { type: 'sleep' }], 'Fix the bug.')).toEqual({ say: 'Fix the bug.' });
  });

  it('may be data that names the task', () => {
    expect(meaning(factsOf(QUESTION), '', { taskId: 1, answer: 'May' })).toEqual({
      type: 'task-answer',
      taskId: 1,
      answer: 'May',
    });
    expect(() => meaning(factsOf(QUESTION), '', { taskId: 1, result: 'May' })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  it('is being read until its tasks are there', () => {
    const texts = (...given: readonly ProposedFact[]) => JSON.stringify(module.view(at(given)));
    const said = { type: 'user_input', text: 'Write the news' };
    expect(texts(said)).not.toBe(texts());
    expect(texts(said, { type: 'sleep', reason: 'No task.' })).toBe(texts());
  });

  it('that adds nothing after the end is answered with what to do', () => {
    const over = factsOf(BEGIN, { type: 'CancelAll' });
    const late = at([...over, { type: 'user_input', text: ' ' }]);
    expect(module.status(late)).toBe('rejected');
    expect(
      module.reply?.(late, { facts: facts({ type: 'sleep', reason: 'The message is empty.' }) }),
    ).toEqual(expect.any(String));
    expect(
      module.reply?.(late, { facts: facts({ type: 'PlanningCompleted', summary: '' }) }),
    ).toBeUndefined();
  });
});

describe('a finished plan', () => {
  const ended = (type: 'TaskSimulated' | 'TaskCompleted') => (nodeId: number) =>
    ({ type: 'HandleExecutorEvent', event: { type, nodeId, result: 'x' } }) as const;
  const [simulated, completed] = [ended('TaskSimulated'), ended('TaskCompleted')];

  it.each([
    ['completed', [completed(1), completed(2)]],
    ['simulated', [simulated(1), simulated(2)]],
    ['simulated', [completed(1), simulated(2)]],
  ])('has the status %s according to its tasks', (status, ends) => {
    expect(module.status(at(factsOf(BEGIN, ...ends)))).toBe(status);
  });
});

describe('a waiting item', () => {
  it('is a question with a form whose only open text is the answer', () => {
    expect(module.waiting(at(factsOf(QUESTION)))).toMatchObject([
      { id: 'task-1', seq: 3, form: { type: 'task-answer', taskId: 1 }, data: { type: 'task-question' } },
    ]);
  });

  it('is a task with valid commands for each outcome', () => {
    const moment = at(factsOf(BEGIN));
    const [item] = module.waiting(moment);
    expect(item).toMatchObject({ id: 'task-1', form: { type: 'task-complete', taskId: 1 } });
    expect(item?.options?.map(({ id }) => id)).toEqual(['done', 'failed', 'cancel']);
    for (const { command } of item?.options ?? []) {
      const { type, ...input } = command;
      expect(doing(moment, type, input).length).toBeGreaterThan(0);
    }
  });

  it('is absent for tasks with an executor', () => {
    const own = tasksModule({
      executors: { ToolCall: { name: 'own', execute: async () => ({ type: 'completed', result: '' }) } },
    });
    expect(own.waiting(at(factsOf(BEGIN)))).toEqual([]);
    expect(own.status(at(factsOf(BEGIN)))).toBe('working');
  });
});

describe('the view', () => {
  it('says what to do if nothing is planned', () => {
    expect(module.view(at([]))).toMatchObject([{ type: 'markdown' }]);
    expect(module.status(at([]))).toBe('idle');
  });

  it('shows the progress, and every task with its actions', () => {
    const moment = at(
      factsOf(
        {
          type: 'Initialize',
          userInput: 'Run `npm test`\nRead https://example.com/a\nWhich date?',
          policy: { parallel: 2 },
        },
        { type: 'HandleExecutorEvent', event: { type: 'TaskFailed', nodeId: 1, error: 'no disk' } },
      ),
    );
    expect(module.view(moment)).toMatchObject([
      { type: 'progress', label: '0 of 3 done, 1 failed', value: 1, max: 3 },
      {
        type: 'steps',
        items: [
          { id: '1', status: 'failed', details: 'no disk', notes: ['Tool'] },
          { id: '2', status: 'running', details: '- https://example.com/a', actions: [{}, {}, {}] },
          { id: '3', status: 'waiting', notes: ['Question', 'Asks: Which date?'] },
        ],
      },
      { type: 'markdown' },
    ]);
  });

  it('keeps summarized tasks visible', () => {
    const done: Command = {
      type: 'HandleExecutorEvent',
      event: { type: 'TaskCompleted', nodeId: 1, result: 'ok' },
    };
    const moment = at(factsOf(BEGIN, done, { type: 'CompactContext', maxTokens: 100 }));
    expect(module.view(moment)).toMatchObject([
      { type: 'progress', value: 1, max: 2 },
      { type: 'markdown' },
      { type: 'steps', items: [{ id: '2' }] },
      { type: 'markdown' },
    ]);
  });

  it('consists of blocks that every surface supports', () => {
    for (const command of [BEGIN, QUESTION]) {
      const blocks = module.view(at(factsOf(command)));
      expect(blocks.length).toBeGreaterThan(0);
      for (const block of blocks) expect(ViewBlockSchema.safeParse(block)).toMatchObject({ success: true });
    }
  });
});

describe('the state', () => {
  it('never changes an earlier one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('done', 'failed', 'ask', 'answer'), { maxLength: 12 }),
        (steps) => {
          const planner = new Planner({ policy: { parallel: 2 } });
          const proposed: ProposedFact[] = planner.process({ type: 'Initialize', userInput: 'a\nb\nc\nd' });
          for (const step of steps) {
            const open = planner.state.tasks.find(({ status }) =>
              step === 'answer' ? status === 'NeedsClarification' : status === 'Running',
            );
            if (open)
              proposed.push(
                ...planner.process({ type: 'HandleExecutorEvent', event: eventOf(step, open.id) }),
              );
          }
          const all = facts(...proposed);
          const states = all.map((_, i) => foldModule(module, all.slice(0, i + 1)));
          let state = module.state.initial;
          const kept = all.map((fact) => {
            state = module.state.apply(state, fact);
            return state;
          });
          const shown = (each: unknown) =>
            module.data(
              momentOf(module, { state: each, config: undefined, loaded: undefined, head: 0, nativeFrom: 1 }),
            );
          expect(kept.map(shown)).toEqual(states.map(shown));
        },
      ),
    );
  });

  it('ignores facts that do not match their schema', () => {
    const odd = [
      { type: 'TaskStatusUpdated', taskId: 1, status: 'Lost' },
      { type: 'TaskDispatched', taskId: 'one' },
    ];
    expect(module.data(at([...factsOf(BEGIN), ...odd]))).toEqual(module.data(at(factsOf(BEGIN))));
  });

  it('survives saving and restoring', () => {
    const proposed = [{ type: 'user_input', text: 'hi' }, ...factsOf(QUESTION)];
    const { state } = at(proposed);
    const again = module.state.restore?.(JSON.parse(JSON.stringify(module.state.save?.(state))));
    const moment = (each: unknown) =>
      momentOf(module, { state: each, config: undefined, loaded: undefined, head: 0, nativeFrom: 1 });
    expect(module.data(moment(again))).toEqual(module.data(moment(state)));
    expect(module.waiting(moment(again))).toEqual(module.waiting(moment(state)));
    const next = facts(...proposed, { type: 'ClarificationReceived', taskId: 1, answer: 'May' }).at(-1);
    if (next === undefined) throw new Error('no fact');
    const goesOn = module.state.apply(again, next);
    expect(module.data(moment(goesOn))).toEqual(module.data(moment(module.state.apply(state, next))));
  });
});

function eventOf(step: string, nodeId: number) {
  switch (step) {
    case 'done':
      return { type: 'TaskCompleted', nodeId, result: 'ok' } as const;
    case 'failed':
      return { type: 'TaskFailed', nodeId, error: 'no' } as const;
    case 'ask':
      return { type: 'NeedsClarification', nodeId, question: 'Why?' } as const;
    default:
      return { type: 'ClarificationProvided', nodeId, answer: 'so' } as const;
  }
}

it('starts with the tasks of another planner', () => {
  const start = module.starts?.({ text: 'Faster', tasks: [{ description: 'Measure', kind: 'Processing' }] });
  expect(types(start?.facts ?? [])).toEqual(['TasksPlanned', 'TaskDispatched']);
  expect(module.starts?.({ text: 'Measure. Then fix.' })).toEqual({ say: 'Measure. Then fix.' });
  const unknown = { tasks: [{ description: 'Measure', dependsOn: [0] }] };
  expect(() => module.starts?.(unknown)).toThrow(expect.objectContaining({ code: 'InvalidCommand' }));
});

it('is compared by content, not by time', () => {
  const compared = module.comparable(at(factsOf(BEGIN)));
  expect(compared).toHaveProperty('tasks');
  expect(Object.keys(compared)).not.toEqual(expect.arrayContaining(['times']));
  expect(compared).not.toHaveProperty('nextId');
});

it('fits a list better than a sentence', () => {
  const suits = (text: string) => module.fits?.(text) ?? 0;
  expect(suits('- build it\n- test it')).toBeGreaterThan(suits('Four days in Lisbon'));
  expect(suits('Run `npm test`')).toBeGreaterThan(suits('Four days in Lisbon'));
});

it('has tasks carried out by the model of the session', async () => {
  const journal = openJournal(memoryStore(), 'tasks:module');
  const { facts: begun = [] } = module.starts?.({ tasks: [{ description: 'Write the news' }] }) ?? {};
  await journal.append(begun);
  const reported: string[] = [];
  const reactors = await module.reactors?.({
    llm: scriptedModel([{ text: 'All is well.' }]),
    config: () => undefined,
    loaded: () => undefined,
    host: { readAttachment: async () => new Uint8Array() },
    hud: (phase) => reported.push(phase),
    signal: new AbortController().signal,
  });
  const running = await runReactors(journal, reactors ?? [], { worker: 'me' });
  await running.idle();
  await running.close();
  expect((await journal.facts()).findLast(({ type }) => type === 'TaskStatusUpdated')).toMatchObject({
    status: 'Completed',
    result: 'All is well.',
  });
});
